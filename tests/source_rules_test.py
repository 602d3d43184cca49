"""Rules of the source that no compiler knows."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Readers without a fuzz target of their own; list_recognise_fuzz reaches them.
NOT_FUZZED_ALONE = {"wikidata-json"}


def words_of(name):
    """kWordKeyBuckets -> word key buckets"""
    return re.sub(r"(?<!^)([A-Z])", r" \1", name.removeprefix("k")).lower()


class SourceRules(unittest.TestCase):
    def test_the_catalogue_is_drawn_as_it_is(self):
        source = (ROOT / "src/catalogue/format.h").read_text()
        drawing = (ROOT / "docs/catalogue-format.md").read_text()
        version = re.search(r"kFormatVersion = (\d+);", source).group(1)
        count = int(re.search(r"kSectionCount = (\d+);", source).group(1))
        self.assertIn(f"u32 format ({version}) ", drawing)
        self.assertIn(f"u32 number of sections ({count}) ", drawing)
        sections = re.search(r"enum class SectionId[^{]*{(.*?)}", source, re.S).group(1)
        names = [words_of(name) for name in re.findall(r"\bk\w+", sections)]
        rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", drawing, re.M)
        self.assertEqual(rows, [(str(i + 1), name) for i, name in enumerate(names)])
        self.assertEqual(len(names), count)

    def test_every_list_format_is_described_counted_and_fuzzed(self):
        names = re.findall(r'^    Row{Format::\w+, "([a-z-]+)"', (ROOT / "src/lists/formats/format.cc").read_text(), re.M)
        page = (ROOT / "docs/list-formats.md").read_text()
        fuzzed = re.findall(r'^    {"list_(\w+)_fuzz"', (ROOT / "fuzz/list_fuzz.cc").read_text(), re.M)
        self.assertEqual([name for name in names if f"\n| `{name}` |" not in page], [])
        self.assertEqual({name for name in names if name.replace("-", "_") not in fuzzed}, NOT_FUZZED_ALONE)
        self.assertIn(f"{len(names)} formats in all", " ".join((ROOT / "README.md").read_text().split()))

    def test_the_page_of_the_ledger_names_every_table_and_action(self):
        page = (ROOT / "docs/ledger.md").read_text()
        steps = "\n".join(path.read_text() for path in sorted((ROOT / "db").glob("*.sql")))
        tables = set(re.findall(r"^create table (\w+)", steps, re.M)) - set(re.findall(r"^drop table (\w+)", steps, re.M))
        actions = re.findall(r'"([a-z_]+\.[a-z_]+)"', (ROOT / "src/service/audit/audit_actions.h").read_text())
        self.assertEqual([name for name in sorted(tables) if not re.search(rf"\b{name}\b", page)], [])
        self.assertEqual([action for action in actions if f"`{action}`" not in page], [])

    def test_every_setting_is_on_a_page(self):
        names = re.findall(r'\{\.name = "(\w+)"', (ROOT / "src/app/settings/settings.cc").read_text())
        pages = " ".join(path.read_text() for path in (ROOT / "docs").glob("*.md"))
        self.assertEqual([name for name in names if not re.search(rf"\b{name}\b", pages)], [])

    def test_memory_is_asked_for_by_the_one_function_that_the_compiler_keeps(self):
        calls = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "src").rglob("*.[hc]*"))
                 if "__builtin_prefetch" in path.read_text()]
        self.assertEqual(calls, ["src/base/prefetch.h"])


if __name__ == "__main__":
    unittest.main()
