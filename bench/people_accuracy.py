#!/usr/bin/python3
"""Measures how people are matched, on labelled pairs and on names of the published lists.

  bench/people_accuracy.py VEDETTE DATA [FOLDER] [--show TREATMENT] [--no-alerts]

VEDETTE is the binary, DATA the folder of real data (VEDETTE_TEST_DATA), FOLDER keeps the catalogue of
UN, SDN, EU and UK lists between runs. Prints one table for docs/matching.md: each figure on the part
that rules may be written from (open) and on the part that is only measured (held out).
  labelled pairs   open: the groups nk_checks and nk_unit_tests; held out: all others
  treated names    open: the UN and SDN lists; held out: the EU and UK lists
The choice of names and of changes is random with a fixed seed.
"""
import argparse
import collections
import csv
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import names_data  # noqa: E402

LINE = 80
OPEN_GROUPS = {"nk_checks", "nk_unit_tests"}
LISTS = ["official/un/un_2026-02-27.xml"], [f"official/ofac/sdn_2023-12-28/{name}.csv" for name in ("sdn", "add", "alt", "sdn_comments")], \
    ["official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz"], ["official/uk/uk_sl_rebuilt_2026-05-02.xml.gz"]
NAMES_PER_TREATMENT = 250
JUNK = ("payment ref", "urgent transfer to", "beneficiary details", "invoice 4471 dated", "customer copy of", "salary june for", "please credit account of",
        "as per contract with", "refund order", "second half of fee")


def people_of_lists(data):
    """Primary Latin names of people: list -> names."""
    found = {"UN": [], "SDN": [], "EU": [], "UK": []}
    root = ElementTree.parse(data / LISTS[0][0]).getroot()
    found["UN"] = [name for _, name in names_data.un_people(root)]
    for row in csv.reader(open(data / LISTS[1][0], encoding="latin-1", newline="")):
        if len(row) > 2 and row[2].strip() == "individual":
            found["SDN"].append(row[1].strip())
    space = "{http://eu.europa.ec/fpi/fsd/export}"
    for entity in ElementTree.parse(gzip.open(data / LISTS[2][0])).getroot().iter(space + "sanctionEntity"):
        alias = entity.find(space + "nameAlias")
        if entity.find(space + "subjectType").get("code") == "person" and alias is not None:
            found["EU"].append(alias.get("wholeName"))
    for entity in ElementTree.parse(gzip.open(data / LISTS[3][0])).getroot().iter("Designation"):
        if entity.findtext("IndividualEntityShip") == "Individual":
            name = entity.find("Names/Name")
            found["UK"].append(" ".join(filter(None, (name.findtext(f"Name{i}") for i in range(1, 7)))))
    return {key: sorted({" ".join(name.split()) for name in names if re.fullmatch(r"[A-Za-z ,.'-]+", name) and len(name.split()) > 1})
            for key, names in found.items()}


def plain(name):
    """The family name last, as a customer file has it."""
    last, _, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if first and "," not in first else name.replace(",", "")


def one_typo(name, at_least=4):
    words = name.split()
    places = [i for i, word in enumerate(words) if len(word) > at_least]
    if not places:
        return None
    i = random.choice(places)
    word = words[i]
    j = random.randrange(1, len(word) - 1)
    letter = random.choice("abcdefghijklmnoprstuvyz")
    words[i] = random.choice([word[:j] + word[j + 1:], word[:j] + letter + word[j:], word[:j] + letter + word[j + 1:], word[:j] + word[j + 1] + word[j] + word[j + 2:]])
    return " ".join(words) if words[i].lower() != word.lower() else None


def two_typos(name):
    words = name.split()
    places = [i for i, word in enumerate(words) if len(word) > 4]
    if len(places) < 2:
        return None
    for i in random.sample(places, 2):
        words[i] = one_typo(words[i]) or words[i]
    return " ".join(words)


def without_vowels(name):
    words = [word[0] + re.sub("[aeiou]", "", word[1:], flags=re.I) for word in name.split()]
    return " ".join(words) if all(len(word) > 2 for word in words) else None


