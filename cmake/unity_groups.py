"""Which source files a sanitizer build may compile together.

Instrumented code is dear to generate, and files compiled together share what they instantiate, so a
build of groups takes less than half of the time. Names of one file's unnamed namespace would meet those
of another's there: each file goes to the first group that has room and none of its names.

  unity_groups.py FILE...    prints one group's number for each file, separated by semicolons
"""
import pathlib
import re
import sys

MOST_FILES = 8
TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:class|struct|union|enum(?:\s+class)?)\s+(\w+)")
# The last word before the first mark that opens arguments, a value or an array.
NAME = re.compile(r"^[\w:<>,&*\s]*?(?<![:\w])(\w+)\s*[({=;\[]")
NOT_NAMES = {"static_assert", "operator", "decltype", "alignas"}


def names_of(path):
    """What the file declares in its unnamed namespaces, told by the layout that clang-format gives."""
    names, unnamed = set(), False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line == "namespace {" or line.startswith("}  // namespace"):
            unnamed = line == "namespace {"
        if not unnamed or not line[:1].isalpha() or line.startswith("namespace "):
            continue
        found = TYPE.match(line) or NAME.match(line)
        if found and found[1] not in NOT_NAMES and not found[1].isupper():
            names.add(found[1])
    return names


def main():
    groups, answer = [], []
    for file in sys.argv[1:]:
        names = names_of(pathlib.Path(file))
        number = next((n for n, (count, taken) in enumerate(groups) if count < MOST_FILES and not names & taken), None)
        if number is None:
            number = len(groups)
            groups.append((0, set()))
        groups[number] = (groups[number][0] + 1, groups[number][1] | names)
        answer.append(str(number))
    print(";".join(answer), end="")


if __name__ == "__main__":
    main()
