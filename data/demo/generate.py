#!/usr/bin/env python3
"""Writes the two versions of the demonstration list from the tables beside this file.

The tables hold what people wrote: names, dates, stories. This program adds what every profile has (an
address, evidence, sources), always in the same way, so that the same tables give the same bytes.

Names:    the family name stands in < >, a middle name that is not simply the second word in [ ], and _
          joins words of one part: "<Nguyễn> [Văn] Thạnhphước", "Abd_al-Muttalib Yusuf <al-Hadhrawi>".
Aliases:  a letter for the type (TYPES) and the name; "-" after the letter marks a weak one.
Sections: "## rus" gives the language of the names that are not in Latin letters and of the press.
Stories:  steps separated by ";", the words of a step by ":". Story has a method for each; what a link
          says first is what the other one is to this party, then what this party is to the other.
A row marked + is in the second version only; changes.txt says what else differs.
"""
import hashlib
import json
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
LIST = "vedette-demo"
LIST_NAME = "Vedette Demonstration List (fictional)"
FIRST_DATE, SECOND_DATE = "2026-01-15", "2026-02-15"
FIRST = "vedette-demo-2026-01.jsonl"
SECOND = "vedette-demo-2026-02.jsonl"
SITE = "https://example.org/vedette-demo/"
FICTION = "Fictional entry of the demonstration list: any likeness to a real party is chance."

TYPES = {"o": "Original Script Name", "v": "Name Spelling Variation", "s": "Shortened Name", "p": "Previous Name",
         "b": "Brand Name", "f": "Fake Name", "m": "Maiden Name", "n": "Nickname"}
KINDS = {"P": "person", "B": "organisation", "V": "vessel", "A": "aircraft", "U": "unknown"}
DATASETS = ["PEP-CURRENT", "PEP-FORMER", "PEP-LINKED", "SAN-CURRENT", "SAN-FORMER", "RRE", "REL", "POI", "INS", "DD", "GRI",
            "SOE-CURRENT", "SOE-FORMER", "CORP", "ID"]
SCRIPTS = {"LATIN": "Latn", "CYRILLIC": "Cyrl", "GREEK": "Grek", "ARABIC": "Arab", "HEBREW": "Hebr", "ARMENIAN": "Armn",
           "GEORGIAN": "Geor", "DEVANAGARI": "Deva", "BENGALI": "Beng", "TAMIL": "Taml", "THAI": "Thai", "CJK": "Hani",
           "HIRAGANA": "Hira", "KATAKANA": "Kana", "HANGUL": "Hang", "ETHIOPIC": "Ethi", "GURMUKHI": "Guru",
           "MALAYALAM": "Mlym", "MYANMAR": "Mymr"}
# The script in which the language of a section is written.
WRITTEN = {"rus": "Cyrl", "ukr": "Cyrl", "bul": "Cyrl", "ell": "Grek", "ara": "Arab", "fas": "Arab", "urd": "Arab", "heb": "Hebr",
           "hye": "Armn", "kat": "Geor", "hin": "Deva", "ben": "Beng", "tam": "Taml", "tha": "Thai", "kor": "Hang", "amh": "Ethi",
           "zho": "Hani", "jpn": "Hani"}

# Invented authorities. key: origin, body, number of the body, programme, types, what it means for a party.
BODIES = {
    "ods": ("Vedette Demonstration Authority", "Office of Demonstration Sanctions (ODS)", 9001),
    "hlc": ("Harbour League of the Nine Ports", "Harbour League Council (HLC)", 9002),
    "rur": ("Republic of Ruritania", "Ministry of Trade, Office of Restrictive Measures", 9003),
    "ues": ("Union of Example States", "Union Council, Common List (UES)", 9004),
}
PROGRAMMES = {
    "ods-ter": ("Demonstration Order 1 on Terrorism", ["Terrorism"]),
    "ods-nar": ("Demonstration Order 2 on Narcotics", ["Counter Narcotics"]),
    "hlc-sea": ("Harbour League Measures on Hostile Activities", ["Hostile Activities"]),
    "hlc-pro": ("Harbour League Measures on Non-Proliferation", ["Non-Proliferation", "Hostile Activities"]),
    "rur-hum": ("Ruritanian Act on Human Rights Violations", ["Human Rights"]),
    "ues-ter": ("Union Measures on Territorial Violation", ["Territorial Violation"]),
}
MEASURES = {"person": ["Asset Freeze", "Travel Ban"], "organisation": ["Asset Freeze", "Trade Restriction"],
            "vessel": ["Asset Freeze", "Port Ban"], "aircraft": ["Asset Freeze", "Landing Ban"], "unknown": ["Asset Freeze"]}
