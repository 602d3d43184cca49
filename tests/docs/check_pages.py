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


def names_reader(text):
    return any(line.startswith("For ") for line in text.splitlines()[1:READER_WITHIN_LINES])


def complaints():
    index = (ROOT / "docs" / "README.md").read_text()
    for page in pages():
        name, text = page.relative_to(ROOT), page.read_text()
        for each in wrong_links(page, text):
            yield f"{name}: {each}"
        if page.parent != ROOT / "docs" or page.name in WITHOUT_READER:
            continue
        if not names_reader(text):
            yield f'{name}: say below the title who reads this page and what for: "For ..."'
        if f"({page.name})" not in index:
            yield f"{name}: is not in docs/README.md"


def canary():
    found = list(wrong_links(ROOT / "README.md", "[a](docs/nowhere.md) [b](docs/README.md#nowhere)"))
    if len(found) != 2 or names_reader("# Page\n\nText.\n"):
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