def cut(width):
    def treat(name):
        if len(name) <= width or name[width] in " -" or name[width - 1] in " -":
            return None
        kept = name[:width].split()
        return name[:width] if len(kept) > 1 and len(kept[-1]) > 1 and len(kept) == len(name.split()) else None
    return treat


def article_left_out(name):
    changed = re.sub(r"(?<=[a-z]) (al|el|ad|ud|ul|ur|an|as|ash)[- ](?=\w)", " ", name, flags=re.I)
    return changed if changed != name else None


PATRONYMIC = re.compile(r"(\w{3,}?)(ovich|evich|yevich|ievich|iyevich|ovna|evna|yevna|ievna|iyevna)\b", re.I)
RESPELT = {"ovich": ("owitsch", "ovitch", "ovitš", "ovics", "avich", "ovych", "ovici", "offich"), "evich": ("ewitsch", "evitch", "jevitš", "evics", "ievich", "yevich", "jewitsch", "eevich"),
           "ovna": ("owna", "ovna", "avna", "auna", "ivna"), "evna": ("ewna", "jevna", "yeuna", "jewna", "ivna", "eevna")}
LETTERS = (("v", "w"), ("k", "c"), ("y", "i"), ("ks", "x"), ("kh", "ch"), ("zh", "j"), ("sh", "sch"), ("yu", "iu"), ("ya", "ia"))


def patronymic_respelt(name):
    found = PATRONYMIC.search(name)
    if not found or len(name.split()) < 3 or name.split()[-1] == found.group(0) and name.split()[-1] == name.split()[1]:
        return None
    ending = next(key for key in RESPELT if found.group(2).lower().endswith(key))
    stem = found.group(1)
    if random.random() < 0.5:
        old, new = random.choice(LETTERS)
        stem = stem[0] + stem[1:].replace(old, new, 1)
    changed = name[:found.start()] + stem + random.choice(RESPELT[ending]) + name[found.end():]
    return changed if changed != name else None


def syllable_left_out(name):
    words = name.split()
    if len(words) != 3 or words[0].lower() not in FAMILY_NAMES_OF_SYLLABLES or any(len(word) > 5 for word in words):
        return None
    return f"{words[0]} {words[random.choice((1, 2))]}"


FAMILY_NAMES_OF_SYLLABLES = {"kim", "ri", "pak", "choe", "chang", "jang", "jo", "han", "kang", "o", "yun", "kwon", "hwang", "an", "song", "ryu", "hong", "jon", "ko", "mun", "yang",
                             "son", "pae", "paek", "ho", "nam", "sim", "no", "ha", "u", "wang", "zhang", "li", "liu", "chen", "wu", "sun", "ma", "zhu", "xu"}


def glued(name):
    words = name.split()
    return "".join(words) if len(words) == 2 and "-" not in name else None


def partly_glued(name):
    words = name.split()
    return f"{words[0]} {''.join(words[1:])}" if len(words) == 3 and "-" not in name else None


TREATMENTS = {
    "one typo": one_typo,
    "two typos in two words": two_typos,
    "letters spaced": lambda name: "  ".join(" ".join(word) for word in name.replace("-", " ").split()),
    "letters spaced, blanks alike": lambda name: " ".join("".join(name.replace("-", " ").split())),
    "letters dotted": lambda name: " ".join(".".join(word) for word in name.replace("-", " ").split()),
    "family name spaced": lambda name: " ".join(name.split()[:-1] + [" ".join(name.split()[-1])]) if len(name.split()[-1]) > 4 else None,
    "reversed, direction mark": lambda name: "\u202e" + name[::-1] + "\u202c",
    "glued, two words": glued,
    "two of three words glued": partly_glued,
    "junk in front and behind": lambda name: f"{random.choice(JUNK)} {name} {random.choice(JUNK)}",
    "vowels left out": without_vowels,
    "cut at 18": cut(18),
    "cut at 20": cut(20),
    "cut at 35": cut(35),
    "article left out": article_left_out,
    "syllable left out": syllable_left_out,
    "patronymic respelt": patronymic_respelt,
    "order of names": lambda name: " ".join(reversed(name.split())) if len(name.split()) == 2 else None,
    "two middle names left out": lambda name: f"{name.split()[0]} {name.split()[-1]}" if len(name.split()) == 4 else None,
    "one typo, middle name left out": lambda name: one_typo(f"{name.split()[0]} {name.split()[-1]}") if len(name.split()) == 3 else None,
    "middle name left out": lambda name: f"{name.split()[0]} {name.split()[-1]}" if len(name.split()) == 3 else None,
}