# Where everything but sanctions comes from, by the family of datasets.
OTHER_SOURCES = {
    "PEP": ("demo-offices", "Demonstration Register of Public Offices"),
    "RRE": ("demo-press", "Demonstration Press Archive"),
    "REL": ("demo-enforcement", "Demonstration Enforcement Register"),
    "POI": ("demo-offices", "Demonstration Register of Public Offices"),
    "INS": ("demo-insolvency", "Demonstration Insolvency Register"),
    "DD": ("demo-disqualified", "Demonstration Register of Disqualified Directors"),
    "GRI": ("demo-gaming", "Demonstration Gaming Reports"),
    "SOE": ("demo-state-holdings", "Demonstration Register of State Holdings"),
}
# A head and shoulders of 16 by 16 dots, as PNG.
IMAGE = ("iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAIklEQVR42mP4/5/hhzzDB34EAnL/2IMQkH2AmaGBEYRgAACmlg1jpU/EegAAAABJ"
         "RU5ErkJggg==")


def rows(file_name):
    """(section, cells) of every row of a table."""
    section = ""
    for line in (HERE / file_name).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:].strip()
        elif line and not line.startswith("#"):
            yield section, ["" if cell.strip() == "-" else cell.strip() for cell in line.split(" | ")]


PLACES = {cells[0]: cells[1:] for _, cells in rows("places.txt")}


def pieces(text, separator):
    return [piece.strip() for piece in text.split(separator) if piece.strip()]


# ---- names

def script_of(text, section):
    """ISO 15924, by the first letter; Han is told apart by the section."""
    for letter in text:
        if unicodedata.category(letter).startswith("L"):
            script = SCRIPTS[unicodedata.name(letter).split()[0].split("-")[0]]
            if script == "Hani":
                return {"zho-hans": "Hans", "zho-hant": "Hant", "jpn": "Jpan"}.get(section, "Hani")
            return script
    return ""


def name_of(markup, section, type_name=None, weak=False):
    text = re.sub(r"[<>\[\]]", "", markup).replace("_", " ")
    name = {"text": text}
    if type_name:
        name["type"] = type_name
    script = script_of(text, section)
    if script:
        name["script"] = script
    language = section[:3]
    if type_name and WRITTEN.get(language) == {"Hans": "Hani", "Hant": "Hani", "Jpan": "Hani"}.get(script, script):
        name["language"] = language
    family = re.search(r"<(.+?)>", markup)
    if family:
        middle = re.search(r"\[(.+?)\]", markup)
        rest = re.sub(r"<.+?>|\[.+?\]", " ", markup).replace(",", " ")
        # A suffix of the family, "Jr.", belongs to no part.
        given = [word.replace("_", " ") for word in rest.split() if word not in ("Jr.", "Sr.")]
        name["first"] = given[0] if given else ""
        name["middle"] = middle.group(1) if middle else " ".join(given[1:])
        name["last"] = family.group(1)
    if weak:
        name["weak"] = True
    return name


def alias_of(piece, section):
    letter, markup = piece.split(" ", 1)
    return name_of(markup.strip(), section, TYPES[letter[0]], weak=letter.endswith("-"))


# ---- one party

class Party:
    """A row on its way to a profile."""

    def __init__(self, section, cells):
        self.section = section
        self.only_second = cells[0].startswith("+")
        self.record = cells[0].lstrip("+")
        self.kind = KINDS[self.record[0]]
        self.number = int(self.record[1:])
        self.person = self.kind == "person"
        if self.person:
            _, self.name, self.sex, births, countries, aliases, story = cells
            self.births, self.types, self.activities = pieces(births, ";"), [], []
        else:
            _, self.name, countries, aliases, types, activities, story = cells
            self.births, self.types, self.activities = [], pieces(types, ";"), pieces(activities, ";")
        self.countries = countries.split()
        self.aliases = pieces(aliases, ";")
        self.story = pieces(story, ";")
        self.ended_sanctions, self.left_office = {}, ""

    def language(self):
        return {"mis": "eng"}.get(self.section, self.section[:3])


