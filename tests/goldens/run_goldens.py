#!/usr/bin/python3
"""Compares the text goldens of this folder with what the program says (README.md).

  run_goldens.py            compares; prints "N passed, N failed"
  run_goldens.py --update   writes the outputs
  run_goldens.py --canary   each comparison must fail when its golden is altered

Prints the lines that differ.
"""
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, clean_environment  # noqa: E402

BREAK = "---\n"
OPTIONS = {"type", "threshold", "dob", "countries", "datasets"}


def vedette(*arguments):
    done = subprocess.run([str(BINARY), *arguments], capture_output=True, text=True, env={**clean_environment(), "NO_COLOR": "1"})
    if done.returncode != 0:
        raise SystemExit(f"vedette {' '.join(arguments)} failed: {done.stderr or done.stdout}")
    return done.stdout


def list_files():
    return sorted(path for path in (HERE / "lists").iterdir() if path.suffix != ".profiles")


def input_of(path):
    """(the text above the break with the break, name, flags)."""
    head = path.read_text().partition(BREAK)[0]
    fields = {}
    for line in head.splitlines():
        if line and not line.startswith("#"):
            key, colon, value = line.partition(":")
            if not colon or (key != "name" and key not in OPTIONS):
                raise SystemExit(f"{path.relative_to(HERE)}: {line!r} is not name: or one of {', '.join(sorted(OPTIONS))}")
            fields[key] = value.strip()
    name = fields.pop("name", None)
    if name is None:
        raise SystemExit(f"{path.relative_to(HERE)}: has no line `name: ...`")
    return head + BREAK, name, [word for key, value in fields.items() for word in ("--" + key, value)]


def hits_of(name, flags, data):
    found = json.loads(vedette("screen", name, *flags, "--json", "--data", data))
    lines = [f"{hit['score']:3}  {hit['name']}  ({hit['type']}, {hit['list']}): {hit['explanation']['sentence']}" for hit in found["hits"]]
    return "\n".join(lines or ["no hit"]) + "\n"


def profiles_of(path):
    """One field per line, so that a difference is short."""
    profiles = [json.loads(line) for line in vedette("lists", "read", str(path)).splitlines()]
    return "".join(json.dumps(each, indent=1, ensure_ascii=False) + "\n" for each in profiles)


def goldens():
    """(path of the golden, its text as the program would write it)."""
    for path in list_files():
        yield path.with_suffix(".profiles"), profiles_of(path)
    for path in sorted((HERE / "names").glob("*.txt")):
        head, name, flags = input_of(path)
        yield path, head + vedette("analyse", name, *flags)
    with tempfile.TemporaryDirectory(prefix="vedette-goldens-") as data:
        for path in list_files():
            vedette("lists", "import", str(path), "--data", data)
        for path in sorted((HERE / "queries").glob("*.txt")):
            head, name, flags = input_of(path)
            yield path, head + hits_of(name, flags, data)


def difference(path, expected, actual):
    name = str(path.relative_to(HERE))
    return "".join(difflib.unified_diff(expected.splitlines(True), actual.splitlines(True), name, name + " (now)", n=2))


def main():
    update, canary = "--update" in sys.argv[1:], "--canary" in sys.argv[1:]
    passed = failed = 0
    for path, actual in goldens():
        if update:
            path.write_text(actual)
            continue
        expected = path.read_text() if path.exists() else ""
        if canary:
            expected = expected.replace("a", "b", 1) if expected else "nothing"
        differs = expected != actual
        if differs == canary:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {path.relative_to(HERE)}\n{difference(path, expected, actual)}If this is what you meant, run tests/goldens/run_goldens.py --update")
    if not update:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
