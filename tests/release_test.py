"""script/release in a temporary clone: what it refuses, that a dry run changes nothing, and what a release leaves.

Packages and the list of components are stubs there; tests/package tests the real ones.
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ("script/release", "CMakeLists.txt", "clients/python/pyproject.toml", "clients/typescript/package.json", "clients/typescript/package-lock.json",
         "packaging/kubernetes/statefulset.yaml", "docs/deployment.md", "docs/operations.md", ".gitignore")
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.9 - 2026-01-01\n\n- An older thing.\n"
STUBS = {"script/package": "mkdir -p build/packages && echo package >build/packages/vedette.deb",
         "script/sbom": "echo '{}'"}
# Nothing of the machine's own git settings may decide.
ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
               **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "Test"), ("EMAIL", "test@example.org"))}}
VERSION = "7.8.9"


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="vedette-release-")
        self.addCleanup(self.folder.cleanup)
        source = pathlib.Path(self.folder.name, "source")
        for name in FILES:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
        (source / "CHANGELOG.md").write_text(CHANGELOG)
        (source / "README.md").write_text("# Vedette\n")
        for name, command in STUBS.items():
            self.write_script(source / name, command)
        subprocess.run(["git", "init", "--quiet", source], check=True, env=ENVIRONMENT)
        self.git("add", "--all", folder=source)
        self.git("commit", "--quiet", "--message", "all", folder=source)
        self.clone = pathlib.Path(self.folder.name, "clone")
        self.git("clone", "--quiet", source, self.clone, folder=source)
        self.write_test_run()

    @staticmethod
    def write_script(path, command):
        path.write_text(f"#!/bin/sh\nset -e\n{command}\n")
        path.chmod(0o755)

    def git(self, *arguments, folder=None):
        return subprocess.run(["git", "-C", folder or self.clone, *arguments], check=True, env=ENVIRONMENT, capture_output=True, text=True).stdout.strip()

    def write_test_run(self, **changes):
        (self.clone / "build").mkdir(exist_ok=True)
        (self.clone / "build" / "test-run.json").write_text(
            json.dumps({"commit": self.git("rev-parse", "HEAD"), "passed": 9, "failed": 0, "skipped": 1, **changes}))

    def release(self, *arguments):
        return subprocess.run([self.clone / "script" / "release", *arguments], env=ENVIRONMENT, capture_output=True, text=True)

    def refused(self, because, *arguments):
        before = self.git("rev-parse", "HEAD"), self.git("tag")
        done = self.release(*(arguments or (VERSION,)))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(because, done.stderr)
        self.assertEqual((self.git("rev-parse", "HEAD"), self.git("tag")), before)

    def test_a_dry_run_shows_everything_and_changes_nothing(self):
        head = self.git("rev-parse", "HEAD")
        done = self.release(VERSION, "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in (f"+## {VERSION} - ", f"+project(vedette VERSION {VERSION} ", "script/package", "script/sbom", f"git tag --annotate v{VERSION}"):
            self.assertIn(part, done.stdout)
        self.assertEqual((self.git("status", "--porcelain"), self.git("tag"), self.git("rev-parse", "HEAD")), ("", "", head))
        self.assertFalse((self.clone / "build" / "packages").exists())

    def test_a_release_is_tagged_with_its_changelog_packages_and_components(self):
        done = self.release(VERSION)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertEqual(self.git("rev-parse", f"v{VERSION}^{{commit}}"), self.git("rev-parse", "HEAD"))
        self.assertEqual(self.git("log", "-1", "--format=%s"), f"release: {VERSION}")
        before, _, after = (self.clone / "CHANGELOG.md").read_text().partition(f"## {VERSION} - ")
        self.assertTrue(before.endswith("## Unreleased\n\n"), before)
        self.assertIn("- A thing.", after)
        for name in FILES[1:-1]:
            self.assertIn(VERSION, (self.clone / name).read_text(), name)
        packages = {path.name for path in (self.clone / "build" / "packages").iterdir()}
        self.assertEqual(packages, {"vedette.deb", f"vedette-{VERSION}.cdx.json", "SHA256SUMS"})
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.clone / "build" / "packages", check=True)
        self.refused("nothing under", "7.9.0")

    def test_a_package_that_fails_leaves_the_tree_as_it_was(self):
        self.write_script(self.clone / "script" / "package", "exit 3")
        self.git("commit", "--quiet", "--all", "--message", "broken")
        self.write_test_run()
        self.refused("script/package failed")
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_an_edited_tree_is_refused(self):
        (self.clone / "stray").write_text("")
        self.refused("stray")

    def test_a_readme_that_denies_releases_is_refused(self):
        (self.clone / "README.md").write_text("Nothing has been released yet.\n")
        self.git("commit", "--quiet", "--all", "--message", "deny")
        self.write_test_run()
        self.refused("README.md says")

    def test_wrong_versions_are_refused(self):
        self.refused("no version", "1.2")
        self.refused("below", "0.0.1")
        self.git("tag", "v9.9.9")
        self.refused("exists", "9.9.9")

    def test_a_passed_test_run_of_this_commit_is_asked_for(self):
        self.write_test_run(failed=1)
        self.refused("1 failed")
        self.write_test_run(commit="0" * 40)
        self.refused("another commit")
        (self.clone / "build" / "test-run.json").unlink()
        self.refused("--no-test")
        self.assertEqual(self.release(VERSION, "--dry-run", "--no-test").returncode, 0)


if __name__ == "__main__":
    unittest.main()