class Story:
    """Fills one profile from the steps of a party's story."""

    def __init__(self, party, links):
        self.party = party
        self.number = party.number
        self.sources, self.evidences, self.datasets = [], [], set()
        self.profile = {key: [] for key in (
            "titles", "notes", "addresses", "contacts", "identifiers", "deaths", "sanctions", "peps", "pepAssociations", "rres",
            "rels", "pois", "inss", "gris", "dds", "images")}
        self.profile["notes"].append(FICTION)
        self.tier = self.soe_entry = None
        self.deceased = False
        for step in party.story:
            verb, *words = step.split(":")
            if verb in ("link", "linked"):
                continue  # ties are made for both ends at once, see ties()
            step_name, plus = verb.rstrip("+"), verb.endswith("+")
            if re.fullmatch(r"pep\d", step_name):
                self.pep(int(step_name[3]), *words)
            elif step_name == "ins":
                self.ins(*words, full=plus)
            else:
                getattr(self, step_name)(*words)
        self.links = [self.link(each) for each in links]

    # -- evidence and sources

    def evidence(self, datasets, title, summary, keywords, published="", language="eng", press=False):
        # Of the content, so that the ids of a profile stay what they are when it changes.
        identity = f"E-{self.party.record}-{hashlib.sha256(f'{title}/{summary}/{published}'.encode()).hexdigest()[:6]}"
        copyrighted = press and self.number % 4 == 0
        day = published.lstrip("~").split("/")[0]
        evidence = {
            "id": identity, "originalUrl": f"{SITE}evidence/{identity.lower()}", "title": title,
            "credibility": ("Medium", "Low", "High")[self.number % 3] if press else "High",
            "language": language, "summary": summary, "keywords": keywords,
            "captured": "2026-02-14" if day.startswith("2026") else "2026-01-12", "published": day, "isCopyrighted": copyrighted,
            "assetUrl": "" if copyrighted else f"{SITE}assets/{identity.lower()}.pdf",
            "datasets": [code for code in DATASETS if code in datasets]}
        self.evidences.append(evidence)
        return [identity]

    def source(self, key, name, dataset, ended=""):
        for each in self.sources:
            if each["key"] == key:
                each["datasets"].add(dataset)
                return
        self.sources.append({"key": key, "name": name, "url": SITE + "sources/" + key, "datasets": {dataset}, "ended": ended})

    def mark(self, dataset):
        self.datasets.add(dataset)
        group = dataset.split("-")[0]
        if group in OTHER_SOURCES:
            self.source(*OTHER_SOURCES[group], dataset)

    # -- steps of a story

    def title(self, text):
        self.profile["titles"].append(text)

    def note(self, text):
        self.profile["notes"].append(text)

    def image(self):
        self.profile["images"].append(IMAGE)
        self.evidence({"ID"}, "Picture of the invented holder", "A drawn silhouette that stands for an identity photograph.",
                      "identity, picture", "2025-10")

    def dead(self, day=""):
        self.deceased = True
        if day:
            self.profile["deaths"].append(day)

    def born(self, city, country):
        self.profile["addresses"].append({"type": "Place of Birth", "city": city, "country": country})

    def contact(self, category, value):
        self.profile["contacts"].append({"category": category, "value": value})

    def id(self, category, value, country=""):
        entry = {"category": category, "value": value, "country": country}
        if category == "Passport":
            entry |= {"issued": f"{2012 + self.number % 9}-03-01", "expires": f"{2022 + self.number % 9}-02-28",
                      "note": "Number invented; no state has issued it."}
            self.evidence({"ID"}, "Copy of an invented passport", f"Shows the number {value}.", "identity, passport")
        self.profile["identifiers"].append(entry)

    def san(self, programme, added, removed=""):
        removed = removed or self.party.ended_sanctions.get(programme, "")
        body = programme[:3]
        origin, body_name, body_id = BODIES[body]
        name, types = PROGRAMMES[programme]
        dataset = "SAN-FORMER" if removed else "SAN-CURRENT"
        own_name = primary(self.party)
        events = [{"type": "Added", "date": added, "evidenceIds": self.evidence(
            {dataset}, f"Notice of {body.upper()}: {own_name} added", f"{body_name} adds {own_name} under {name}.",
            "sanction, listing", added)}]
        year = int(added[:4])
        if self.number % 4 == 1 and year < 2023:
            amended = f"{year + 2}{added[4:7]}"
            events.append({"type": "Amended", "date": amended, "evidenceIds": self.evidence(
                {dataset}, f"Notice of {body.upper()}: entry of {own_name} amended", "Further names and addresses are added to the entry.",
                "sanction, amendment", amended)})
        if removed:
            events.append({"type": "Removed", "date": removed, "evidenceIds": self.evidence(
                {dataset}, f"Notice of {body.upper()}: {own_name} removed", f"{body_name} lifts its measures.", "sanction, removal",
                removed)})
        self.datasets.add(dataset)
        self.source(f"demo-{body}", body_name, dataset, removed)
        self.profile["sanctions"].append({
            "sanctionId": f"{body.upper()}-{self.party.record}", "regime": {"origin": origin, "body": body_name, "name": name,
                                                                            "types": types, "bodyId": body_id},
            "measures": MEASURES[self.party.kind], "events": events, "former": bool(removed)})

    def pep(self, tier, country, segment, position, began, ended=""):
        ended = ended or self.party.left_office
        dataset = "PEP-FORMER" if ended else "PEP-CURRENT"
        self.tier = f"PEP Tier {tier}"
        self.profile["peps"].append({
            "country": country, "segment": segment, "position": position, "from": began, "to": ended,
            "evidenceIds": self.evidence({dataset}, f"Directory of offices: {position}",
                                         f"Names {primary(self.party)} as {position}.", "public office", began),
            "former": bool(ended)})
        self.mark(dataset)

    def assoc(self, pep):
        self.profile["pepAssociations"].append({"list": LIST, "record": pep, "evidenceIds": self.evidence(
            {"PEP-LINKED"}, "Society page", "Describes the tie to the holder of a public office.", "relative, associate", "2024-05",
            self.party.language(), press=True)})
        if self.party.person:
            self.tier = self.tier or "PEP by Association"
        self.mark("PEP-LINKED")

    def rre(self, category, subcategory, event, day):
        self.profile["rres"].append({"category": category, "subcategory": subcategory, "events": [{
            "type": event, "date": day, "evidenceIds": self.evidence(
                {"RRE"}, f"{subcategory}: {event.lower()}",
                f"The Demonstration Courier reports on {primary(self.party)}; the story is invented.", f"{category.lower()}, {subcategory.lower()}",
                day, self.party.language(), press=True)}]})
        self.mark("RRE")

    def rel(self, category, register, event, day, amount="", period=""):
        entry = {"type": event, "date": day, "evidenceIds": self.evidence(
            {"REL"}, f"{register}: {event.lower()}", f"The register names {primary(self.party)}.", "enforcement", day)}
        if amount:
            entry["currency"], entry["amount"] = amount.split()[0], int(amount.split()[1])
        length = {unit: int(count) for count, unit in re.findall(r"(\d+)([dmy])", period)}
        entry |= {"days": length.get("d"), "months": length.get("m"), "years": length.get("y")}
        self.profile["rels"].append({"category": category, "subcategory": register, "events": [entry]})
        self.mark("REL")

    def poi(self, category, country="", segment="", position="", began="", ended=""):
        positions = [{"country": country, "segment": segment, "position": position, "from": began, "to": ended}] if position else []
        self.profile["pois"].append({"category": category, "positions": positions, "evidenceIds": self.evidence(
            {"POI"}, "Older reference", "Kept because the party was of interest once.", "archive", began or "2010")})
        self.mark("POI")

    def ins(self, kind, start, full=False):
        year = int(start[:4])
        entry = {"type": kind, "insolvencyIdNumber": f"DEMO-INS-{self.party.record}", "court": "Demonstration Court of Saltmere"}
        if full:
            entry |= {"solicitor": "Quill & Sandglass LLP (fictional)", "petitioner": "Demonstration Revenue Office", "debt": "GBP 184000",
                      "accountantInBankruptcyCaseNumber": f"DEMO-AIB-{self.number:05}"}
        entry["start"] = start
        if full:
            entry |= {"end": f"{year + 3}{start[4:]}", "hearing": f"{year}-12-01", "petitionPresented": f"{year}-02-03",
                      "gazetteIssue": f"{year}-12-09", "award": f"{year}-12-02", "firstOrder": f"{year}-02"}
        entry["evidenceIds"] = self.evidence({"INS"}, f"Gazette notice: {kind}", f"Notice about {primary(self.party)}.", "insolvency", start)
        self.profile["inss"].append(entry)
        self.mark("INS")

    def dd(self, reason, conduct, began, ended):
        self.profile["dds"].append({
            "caseReference": f"DEMO-DD-{self.number:05}", "reason": reason, "conduct": conduct, "from": began, "to": ended,
            "evidenceIds": self.evidence({"DD"}, "Order of disqualification", f"{reason}: {conduct}.", "disqualification", began)})
        self.mark("DD")

    def gri(self, title, keywords):
        summary = f"An invented report for operators names {primary(self.party)}."
        identity = self.evidence({"GRI"}, title, summary, keywords, "2025-03")[0]
        self.profile["gris"].append({"evidenceId": identity, "title": title, "summary": summary, "keywords": keywords})
        self.mark("GRI")

    def soe(self, level, status):
        self.soe_entry = {"level": level, "status": status, "evidenceIds": self.evidence(
            {f"SOE-{status.upper()}", "CORP"}, "Register of state holdings", f"{level} holding, {status.lower()}.", "state ownership", "2024")}
        self.mark(f"SOE-{status.upper()}")

    def link(self, tie):
        other, relationship, percentage = tie
        entry = {"list": LIST, "record": other.record, "name": primary(other), "relationship": relationship}
        if percentage:
            entry["ownershipPercentage"] = percentage
        if percentage or not self.party.person:
            entry["evidenceIds"] = self.evidence(
                {"CORP"}, "Extract of the demonstration company register", f"{primary(other)}: {relationship.lower()}.",
                "company register, ownership", "2025-11")
        return entry


