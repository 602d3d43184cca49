"""The tarball that brings its own loader and libraries: it needs nothing of the machine but a kernel and a shell.
Prints "N passed, N failed, N skipped" at the end.

`run_tarball.py --root ROOT [--root ROOT ...]`, as root, also runs it in roots of other systems, such as a fresh
`debootstrap --variant=minbase bullseye ROOT`.
"""
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, ROOT, clean_environment  # noqa: E402

counts = {"passed": 0, "failed": 0, "skipped": 0}

# What a first day needs, in a root that has nothing of Vedette's: /vedette is the unpacked tarball.
IN_ROOT = r"""
set -e
vedette=/vedette/bin/vedette
$vedette demo --lists /vedette/share/doc/vedette/demo --data /tmp/vedette-data >/dev/null
$vedette user add --project DEMO --username ana --generate --json --data /tmp/vedette-data >/dev/null
$vedette screen 'Barney Thistlewicke' --data /tmp/vedette-data | grep -q 'Barnaby Aldous Thistlewick'
printf 'id;Name;Geburtsdatum\n1;M\374ller;31.12.1960\n' >/tmp/customers.csv
$vedette screen --csv /tmp/customers.csv --type individual --data /tmp/vedette-data >/dev/null
$vedette verify --queries 20 --seed 1 --data /tmp/vedette-data >/dev/null
$vedette serve --data /tmp/vedette-data --listen 127.0.0.1:18794 2>/tmp/serve.log &
server=$!
until grep -q '"message":"serving"' /tmp/serve.log; do kill -0 $server; sleep 0.1; done
kill $server
wait $server
echo all of it ran
"""


def check(title, condition, detail=""):
    counts["passed" if condition else "failed"] += 1
    if not condition:
        print(f"FAIL {title}: {detail}")


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def build(folder):
    """The unpacked tarball."""
    made = run(ROOT / "script" / "package-tarball", BINARY, cwd=ROOT)
    check("the tarball is made", made.returncode == 0, made.stdout + made.stderr)
    with tarfile.open(ROOT / made.stdout.strip()) as archive:
        members = archive.getmembers()
        check("everything is in one folder, and belongs to root", len({each.name.split("/")[0] for each in members}) == 1 and {each.uid for each in members} == {0})
        archive.extractall(folder)
    return next(folder.iterdir())


def files_in_use(process):
    """The files that a process has mapped."""
    return {line.split(maxsplit=5)[5] for line in pathlib.Path(f"/proc/{process.pid}/maps").read_text().splitlines() if line.count("/") and ".so" in line}


def own_libraries(program, folder):
    environment = {**clean_environment(), "VEDETTE_LISTEN": "127.0.0.1:0"}
    with (folder / "serve.log").open("w") as log:
        process = subprocess.Popen([program / "bin" / "vedette", "serve", "--data", folder / "data"], stderr=log, env=environment)
        while '"message":"serving"' not in (folder / "serve.log").read_text() and process.poll() is None:
            time.sleep(0.05)
        used = files_in_use(process) if process.poll() is None else {"the server did not start"}
        process.terminate()
        check("it ends on SIGTERM", process.wait(timeout=30) == 0, (folder / "serve.log").read_text())
    check("every library is its own", used and all(each.startswith(str(program)) for each in used), used)
    link = folder / "link"
    link.symlink_to(program / "bin" / "vedette")
    check("a link to it works", run(link, "--version").stdout.startswith("vedette "))
    licences = {each.name for each in (program / "share" / "doc" / "vedette" / "licenses").iterdir()}
    check("the licences of the libraries are there", not shutil.which("dpkg-query") or {"libc6", "libstdc++6"} <= licences, licences)


def in_root(program, root):
    target = root / "vedette"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(program, target, symlinks=True)
    done = run("chroot", root, "/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/bin:/bin", "sh", "-c", "rm -rf /tmp/vedette-data; " + IN_ROOT)
    check(f"it runs in {root}", done.returncode == 0 and "all of it ran" in done.stdout, done.stdout + done.stderr)


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-tarball-"))
    try:
        (folder / "unpacked").mkdir()
        program = build(folder / "unpacked")
        own_libraries(program, folder)
        roots = [pathlib.Path(sys.argv[i + 1]) for i, word in enumerate(sys.argv) if word == "--root"]
        for root in roots:
            in_root(program, root)
        if not roots:
            counts["skipped"] += 1
            print("skipped: roots of other systems: none is named with --root")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
