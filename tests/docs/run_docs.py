"""Runs what the documentation tells people to run, against a real server with the demonstration list.

Every block of sh, python or ts in README.md, docs/, clients/ and examples/ says in its first line whether
it is run here, or why not:

    ```sh run
    ```python run
    ```sh not-run="installs packages"

Blocks of one file run in order in one shell, on an installation of their own, in a folder that looks like
the repository. A block `json output` or `text output` after a block says what it printed: `...` stands for
anything; JSON may have more members than are shown. A request that is refused fails its block.

  run_docs.py             runs everything; prints "N passed, N failed"
  run_docs.py FILE...     only these files
  run_docs.py --marks     only checks that every block is marked
"""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "clients"))
sys.path.insert(0, str(ROOT / "clients" / "python"))

LANGUAGES = ("sh", "bash", "console", "python", "ts", "typescript", "js")
FENCE = re.compile(r"^```(.*)$")
MARK = re.compile(r'(\w+) (?:run|output|not-run="[^"]+")$')
PASSWORD = "only for the documentation"
SECONDS_PER_BLOCK = 60


@dataclasses.dataclass
class Block:
    file: pathlib.Path
    line: int
    language: str
    mark: str  # run, output, not-run or nothing
    text: str

    @property
    def key(self):
        return re.sub(r"\W+", "_", self.name)

    @property
    def name(self):
        return f"{self.file.relative_to(ROOT)}:{self.line}"


def documents():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")),
            *sorted((ROOT / "clients").glob("*.md")), *sorted((ROOT / "clients").glob("*/README.md")), ROOT / "examples" / "README.md",
            *sorted((ROOT / "packaging").rglob("*.md"))]