# ---- what every party has

def address(kind, country, number, second=False):
    city, other_city, street = PLACES[country]
    town, _, county = (other_city if second else city).partition(", ")
    return {"type": kind, "line1": street.replace("#", str(1 + number * 7 % 98)),
            "line2": f"Floor {1 + number % 7}" if number % 11 == 3 else "", "postcode": f"{number:05}", "city": town, "county": county,
            "country": country}


def common_parts(party, story):
    """Addresses, contacts and numbers by the number of the record: enough of each type, the same every time."""
    number, profile = party.number, story.profile
    home, last = party.countries[0], party.countries[-1]
    web = f"{party.record.lower()}.example.org"
    if party.person:
        plan = [("Residential", last, 1), ("Business", home, 4), ("Previous Residential", home, 6), ("Previous Business", home, 9)]
    elif party.kind == "organisation":
        plan = [("Registered", home, 1), ("Operating", last, 3), ("Headquarters", home, 5), ("Branch Office", last, 7),
                ("Representative Office", last, 8), ("Previous", home, 6)]
    else:
        plan = []
    for i, (kind, country, every) in enumerate(plan):
        if number % every == (i if every > 1 else 0):
            profile["addresses"].append(address(kind, country, number, second=i % 2 == 1))
    if party.record == "P179":
        profile["addresses"].append({"type": "Previous Residential", "city": "Old Strait", "countryText": "Former Free Port of the Straits",
                                     "note": "The free port is invented, as is everything here."})
    if party.person:
        numbers = [("Passport", "DEMO-PP", 6), ("National ID No.", "DEMO-NID", 5), ("Tax ID No.", "DEMO-TIN", 8)]
    elif party.kind == "organisation":
        numbers = [("Company Registration Number", "DEMO-REG", 1), ("Tax ID No.", "DEMO-TIN", 4)]
    elif party.kind == "vessel":
        numbers = []
        profile["identifiers"] += [{"category": "IMO Number", "value": f"IMO {number:07}"}, {"category": "MMSI", "value": f"{number:09}"},
                                   {"category": "Call Sign", "value": f"DEMO{number:02}"}]
    else:
        numbers = [("Aircraft Serial Number", "DEMO-SN", 1)] if party.kind == "aircraft" else []
    for category, prefix, every in numbers:
        if number % every == 0:
            story.id(category, f"{prefix}-{home}-{number:06}", home)
    if party.kind in ("person", "organisation"):
        # Numbers that Ofcom and the North American plan keep for fiction.
        for i, (category, value, every) in enumerate([
                ("Email", f"office@{web}", 4), ("Website", f"https://{web}", 5), ("Telephone", f"+44 1632 960{number % 1000:03}", 6),
                ("Mobile", f"+44 7700 900{number % 1000:03}", 7), ("Fax", f"+1 202 555 01{number % 100:02}", 9)]):
            if number % every == i:
                story.contact(category, value)