def compare(binary, rows):
    """Scores of (schema, query, listed name)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "pairs.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["schema", "name1", "name2"])
            writer.writerows(rows)
        out = subprocess.run([binary, "compare", "--csv", str(path)], check=True, capture_output=True, text=True).stdout
    return [int(row["score"]) for row in csv.DictReader(out.splitlines())]


def f1(pairs):
    hits = sum(same and found for same, found in pairs)
    wrong = sum(not same and found for same, found in pairs)
    missed = sum(same and not found for same, found in pairs)
    return (2 * hits / (2 * hits + wrong + missed) if hits else 0), wrong, missed


def labelled(binary, data, show):
    rows = list(csv.DictReader(open(data / "labelled/name_pairs.csv", newline="")))
    rows = [row for row in rows if row["schema"] == "Person"]
    scores = compare(binary, [(row["schema"], row["name1"], row["name2"]) for row in rows])
    results = collections.defaultdict(list)
    groups = collections.defaultdict(list)
    for row, score in zip(rows, scores):
        same, found = row["is_match"] == "true", score >= LINE
        results[row["case_group"] in OPEN_GROUPS].append((same, found))
        groups[row["case_group"]].append((same, found))
        if show == "labelled" and same != found:
            print(f"    {score} {row['name1']} | {row['name2']} | {row['is_match']}")
    for is_open in (True, False):
        results[is_open] = "F1 {:.3f}, {} false, {} missed".format(*f1(results[is_open]))
    yield "labelled people", results[True], results[False]
    # A line that is chosen on all groups but one, and measured on that one.
    left_out = []
    for group in groups:
        others = [(row, score) for row, score in zip(rows, scores) if row["case_group"] != group]
        best = max(range(70, 91), key=lambda line: (f1([(row["is_match"] == "true", score >= line) for row, score in others])[0], -abs(line - LINE)))
        left_out += [(row["is_match"] == "true", score >= best) for row, score in zip(rows, scores) if row["case_group"] == group]
    yield "line chosen without the group", "F1 {:.3f}".format(f1([pair for pairs in groups.values() for pair in pairs])[0]), "F1 {:.3f}".format(f1(left_out)[0])
    checks = list(csv.DictReader(open(data / "labelled/entity_checks.csv", newline="")))
    scores = compare(binary, [(row["schema"], row["name1"], row["name2"]) for row in checks])
    right = [(row["is_match"] == "true") == (score >= LINE) for row, score in zip(checks, scores)]
    yield "entity checks, all kinds", f"{sum(right) / len(right):.1%} right", "-"


def treated(binary, data, show):
    people = people_of_lists(data)
    rows, keys = [], []
    for treatment, treat in TREATMENTS.items():
        for part, lists in ((True, ("UN", "SDN")), (False, ("EU", "UK"))):
            random.seed(f"{treatment} {part}")
            names = [name for key in lists for name in people[key]]
            random.shuffle(names)
            count = 0
            for listed in names:
                query = treat(plain(listed))
                if query is None:
                    continue
                rows.append(("Person", query, listed))
                keys.append((treatment, part))
                count += 1
                if count == NAMES_PER_TREATMENT:
                    break
    found = collections.defaultdict(list)
    for (treatment, part), row, score in zip(keys, rows, compare(binary, rows)):
        found[treatment, part].append(score >= LINE)
        if show == treatment and score < LINE:
            print(f"    {score} {row[1]} | {row[2]}")
    for treatment in TREATMENTS:
        yield (treatment, *("{:.1%} of {}".format(sum(found[treatment, part]) / max(1, len(found[treatment, part])), len(found[treatment, part])) for part in (True, False)))
    for part in (True, False):
        found["all", part] = [hit for treatment in TREATMENTS for hit in found[treatment, part]]
    yield ("all treatments", *("{:.1%}".format(sum(found["all", part]) / len(found["all", part])) for part in (True, False)))


def screened(binary, folder, names):
    """The hits of each name."""
    source, out = folder / "names.csv", folder / "answers.ndjson"
    with source.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["name"])
        writer.writerows([name] for name in names)
    out.unlink(missing_ok=True)
    subprocess.run([binary, "screen", "--csv", str(source), "--out", str(out), "--format", "ndjson", "--threshold", str(LINE), "--type", "individual", "--limit", "10000",
                    "--data", str(folder / "data")], check=True, capture_output=True)
    return [json.loads(line) for line in out.open()]


def customers_with_place_names(data):
    """Invented customers whose family name is a place, and the same with other family names."""
    random.seed("places")
    table = pathlib.Path(__file__).resolve().parent.parent / "data/organisations/places.tsv"
    rows = [line.split("\t") for line in table.open(encoding="utf-8") if not line.startswith("#")]
    places = sorted({form for row in rows if len(row) > 2 for form in row[2].strip().split("|") if re.fullmatch("[a-z]{5,}", form)})
    people = [row for row in csv.DictReader(open(data / "labelled/negatives_us.csv", newline="")) if row["middle_name"] and row["full_name"].isascii()]
    others = sorted({row["last_name"].lower() for row in people})
    given = [f"{row['first_name']} {row['middle_name']}" for row in people]
    for key in ("UN", "SDN", "EU", "UK"):
        given += [" ".join(plain(name).split()[:2]) for name in people_of_lists(data)[key] if len(name.split()) > 2]
    chosen = random.sample(sorted(set(given)), 560)
    return [f"{name} {random.choice(places).title()}" for name in chosen], [f"{name} {random.choice(others).title()}" for name in chosen]


def alerts(binary, data, folder, show):
    if not (folder / "data").exists():
        for files in LISTS:
            subprocess.run([binary, "lists", "import", *(str(data / file) for file in files), "--data", str(folder / "data")], check=True, capture_output=True)
    else:
        subprocess.run([binary, "lists", "rebuild", "--data", str(folder / "data")], check=False, capture_output=True)
    for part in ("us", "global"):
        names = [row["full_name"] for row in csv.DictReader(open(data / f"labelled/negatives_{part}.csv", newline=""))]
        # Every other customer is only measured.
        rates = []
        for half in (0, 1):
            answers = screened(binary, folder, names[half::2])
            hits = [answer for answer in answers if answer.get("hits")]
            rates.append(f"{1000 * len(hits) / len(answers):.1f} of 1,000")
            if show == "alerts" and half == 0:
                for answer in hits:
                    best = max(answer["hits"], key=lambda hit: hit["score"])
                    print(f"    {best['score']} {answer['name']} | {best['match']} | {best['explanation']}")
        yield (f"alerted, negatives_{part}", *rates)
    rates = []
    for names in customers_with_place_names(data):
        rates.append("{} of 560".format(sum(bool(answer.get("hits")) for answer in screened(binary, folder, names))))
    yield ("alerted, place / other family names", " / ".join(rates), "-")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("binary")
    arguments.add_argument("data", type=pathlib.Path)
    arguments.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path(tempfile.gettempdir()) / "people_accuracy")
    arguments.add_argument("--show", default="")
    arguments.add_argument("--no-alerts", action="store_true")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print("| people | open | held out |\n|---|---|---|")
    parts = [labelled(options.binary, options.data, options.show), treated(options.binary, options.data, options.show)]
    if not options.no_alerts:
        parts.append(alerts(options.binary, options.data, options.folder, options.show))
    for part in parts:
        for row in part:
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