def blocks_of(file):
    """(blocks, complaints) of one document."""
    blocks, complaints, opened = [], [], None
    for number, line in enumerate(file.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if opened is None and fence:
            words = fence.group(1).strip()
            language = words.split(" ")[0]
            mark = words[len(language):].strip().split("=")[0]
            if (language in LANGUAGES or mark) and not MARK.match(words):
                complaints.append(f'{file.relative_to(ROOT)}:{number}: say `{language} run` or `{language} not-run="why"`: ```{words}')
            opened = Block(file, number, language, mark, "")
        elif opened is not None and line.rstrip() == "```":
            blocks.append(opened)
            opened = None
        elif opened is not None:
            opened.text += line + "\n"
    return blocks, complaints


def matches(expected, actual):
    """Whether `actual` has everything of `expected`; "..." is anything, also the rest of a list."""
    if expected == "...":
        return True
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(name in actual and matches(value, actual[name]) for name, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(actual, list):
            return False
        if expected and expected[-1] == "...":
            expected, actual = expected[:-1], actual[:len(expected) - 1]
        return len(expected) == len(actual) and all(map(matches, expected, actual))
    return expected == actual


def complaint_of(shown, printed):
    """Nothing when a block printed what is shown, else why not."""
    if shown.language == "json":
        try:
            if matches(json.loads(shown.text), json.loads(printed)):
                return ""
        except ValueError as problem:
            return f"not JSON ({problem}): {printed[:2000]}"
    else:
        pattern = r"(?s).*?".join(re.escape(part.strip()) for part in shown.text.split("..."))
        if re.search(pattern.replace("(?s)", ""), printed, re.S):
            return ""
    return f"{shown.name} shows something else than was printed:\n{printed[:4000]}"


class Installation:
    """A server with the demonstration list, and a folder that looks like the repository."""

    def __init__(self, template, typescript):
        from harness import BINARY, Server
        self.server = Server()
        shutil.copytree(template, self.server.data, dirs_exist_ok=True)
        self.server.start()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-docs-"))
        for name in ("data", "docs", "clients", "script", "packaging"):
            if (ROOT / name).exists():
                (self.folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "examples", self.folder / "examples", ignore=shutil.ignore_patterns("dist", "node_modules"))
        (self.folder / "examples" / "dist").symlink_to(typescript)
        for place in ("build/release", "bin"):
            (self.folder / place).mkdir(parents=True)
            (self.folder / place / "vedette").symlink_to(BINARY)
        (self.folder / "vedette-data").symlink_to(self.server.data)
        # curl is to fail when it is refused, also where the documents leave that out for brevity.
        (self.folder / ".curlrc").write_text("fail-with-body\nsilent\nshow-error\n")

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VEDETTE_")}
        return {**kept, "HOME": str(self.folder), "CURL_HOME": str(self.folder), "PATH": f"{self.folder}/bin:{kept['PATH']}", "password": PASSWORD,
                "token": self.token(), "API_URL": self.server.url, "API_PROJECT": "DEMO", "API_USER": "demo", "API_PASSWORD": PASSWORD,
                "PYTHONPATH": str(ROOT / "clients" / "python")}

    def token(self):
        from vedette_client import Vedette
        return Vedette(self.server.url, "DEMO", "demo", PASSWORD).create_token("DEMO")["access_token"]

    def here(self, text):
        """The text with the addresses and folders of this installation."""
        return text.replace("http://127.0.0.1:8080", self.server.url).replace("127.0.0.1:8080", self.server.address).replace(
            "/var/lib/vedette", str(self.server.data))

    def close(self):
        self.server.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def make_template():
    """A data directory with the demonstration list, project and user, made once and copied for each file."""
    from harness import Server
    made = Server()
    made.command("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"))
    made.add_project("DEMO", "Demonstration Bank")
    made.add_user("DEMO", "demo", PASSWORD, role="operator")
    return made


SHELL = """
set -o pipefail -E
trap 'echo "failed: $BASH_COMMAND" >>"$here/$n.failed"' ERR
"""


def script_of(blocks, folder, installation, typescript):
    """One shell script for the blocks of a file: each notes what it printed and which commands failed."""
    script = [f'here="{folder}"', SHELL]
    for number, block in enumerate(blocks):
        if block.language == "python":
            (folder / f"{number}.py").write_text(installation.here(block.text))
            command = f'/usr/bin/python3 "$here/{number}.py"'
        elif block.language == "ts":
            command = f'node "{typescript}/{block.key}.js"'
        else:
            command = installation.here(block.text)
        (folder / f"{number}.sh").write_text(command + "\n")
        script.append(f'n={number}; . "$here/{number}.sh" >"$here/{number}.out" 2>"$here/{number}.err" </dev/null; touch "$here/{number}.done"')
    return "\n".join(script) + "\n"


def compile_typescript(blocks, folder):
    """The ts blocks and the examples as JavaScript in `folder`, by one run of the compiler."""
    from run_own_clients import build_typescript
    client = ROOT / "clients" / "typescript"
    built = client / "dist" / "index.js"
    sources = [ROOT / "docs" / "openapi.json", *(each for each in (client / "src").glob("*.ts") if each.name != "schema.ts")]
    if not built.exists() or any(built.stat().st_mtime < each.stat().st_mtime for each in sources):
        if problem := build_typescript():
            return problem
    (folder / "node_modules").mkdir(parents=True)
    (folder / "node_modules" / "vedette-client").symlink_to(client)
    (folder / "package.json").write_text('{"type": "module"}')
    settings = json.loads((ROOT / "examples" / "tsconfig.json").read_text())
    settings["compilerOptions"].update(typeRoots=[str(client / "node_modules" / "@types")], skipLibCheck=True)
    del settings["compilerOptions"]["outDir"]
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    for block in blocks:
        (folder / f"{block.key}.ts").write_text(block.text)
    for example in (ROOT / "examples").glob("*.ts"):
        shutil.copy(example, folder)
    done = subprocess.run(["node", str(client / "node_modules" / "typescript" / "bin" / "tsc"), "-p", str(folder)], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode != 0 else ""


def run_file(blocks, template, typescript):
    """(passed, failed) of the runnable blocks of one document."""
    runnable = [block for block in blocks if block.mark == "run"]
    shown = {id(before): after for before, after in zip(blocks, blocks[1:]) if after.mark == "output"}
    installation = Installation(template, typescript)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-blocks-"))
    complaints = {}
    try:
        (folder / "all.sh").write_text(script_of(runnable, folder, installation, typescript))
        try:
            subprocess.run(["bash", str(folder / "all.sh")], cwd=installation.folder, env=installation.environment(),
                           capture_output=True, text=True, timeout=SECONDS_PER_BLOCK * len(runnable))
        except subprocess.TimeoutExpired:
            pass
        for number, block in enumerate(runnable):
            read = {end: path.read_text(errors="replace") if (path := folder / f"{number}.{end}").exists() else "" for end in ("out", "err", "failed")}
            if not (folder / f"{number}.done").exists():
                complaints.setdefault(id(block), f"did not come to its end\n{read['out'][-2000:]}{read['err'][-2000:]}")
            elif read["failed"]:
                complaints.setdefault(id(block), f"{read['failed']}{read['out'][-2000:]}{read['err'][-2000:]}")
            elif id(block) in shown:
                complaints.setdefault(id(block), complaint_of(shown[id(block)], read["out"]))
    finally:
        installation.close()
        shutil.rmtree(folder, ignore_errors=True)
    for block in runnable:
        if complaints.get(id(block)):
            print(f"FAIL {block.name}: {complaints[id(block)]}")
    failed = sum(bool(complaints.get(id(block))) for block in runnable)
    return len(runnable) - failed, failed


def main():
    chosen = [pathlib.Path(word).resolve() for word in sys.argv[1:] if not word.startswith("-")] or documents()
    read = [(file, *blocks_of(file)) for file in chosen if file.exists()]
    complaints = [each for _, _, found in read for each in found]
    if "--marks" in sys.argv[1:]:
        if complaints:
            sys.exit("\n".join(complaints))
        return 0
    for each in complaints:
        print("FAIL " + each)
    passed, failed = len(read) - sum(bool(found) for _, _, found in read), len(complaints)
    runnable = [block for _, blocks, _ in read for block in blocks if block.mark == "run"]
    if runnable:
        template = make_template()
        typescript = pathlib.Path(tempfile.mkdtemp(prefix="vedette-docs-ts-"))
        try:
            ts = [block for block in runnable if block.language == "ts"]
            if ts or any("examples/dist" in block.text for block in runnable):
                if problem := compile_typescript(ts, typescript):
                    print("FAIL the TypeScript of the documents does not compile: " + problem)
                    failed += 1
            for _, blocks, _ in read:
                if any(block.mark == "run" for block in blocks):
                    more = run_file(blocks, template.data, typescript)
                    passed, failed = passed + more[0], failed + more[1]
        finally:
            template.close()
            shutil.rmtree(typescript, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