def primary(party):
    return name_of(party.name, party.section)["text"]


def codes(datasets):
    return ",".join(code for code in DATASETS if code in datasets)


def current_only(datasets):
    """One code of a family: who holds an office now is no longer a former holder."""
    datasets = set(datasets)
    for best, rest in (("PEP-CURRENT", ("PEP-FORMER", "PEP-LINKED")), ("PEP-FORMER", ("PEP-LINKED",)), ("SAN-CURRENT", ("SAN-FORMER",))):
        if best in datasets:
            datasets -= set(rest)
    return datasets


def profile_of(party, links):
    story = Story(party, links)
    common_parts(party, story)
    datasets = current_only(story.datasets)
    sources = [{"key": LIST, "name": LIST_NAME, "url": SITE, "datasets": datasets}] + story.sources
    for each in sources:
        each["datasets"] = codes(each["datasets"])
    names = [name_of(party.name, party.section)] + [alias_of(each, party.section) for each in party.aliases]
    for name in names[1:]:
        if len(sources) > 2 and name.get("weak"):
            name["sources"] = [len(sources) - 1]
    for each in story.evidences:
        each["datasets"] = codes(each["datasets"])
    parts = story.profile
    # Here and below fields stand in the order of profile_lines.cc: reading and writing a line gives the same line.
    return {
        "kind": party.kind if party.kind != "unknown" else "", "list": LIST, "record": party.record, "sources": sources, "names": names,
        "titles": parts["titles"],
        "description": f"Invented for demonstration: {', '.join(party.activities).lower()}." if party.activities else "",
        "notes": parts["notes"], "activities": party.activities, "businessTypes": party.types,
        "gender": {"m": "male", "f": "female"}[party.sex] if party.person else "", "isDeceased": story.deceased,
        "births": party.births, "deaths": parts["deaths"],
        "nationalities": party.countries if party.person else [],
        "countries": [] if party.person else party.countries,
        "addresses": parts["addresses"], "contacts": parts["contacts"], "identifiers": parts["identifiers"], "links": story.links,
        "evidences": story.evidences, "sanctions": parts["sanctions"], "pepTier": story.tier or "", "peps": parts["peps"],
        "pepAssociations": parts["pepAssociations"], "rres": parts["rres"], "rels": parts["rels"], "pois": parts["pois"],
        "inss": parts["inss"], "gris": parts["gris"], "dds": parts["dds"], "soe": story.soe_entry, "images": parts["images"],
        "datasets": codes(datasets)}


