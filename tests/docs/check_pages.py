#!/usr/bin/python3
"""Checks the pages that people read: each page of docs/ names its reader, is in the index, and every relative link leads somewhere.

  check_pages.py            prints what is wrong
  check_pages.py --canary   each check must find a deliberate fault
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
# A path of this repository in backticks: with an ending, or a folder with its slash. * and {a,b} are as in a shell.
PATH = re.compile(r"`((?:src|tests|console|fuzz|bench|script|docs|data|db|packaging|clients|examples)/[\w./*{},-]*)`")
# Made by builds and tests.
MADE = ("clients/typescript/dist", "console/node_modules")
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
# Read by programs, or the index itself.
WITHOUT_READER = {"README.md"}
READER_WITHIN_LINES = 6


def pages():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True).stdout.splitlines()
    return sorted({ROOT / name for name in listed} & {path for path in map(ROOT.joinpath, listed) if path.is_file()})


def anchor_of(heading):
    """As GitHub and our own site make it."""
    text = re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", lambda found: found.group(1) or "", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors_of(text):
    return {anchor_of(heading) for heading in HEADING.findall(FENCED.sub("", text))}


def wrong_links(page, text):
    """Links that lead nowhere."""
    for target in LINK.findall(FENCED.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"links to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors_of(file.read_text()):
            yield f"links to {target}, and there is no such heading"


def exists(path):
    choice = re.search(r"\{([^}]*)\}", path)
    if choice:
        return all(exists(path[:choice.start()] + each + path[choice.end():]) for each in choice.group(1).split(","))
    return path.startswith(MADE) or any(True for _ in ROOT.glob(path.rstrip("/")))


def wrong_paths(text):
    """Paths of the source that are not there."""
    for path in PATH.findall(text):
        if not re.search(r"NAME|NNNN|\.\.\.", path) and not exists(path):
            yield f"names {path}, which is not there"


def names_reader(text):
    return any(line.startswith("For ") for line in text.splitlines()[1:READER_WITHIN_LINES])


def complaints():
    index = (ROOT / "docs" / "README.md").read_text()
    for page in pages():
        name, text = page.relative_to(ROOT), page.read_text()
        for each in wrong_links(page, text):
            yield f"{name}: {each}"
        # The log speaks of the past, clients of their own folders.
        if page.name != "CHANGELOG.md" and not {"measurements", "clients"} & set(page.parts):
            for each in wrong_paths(text):
                yield f"{name}: {each}"
        if page.parent != ROOT / "docs" or page.name in WITHOUT_READER:
            continue
        if not names_reader(text):
            yield f'{name}: say below the title who reads this page and what for: "For ..."'
        if f"({page.name})" not in index:
            yield f"{name}: is not in docs/README.md"


def canary():
    found = list(wrong_links(ROOT / "README.md", "[a](docs/nowhere.md) [b](docs/README.md#nowhere)"))
    found += wrong_paths("`src/base/nowhere.h` `src/base/*.h` `src/base/digest.{h,cc}`")
    if len(found) != 3 or names_reader("# Page\n\nText.\n"):
        print("the check finds nothing")
        return 1
    return 0


def main():
    if "--canary" in sys.argv[1:]:
        return canary()
    found = list(complaints())
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
