#!/usr/bin/python3
"""Measures how organisations and vessels of real lists are found when their names are written otherwise.

  bench/organisation_variations.py VEDETTE DATA [--each N] [--misses CLASS]

VEDETTE is the binary, DATA the folder of real data. Every class of variation is made from names of the SDN list
(open: rules are worked out on these) and of the UN, EU and UK lists (held out: only measured). One line per class:
pairs that score 80 or more, open and held out. Then the labelled pairs with each group left out, the sister names that
must not be shown, and the typos that raised a score (must be none). The choice is random with a fixed seed.
"""
import argparse
import csv
import gzip
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

LINE = 80
LEGAL = ("LLC", "LTD", "LIMITED", "OOO", "OAO", "PJSC", "JSC", "GMBH", "CO.", "COMPANY", "CORP", "CORPORATION", "INC", "AO", "PAO", "ZAO",
         "S.A.", "SA", "SAL", "FZE", "PLC", "CO", "B.V.", "AG", "LLP", "DMCC", "FZCO", "SRL", "FZC")
NUMBERS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten", 11: "Eleven",
           12: "Twelve", 13: "Thirteen", 14: "Fourteen", 15: "Fifteen", 16: "Sixteen", 17: "Seventeen", 18: "Eighteen", 19: "Nineteen"}
