"""A table that breaks its own description must not get in: each case breaks a good table in one way."""
import pathlib
import subprocess
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent.parent / "script" / "check-tables"

GOOD = """# Names.
# column kind one_of nickname spelling
# column forms forms
# column class? integer
# unique forms
# sorted forms
nickname\tbob|rob\t1
nickname\tмиша|misha\t-
"""


class CheckTables(unittest.TestCase):
    def check(self, content):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "names.tsv").write_bytes(content)
            done = subprocess.run([CHECK, folder], capture_output=True, text=True)
        return done.returncode, done.stderr

    def refused(self, row, because):
        code, complaints = self.check((GOOD + "# more\n" + row + "\n").encode())
        self.assertEqual(code, 1, row)
        self.assertIn(because, complaints)

    def test_a_good_table_is_accepted(self):
        self.assertEqual(self.check(GOOD.encode()), (0, ""))

    def test_a_form_twice_in_one_row_is_refused(self):
        self.refused("nickname\tal|ed|al\t-", "twice in one row")

    def test_a_form_in_two_rows_is_refused_where_forms_are_unique(self):
        self.refused("nickname\tal|bob\t-", "stands already in line")

    def test_an_unknown_kind_is_refused(self):
        self.refused("nick\tal|ed\t-", "not one of")

    def test_upper_case_is_refused(self):
        self.refused("nickname\tAl|ed\t-", "lower case")

    def test_accents_on_latin_letters_are_refused(self):
        self.refused("nickname\tjosé|pepe\t-", "folds to plain letters")

    def test_a_cyrillic_letter_in_a_latin_word_is_refused(self):
        self.refused("nickname\tsаsha|alik\t-", "mixes Latin")

    def test_punctuation_is_refused(self):
        self.refused("nickname\to'neil|neil\t-", "neither letter nor digit")

    def test_a_missing_column_is_refused(self):
        self.refused("nickname\tal|ed", "2 columns where the header describes 3")

    def test_a_number_that_is_none_is_refused(self):
        self.refused("nickname\tal|ed\tmany", "not a whole number")

    def test_rows_out_of_order_are_refused(self):
        self.refused("nickname\tzed|al\t-\nnickname\tabe|ham\t-", "breaks the order")

    def test_a_table_that_is_not_utf8_is_refused(self):
        code, complaints = self.check(GOOD.encode() + b"nickname\t\xff|al\t-\n")
        self.assertEqual(code, 1)
        self.assertIn("not UTF-8", complaints)

    def test_the_same_row_twice_is_refused_even_without_a_description(self):
        code, complaints = self.check(b"a\tb\na\tb\n")
        self.assertEqual(code, 1)
        self.assertIn("the same row", complaints)

    def test_an_empty_folder_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(subprocess.run([CHECK, folder], capture_output=True).returncode, 1)


if __name__ == "__main__":
    unittest.main()