# ---- the two versions

def ties(parties):
    """record -> [(other party, what it is to this one, percentage)]: each tie of a story, from both ends."""
    found = {party.record: [] for party in parties}
    by_record = {party.record: party for party in parties}
    for party in parties:
        for step in party.story:
            verb, *words = step.split(":")
            if verb != "link":
                continue
            other, relationship, reverse, *percentage = words
            share = float(percentage[0]) if percentage else 0
            share = int(share) if share == int(share) else share
            found[party.record].append((by_record[other], relationship, share))
            found[other].append((party, reverse, share))
    return found


def parties_of(second):
    parties = [Party(section, cells) for name in ("people.txt", "parties.txt") for section, cells in rows(name)]
    for party in parties:
        # A business that belongs to the surroundings of a PEP.
        party.story = [step.replace("linked:", "assoc:") for step in party.story]
    if not second:
        return [party for party in parties if not party.only_second]
    by_record = {party.record: party for party in parties}
    removed = set()
    for _, (record, what, value) in rows("changes.txt"):
        party = by_record[record]
        if what == "alias":
            party.aliases.append(value)
        elif what == "births":
            party.births = pieces(value, ";")
        elif what == "story":
            party.story.append(value)
        elif what == "end-sanction":
            programme, day = value.split(":")
            party.ended_sanctions[programme] = day
        elif what == "end-office":
            party.left_office = value
        elif what == "remove":
            removed.add(record)
        else:
            sys.exit(f"changes.txt: {what}?")
    return [party for party in parties if party.record not in removed]


def without_defaults(value):
    if isinstance(value, dict):
        cleaned = {key: without_defaults(each) for key, each in value.items()}
        return {key: each for key, each in cleaned.items() if each not in ("", [], None) and each is not False}
    if isinstance(value, list):
        return [without_defaults(each) for each in value]
    return value


def generate(second):
    parties = parties_of(second)
    links = ties(parties)
    lines = [json.dumps(without_defaults(profile_of(party, links[party.record])), ensure_ascii=False, separators=(",", ":"))
             for party in parties]
    lines.insert(0, json.dumps({"listHeader": {"list": LIST, "name": LIST_NAME, "date": SECOND_DATE if second else FIRST_DATE}},
                               ensure_ascii=False, separators=(",", ":")))
    return "".join(line + "\n" for line in lines).encode()


def main():
    for name, second in ((FIRST, False), (SECOND, True)):
        (HERE / name).write_bytes(generate(second))
        print(name)


if __name__ == "__main__":
    main()
