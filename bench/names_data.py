#!/usr/bin/python3
"""Writes the inputs of screening_bench from the published lists and the labelled sets.

  bench/names_data.py DATA FOLDER

DATA is the folder of real data (VEDETTE_TEST_DATA), FOLDER gets the files:
  listed.tsv            id, kind, name: the UN list and the SDN list with their aliases
  ordinary_*.txt        2,500 people each who are on no list
  treated.tsv           UN people with typos, swaps, lost accents and inversions
  originals.tsv         UN people in Arabic letters and in Latin ones
  varied_*.tsv          listed names with one change each: one name still
  sister_*.tsv          made-up sister companies; same_name.tsv: people who share one name: not one party
  scripts/*.tsv         politicians in their own script and in Latin letters
The choice is random with a fixed seed, so that two runs give the same files.
"""
import csv
import pathlib
import random
import re
import sys
import xml.etree.ElementTree as ElementTree


def un_people(root):
    for person in root.iter("INDIVIDUAL"):
        parts = [(person.findtext(key) or "").strip() for key in ("FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME")]
        yield person, " ".join(part for part in parts if part)


def listed_names(data):
    root = ElementTree.parse(data / "official/un/un_2026-02-27.xml").getroot()
    for person, name in un_people(root):
        reference = person.findtext("REFERENCE_NUMBER")
        yield reference, "P", name
        yield reference, "P", (person.findtext("NAME_ORIGINAL_SCRIPT") or "").strip()
        for alias in person.iter("INDIVIDUAL_ALIAS"):
            yield reference, "P", (alias.findtext("ALIAS_NAME") or "").strip()
    for entity in root.iter("ENTITY"):
        reference = entity.findtext("REFERENCE_NUMBER")
        yield reference, "O", (entity.findtext("FIRST_NAME") or "").strip()
        for alias in entity.iter("ENTITY_ALIAS"):
            yield reference, "O", (alias.findtext("ALIAS_NAME") or "").strip()
    kinds = {}
    folder = data / "official/ofac/sdn_2023-12-28"
    for row in csv.reader(open(folder / "sdn.csv", encoding="latin-1", newline="")):
        if len(row) < 3:
            continue
        kinds[row[0]] = {"individual": "P", "vessel": "T", "aircraft": "T"}.get(row[2].strip(), "O")
        yield "OFAC-" + row[0], kinds[row[0]], row[1].strip()
    for row in csv.reader(open(folder / "alt.csv", encoding="latin-1", newline="")):
        if len(row) > 3 and row[0] in kinds:
            yield "OFAC-" + row[0], kinds[row[0]], row[3].strip()


def originals(data):
    root = ElementTree.parse(data / "official/un/un_2026-02-27.xml").getroot()
    for person, name in un_people(root):
        original = (person.findtext("NAME_ORIGINAL_SCRIPT") or "").strip()
        if re.search("[\u0600-\u06ff]", original):
            yield "P", original, name


def typo(name):
    words = name.split()
    i = max(range(len(words)), key=lambda k: len(words[k]) * random.random())
    word = words[i]
    if len(word) < 4:
        return name + "x"
    j = random.randrange(1, len(word) - 1)
    letter = random.choice("ABCDEFGHIJKLMNOPRSTUVYZ")
    words[i] = random.choice([word[:j] + word[j + 1:], word[:j] + letter + word[j:], word[:j] + letter + word[j + 1:],
                              word[:j] + word[j + 1] + word[j] + word[j + 2:]])
    return " ".join(words)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    (folder / "scripts").mkdir(parents=True, exist_ok=True)

    def write(name, rows):
        with open(folder / name, "w", encoding="utf-8") as out:
            for row in rows:
                out.write("\t".join(field.replace("\t", " ").replace("\n", " ") for field in row) + "\n")

    def rows_of(name):
        return list(csv.DictReader(open(data / "labelled" / name, encoding="utf-8")))

    listed = sorted({row for row in listed_names(data) if row[0] and row[2]})
    write("listed.tsv", listed)
    random.seed(7)
    for where in ("us", "global"):
        names = [row["full_name"] for row in rows_of(f"negatives_{where}.csv")]
        write(f"ordinary_{where}.txt", [[name] for name in random.sample(names, 2500)])
    write("treated.tsv", [("P", a["full_name"], b["full_name"]) for a, b in
                          zip(rows_of("positives_un_treated.csv"), rows_of("positives_un_untreated.csv"))])
    write("originals.tsv", originals(data))

    people, organisations = [], []
    for identity, kind, name in listed:
        if not re.fullmatch(r"[A-Za-z ,.'\-]+", name):
            continue
        if kind == "P":
            if "," in name:
                family, given = name.split(",", 1)
                name = given.strip() + " " + family.strip()
            words = name.split()
            if 2 <= len(words) <= 5 and len(words[0]) > 2 and len(words[-1]) > 2:
                people.append((identity, name))
        elif kind == "O" and 2 <= len(name.split()) <= 6:
            organisations.append(name)
    random.seed(11)
    names = [name for _, name in random.sample(people, 1500)]
    write("varied_one_typo.tsv", [("P", typo(n), n) for n in names])
    write("varied_two_typos.tsv", [("P", typo(typo(n)), n) for n in names if len(n) > 12])
    write("varied_order.tsv", [("P", " ".join([n.split()[-1]] + n.split()[:-1]), n) for n in names])
    write("varied_glued.tsv", [("P", n.replace(" ", "", 1), n) for n in names])
    write("varied_middle_left_out.tsv", [("P", " ".join(n.split()[:1] + n.split()[2:]), n) for n in names if len(n.split()) >= 3])
    write("varied_initial.tsv", [("P", n[0] + ". " + " ".join(n.split()[1:]), n) for n in names])
    write("varied_comma.tsv", [("P", n.split()[-1].upper() + ", " + " ".join(n.split()[:-1]), n) for n in names])
    names = random.sample(organisations, 1500)
    write("varied_organisation_typo.tsv", [("O", typo(n), n) for n in names])
    places = ["Chile", "Mexico", "Germany", "Dubai", "London", "Japan"]
    write("sister_place.tsv", [("O", n + " " + random.choice(places[:3]), n + " " + random.choice(places[3:])) for n in names])
    write("sister_listed_place.tsv", [("O", n, n + " " + random.choice(places)) for n in names])
    write("varied_town_behind.tsv", [("O", n + " " + random.choice(places), n) for n in names])
    write("sister_number.tsv", [("O", n + " 2", n + " 3") for n in names])
    write("sister_roman_number.tsv", [("O", n + " II", n + " III") for n in names])
    write("sister_business.tsv", [("O", n + " Shipping", n + " Insurance") for n in names])
    shared = []
    for which in (0, -1):
        groups = {}
        for identity, name in people:
            groups.setdefault(name.split()[which].upper(), []).append((identity, name))
        for group in groups.values():
            if len(group) < 2:
                continue
            (one, first), (other, second) = random.sample(group, 2)
            if one != other and set(first.upper().split()) != set(second.upper().split()):
                shared.append(("P", first, second))
    random.shuffle(shared)
    write("same_name.tsv", shared[:1500])

    by_script = {}
    for row in rows_of("derived/pep_cross_script_pairs.csv"):
        by_script.setdefault(row["native_script"], []).append(("P", row["native_name"], row["latin_name"]))
    for script, rows in sorted(by_script.items()):
        random.seed(script)
        write(f"scripts/{script.lower()}.tsv", random.sample(rows, min(600, len(rows))))


if __name__ == "__main__":
    main()