TENS = {2: "Twenty", 3: "Thirty", 4: "Forty", 5: "Fifty", 6: "Sixty", 7: "Seventy", 8: "Eighty", 9: "Ninety"}
ORDINALS = {1: "First", 2: "Second", 3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh", 8: "Eighth", 9: "Ninth", 10: "Tenth"}
ROMANS = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI", 7: "VII", 8: "VIII", 9: "IX", 10: "X", 11: "XI", 12: "XII"}
OTHER_FORMS = {"LLC": "OOO", "OOO": "Limited Liability Company", "OAO": "Open Joint Stock Company", "JSC": "Joint Stock Company",
               "LTD": "LIMITED", "LTD.": "LIMITED", "LIMITED": "LTD", "CO.": "COMPANY", "CORPORATION": "CORP", "GMBH": "Gesellschaft mit beschraenkter Haftung",
               "PJSC": "Public Joint Stock Company", "AO": "JSC", "PAO": "PJSC", "ZAO": "Closed Joint Stock Company"}


def sdn_names(data):
    kinds, folder = {}, data / "official/ofac/sdn_2023-12-28"
    for file, column in (("sdn.csv", 1), ("alt.csv", 3)):
        for row in csv.reader(open(folder / file, encoding="latin-1", newline="")):
            if len(row) <= column:
                continue
            if file == "sdn.csv":
                kinds[row[0]] = {"individual": None, "vessel": "Vessel", "aircraft": None}.get(row[2].strip(), "Company")
            if kinds.get(row[0]):
                yield kinds[row[0]], row[column].strip()


def held_out_names(data):
    root = ElementTree.parse(data / "official/un/un_2026-02-27.xml").getroot()
    for entity in root.iter("ENTITY"):
        yield "Company", (entity.findtext("FIRST_NAME") or "").strip()
        for alias in entity.iter("ENTITY_ALIAS"):
            yield "Company", (alias.findtext("ALIAS_NAME") or "").strip()
    root = ElementTree.parse(gzip.open(data / "official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz")).getroot()
    for entity in root.iter():
        if not entity.tag.endswith("sanctionEntity"):
            continue
        if any(child.tag.endswith("subjectType") and child.get("code") == "enterprise" for child in entity):
            for child in entity:
                if child.tag.endswith("nameAlias"):
                    yield "Company", (child.get("wholeName") or "").strip()
    root = ElementTree.parse(gzip.open(data / "official/uk/uk_sl_rebuilt_2026-05-02.xml.gz")).getroot()
    for designation in root.iter("Designation"):
        kind = {"Entity": "Company", "Ship": "Vessel"}.get(designation.findtext("IndividualEntityShip") or "")
        for name in designation.iter("Name") if kind else ():
            yield kind, (name.findtext("Name6") or "").strip()


def latin_names(pairs):
    seen = set()
    for kind, name in pairs:
        if re.fullmatch(r"[\x20-\x7e]+", name) and 6 <= len(name) <= 90 and len(re.findall("[A-Za-z]", name)) > 4 and (kind, name) not in seen:
            seen.add((kind, name))
            yield kind, name


def typo_in(word):
    j = random.randrange(1, len(word) - 1)
    letter = random.choice("abcdefghijklmnoprstuvyz")
    letter = letter.upper() if word[j].isupper() else letter
    return random.choice([word[:j] + word[j + 1:], word[:j] + letter + word[j:], word[:j] + letter + word[j + 1:],
                          word[:j] + word[j + 1] + word[j] + word[j + 2:]])


def plain_words(name, shortest):
    words = name.split()
    return words, [i for i, word in enumerate(words) if len(word) >= shortest and word.isalpha()]


def on_a_word(name, shortest, change):
    words, fit = plain_words(name, shortest)
    if not fit:
        return None
    i = random.choice(fit)
    words[i] = change(words[i])
    return " ".join(words)


def split(name):
    def change(word):
        j = random.randrange(2, len(word) - 1)
        return word[:j] + " " + word[j:]
    return on_a_word(name, 5, change)


def glue(name):
    blanks = [m.start() for m in re.finditer(r"(?<=[A-Za-z]) (?=[A-Za-z])", name)]
    if not blanks:
        return None
    at = random.choice(blanks)
    return name[:at] + name[at + 1:]


def glue_legal(name):
    words = name.split()
    places = [i for i, word in enumerate(words) if word.upper().strip(",") in LEGAL and len(words) > 1]
    if not places:
        return None
    i = random.choice(places)
    k = i - 1 if i > 0 else 0
    return " ".join(words[:k] + [words[k].strip(",") + words[k + 1]] + words[k + 2:])


def glue_all(name):
    return re.sub(r"[ ,]", "", name) if " " in name else None


def number(name, form):
    found = re.search(r"(?<![\w/.-])(\d{1,2})(?![\w/.-])", name)
    if not found or int(found[1]) == 0:
        return None
    written = form(int(found[1]))
    return written and name[:found.start()] + written + name[found.end():]


def in_words(value):
    return NUMBERS.get(value) or (TENS[value // 10] + (" " + NUMBERS[value % 10] if value % 10 else "") if value > 19 else None)


def cut(width):
    def change(name):
        return name[:width].rstrip() if len(name) > width and name[width - 1].isalnum() and name[width].isalnum() else None
    return change


def drop_legal(name):
    words = name.split()
    kept = [word for word in words if word.upper().strip(",") not in LEGAL]
    return " ".join(kept).rstrip(",") if 0 < len(kept) < len(words) else None


def other_legal(name):
    words = name.split()
    places = [i for i, word in enumerate(words) if word.upper().strip(",") in OTHER_FORMS]
    if not places or len(words) < 2:
        return None
    words[places[0]] = OTHER_FORMS[words[places[0]].upper().strip(",")]
    return " ".join(words)


def short_name(name):
    """What is left when legal forms, brackets and figures are taken away; evasion is tried on such."""
    kept = [word for word in re.sub(r"\(.*?\)", " ", name).split() if word.upper().strip(",") not in LEGAL]
    return " ".join(kept) if 1 <= len(kept) <= 4 and all(word.isalpha() for word in kept) else None


def spaced(sign):
    def change(name):
        return " ".join(sign.join(word) for word in name.split()) if short_name(name) == name else None
    return change


def all_spaced(name):
    return " ".join(name.replace(" ", "")) if short_name(name) == name else None


def junk(name):
    return random.choice(["PAYMENT TO {} INVOICE 4471", "beneficiary {} ref 20231107", "TRANSFER FOR {} GOODS CONTRACT", "order of {} settlement due march",
                          "{} invoice payment due urgent", "please credit {} thank you"]).format(name)


CLASSES = {
    "split inside a word": split,
    "split twice": lambda name: (lambda once: once and split(once))(split(name)),
    "one blank lost": glue,
    "blank lost at a legal form": glue_legal,
    "all blanks lost": glue_all,
    "one typo": lambda name: on_a_word(name, 4, typo_in),
    "typo and split": lambda name: (lambda once: once and split(once))(on_a_word(name, 5, typo_in)),
    "number in words": lambda name: number(name, in_words),
    "number as ordinal": lambda name: number(name, ORDINALS.get),
    "number in Roman letters": lambda name: number(name, ROMANS.get),
    "cut at 18": cut(18),
    "cut at 20": cut(20),
    "cut at 35": cut(35),
    "no legal form": drop_legal,
    "legal form in other words": other_legal,
    "vowels of a word dropped": lambda name: on_a_word(name, 7, lambda word: word[0] + re.sub("[aeiouAEIOU]", "", word[1:])),
    "letters of words spaced": spaced(" "),
    "letters of words dotted": spaced("."),
    "all letters spaced": all_spaced,
    "junk around": junk,
}


def other_number(name):
    found = re.search(r"(?<!\w)(\d{1,3})(?!\w)", name)
    return found and name[:found.start()] + str(int(found[1]) + random.choice([1, 2, 5])) + name[found.end():]


PLACES = ["CHILE", "KENYA", "NORWAY", "TEXAS", "GENEVA", "OSAKA"]
SISTERS = {
    "another number": other_number,
    "a further place": lambda name: (lambda words: " ".join(words[:1] + [random.choice(PLACES)] + words[1:]) if len(words) > 1 else None)(name.split()),
    "a word for another": lambda name: on_a_word(name, 5, lambda word: random.choice(["MERIDIAN", "ZEPHYR", "BOREALIS", "QUORUM", "LARKSPUR"])),
}


def variations(names, classes, each):
    for label, change in classes.items():
        pool = names[:]
        random.shuffle(pool)
        made = 0
        for kind, name in pool:
            varied = change(name)
            if not varied or varied == name:
                continue
            yield label, kind, varied, name
            made += 1
            if made == each:
                break


def scores(vedette, rows):
    """rows of (schema, query, listed); the score of each."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "pairs.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["schema", "name1", "name2"])
            writer.writerows(rows)
        out = subprocess.run([vedette, "compare", "--csv", str(path)], check=True, capture_output=True, text=True).stdout
    return [int(row["score"]) for row in csv.DictReader(out.splitlines())]


def share(found):
    return f"{100 * sum(found) / len(found):6.1f} % of {len(found):4}" if found else "     -        "


def measure(vedette, sets, classes, title, misses):
    print(f"\n{title:30} {'open (SDN)':>18} {'held out (UN, EU, UK)':>24}")
    found, all_found = {}, {}
    for side, names, each in sets:
        rows = list(variations(names, classes, each))
        for (label, kind, varied, name), score in zip(rows, scores(vedette, [row[1:] for row in rows])):
            found.setdefault(label, {}).setdefault(side, []).append(score >= LINE)
            all_found.setdefault(side, []).append(score >= LINE)
            if misses == label and score < LINE and side == "open":
                print(f"  {score:3}  {varied}  |  {name}")
    for label, sides in found.items():
        print(f"{label:30} {share(sides.get('open', [])):>18} {share(sides.get('held out', [])):>24}")
    print(f"{'together':30} {share(all_found['open']):>18} {share(all_found['held out']):>24}")


def typos_that_raise(vedette, sets):
    """A name in which a word differs already gets one more typo: the score must not rise."""
    for side, names, each in sets:
        pool = random.sample(names, min(len(names), 8 * each))
        first, second = [], []
        for kind, name in pool:
            base = random.choice([lambda n: n, drop_legal, split, glue, cut(20), SISTERS["a word for another"], SISTERS["a further place"]])(name) or name
            more = on_a_word(base, 5, typo_in)
            if more:
                first.append((kind, base, name))
                second.append((kind, more, name))
        raised = [(b, a, second[i][1], first[i][1], first[i][2]) for i, (a, b) in enumerate(zip(scores(vedette, first), scores(vedette, second))) if b > a]
        across = [each for each in raised if each[0] >= LINE > each[1]]
        print(f"typos that raised a score, {side}: {len(raised)} of {len(first)}, over the line {len(across)}")
        for row in sorted(across or raised, key=lambda r: r[1] - r[0])[:6]:
            print("   ", *row, sep=" | ")


def labelled(vedette, data):
    rows = [row for row in csv.DictReader((data / "labelled/name_pairs.csv").open()) if row["schema"] != "Person"]
    values = scores(vedette, [(row["schema"], row["name1"], row["name2"]) for row in rows])
    groups = sorted({row["case_group"] for row in rows})

    def f1(chosen, line):
        wanted = [(row["is_match"] == "true", value >= line) for row, value in zip(rows, values) if row["case_group"] in chosen]
        right = sum(a and b for a, b in wanted)
        wrong = sum(a != b for a, b in wanted)
        return 2 * right / max(1, 2 * right + wrong)
    print(f"\nlabelled organisations and vessels: {len(rows)} pairs, F1 at 80 {f1(groups, LINE):.3f}")
    for group in groups:
        print(f"  {group:20} {f1([group], LINE):.3f}")
    for row, value in zip(rows, values):
        if (value >= LINE) != (row["is_match"] == "true"):
            print(f"  wrong: {value:3} {row['is_match']:5} {row['quality']:7} {row['name1']} | {row['name2']}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vedette")
    arguments.add_argument("data", type=pathlib.Path)
    arguments.add_argument("--each", type=int, default=300)
    arguments.add_argument("--misses", metavar="CLASS", help="print the open pairs of a class that are missed")
    given = arguments.parse_args()
    random.seed(31)
    sets = [("open", list(latin_names(sdn_names(given.data))), given.each), ("held out", list(latin_names(held_out_names(given.data))), given.each)]
    print("names:", ", ".join(f"{len(names)} {side}" for side, names, _ in sets))
    measure(given.vedette, sets, CLASSES, "one party, found at 80", given.misses)
    measure(given.vedette, sets, SISTERS, "another party, shown at 80", given.misses)
    typos_that_raise(given.vedette, sets)
    labelled(given.vedette, given.data)


if __name__ == "__main__":
    sys.exit(main())
