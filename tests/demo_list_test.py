"""The demonstration list: whole, in itself consistent, fictional, and the same each time it is generated."""
import collections
import json
import pathlib
import re
import sys
import unicodedata
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEMO = ROOT / "data" / "demo"
sys.path.insert(0, str(DEMO))
sys.dont_write_bytecode = True
import generate  # noqa: E402

FILES = {False: DEMO / generate.FIRST, True: DEMO / generate.SECOND}
LATIN_TYPES = {"Name Spelling Variation", "Shortened Name", "Previous Name", "Brand Name", "Fake Name", "Maiden Name", "Nickname"}
EVENT_LISTS = ("rres", "rels", "sanctions")


def no_field_twice(pairs):
    fields = [field for field, _ in pairs]
    assert len(fields) == len(set(fields)), f"a field twice: {fields}"
    return dict(pairs)


def read(second):
    lines = FILES[second].read_text(encoding="utf-8").splitlines()
    header, *profiles = [json.loads(line, object_pairs_hook=no_field_twice) for line in lines]
    assert list(header) == ["listHeader"], "the file says which list it is, and of which date"
    return profiles


VERSIONS = {second: read(second) for second in FILES}
EVERYTHING = [profile for profiles in VERSIONS.values() for profile in profiles]


def table(name, column):
    """The codes of one of the project's tables, in the cells of a column."""
    rows = (ROOT / "data" / name).read_text(encoding="utf-8").splitlines()
    return {row.split("\t")[column] for row in rows if row and not row.startswith("#")}


def values(profiles, part, field):
    return {entry.get(field, "") for profile in profiles for entry in profile.get(part, [])}


def events(profile):
    return [event for part in EVENT_LISTS for entry in profile.get(part, []) for event in entry["events"]]


def codes(profile):
    return set(profile["datasets"].split(","))


def evidence_ids_used(value):
    """Every id that any field of a profile, however deep, refers to."""
    if isinstance(value, list):
        return {identity for each in value for identity in evidence_ids_used(each)}
    if not isinstance(value, dict):
        return set()
    found = set(value.get("evidenceIds", [])) | ({value["evidenceId"]} if "evidenceId" in value else set())
    return found.union(*(evidence_ids_used(each) for each in value.values()))


def texts(value):
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(each)


def codes_of_countries(value, field=""):
    if isinstance(value, dict):
        for key, each in value.items():
            yield from codes_of_countries(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from codes_of_countries(each, field)
    elif field in ("country", "countries", "nationalities"):
        yield value


class TheFiles(unittest.TestCase):
    def test_the_committed_files_are_what_the_generator_writes(self):
        for second, path in FILES.items():
            self.assertTrue(path.read_bytes() == generate.generate(second), f"{path.name}: run data/demo/generate.py")

    def test_no_record_stands_in_a_version_twice(self):
        for profiles in VERSIONS.values():
            counts = collections.Counter((profile["list"], profile["record"]) for profile in profiles)
            self.assertEqual([key for key, count in counts.items() if count > 1], [])

    def test_all_profiles_belong_to_the_demonstration_list(self):
        self.assertEqual({profile["list"] for profile in EVERYTHING}, {"vedette-demo"})

    def test_there_are_enough_parties_of_each_kind(self):
        for profiles in VERSIONS.values():
            kinds = collections.Counter(profile.get("kind", "unknown") for profile in profiles)
            self.assertTrue(300 <= len(profiles) <= 400, len(profiles))
            for kind, least in {"person": 200, "organisation": 100, "vessel": 20, "aircraft": 5, "unknown": 3}.items():
                self.assertGreaterEqual(kinds[kind], least, kind)


class Coverage(unittest.TestCase):
    """Each version shows everything that a profile of the interface can hold."""

    def each_version_has(self, part, field, wanted, only=lambda profile: True):
        for profiles in VERSIONS.values():
            missing = set(wanted) - values([profile for profile in profiles if only(profile)], part, field)
            self.assertEqual(missing, set(), f"{part}.{field}")

    def test_every_dataset_stands_on_a_profile_or_on_evidence(self):
        of_profiles = {code for code in generate.DATASETS if code not in ("CORP", "ID")}
        for profiles in VERSIONS.values():
            self.assertEqual(set().union(*map(codes, profiles)), of_profiles)
            on_evidence = {code for text in values(profiles, "evidences", "datasets") for code in text.split(",")}
            self.assertEqual(on_evidence, set(generate.DATASETS))

    def test_the_datasets_are_those_of_the_product(self):
        self.assertEqual(set(generate.DATASETS), table("datasets.tsv", 0) - {"PEP", "SAN", "SOE"})

    def test_every_type_of_alias(self):
        people = LATIN_TYPES - {"Brand Name"} | {"Original Script Name"}
        self.each_version_has("names", "type", people, lambda profile: profile.get("kind") == "person")
        companies = {"Original Script Name", "Name Spelling Variation", "Shortened Name", "Previous Name", "Brand Name", "Fake Name"}
        self.each_version_has("names", "type", companies, lambda profile: profile.get("kind") == "organisation")

    def test_many_scripts(self):
        wanted = {"Latn", "Cyrl", "Grek", "Arab", "Hebr", "Armn", "Geor", "Deva", "Beng", "Taml", "Thai", "Hans", "Hant", "Jpan", "Hira",
                  "Kana", "Hang", "Ethi"}
        self.each_version_has("names", "script", wanted)

    def test_every_type_of_address(self):
        self.each_version_has("addresses", "type", {"Place of Birth", "Residential", "Business", "Previous Residential", "Previous Business"},
                              lambda profile: profile.get("kind") == "person")
        self.each_version_has("addresses", "type", {"Registered", "Operating", "Previous", "Branch Office", "Representative Office",
                                                    "Headquarters"}, lambda profile: profile.get("kind") == "organisation")

    def test_every_category_of_contact(self):
        self.each_version_has("contacts", "category", {"Telephone", "Fax", "Website", "Email", "Mobile"})

    def test_every_business_type(self):
        wanted = {"Vessel", "Aircraft", "Terrorist Organisation", "Organised Crime Group", "Militant Group", "Shell Corporation",
                  "Sovereign Wealth Fund", "Government Body", "Political Party", "Civic Movement", "International Organisation",
                  "Other International Organisations", "Non-Government Organisation", "Charitable Organisation",
                  "Professional Organisation", "Privately Held Company", "Publicly Traded Company", "Trust Fund", "Bank",
                  "Cryptocurrency Business", "Gaming Business", "Non-Bank Financial Institution", "Designated Professional Organisation",
                  "Website", "Fake Entity/Clone Company", "Apps/Applications"}
        for profiles in VERSIONS.values():
            self.assertEqual({each for profile in profiles for each in profile.get("businessTypes", [])}, wanted)

    def test_every_kind_of_regime_measure_tier_and_event(self):
        for profiles in VERSIONS.values():
            types = {each for profile in profiles for entry in profile.get("sanctions", []) for each in entry["regime"]["types"]}
            self.assertEqual(types, {"Counter Narcotics", "Hostile Activities", "Human Rights", "Non-Proliferation",
                                     "Territorial Violation", "Terrorism"})
            self.assertEqual({profile.get("pepTier", "") for profile in profiles},
                             {"", "PEP Tier 1", "PEP Tier 2", "PEP Tier 3", "PEP by Association"})
            sanction_events = {event["type"] for profile in profiles for entry in profile.get("sanctions", []) for event in entry["events"]}
            self.assertEqual(sanction_events, {"Added", "Amended", "Removed"})
            self.assertEqual(values(profiles, "rels", "category"), {"Financial Regulator", "Law Enforcement"})
            self.assertEqual(values(profiles, "evidences", "credibility"), {"High", "Medium", "Low"})

    def test_every_field_of_every_part_occurs_somewhere(self):
        wanted = {
            "names": "text type script language first middle last weak sources", "sources": "key name url datasets ended",
            "addresses": "type line1 line2 postcode city county country countryText note", "contacts": "category value",
            "identifiers": "category value country issued expires note",
            "links": "list record name relationship ownershipPercentage evidenceIds",
            "evidences": "id originalUrl title credibility language summary keywords captured published isCopyrighted assetUrl datasets",
            "sanctions": "sanctionId regime measures events former", "peps": "country segment position from to evidenceIds former",
            "pepAssociations": "list record evidenceIds", "rres": "category subcategory events", "rels": "category subcategory events",
            "pois": "category positions evidenceIds",
            "inss": "type insolvencyIdNumber court solicitor petitioner debt accountantInBankruptcyCaseNumber start end hearing "
                    "petitionPresented gazetteIssue award firstOrder evidenceIds",
            "gris": "evidenceId title summary keywords", "dds": "caseReference reason conduct from to evidenceIds"}
        for profiles in VERSIONS.values():
            for part, fields in wanted.items():
                found = {field for profile in profiles for entry in profile.get(part, []) for field in entry}
                self.assertEqual(found, set(fields.split()), part)
            found = {field for profile in profiles for event in events(profile) for field in event}
            self.assertEqual(found, set("type date evidenceIds currency amount days months years".split()))
            found = {field for profile in profiles for field in profile}
            self.assertEqual(found, set(wanted) | set(
                "kind list record titles description notes activities businessTypes gender isDeceased births deaths nationalities "
                "countries pepTier soe images datasets".split()))
            soe = [profile["soe"] for profile in profiles if "soe" in profile]
            self.assertEqual({each["level"] for each in soe}, {"National", "Local"})
            self.assertEqual({each["status"] for each in soe}, {"Current", "Former"})

    def test_dates_of_birth_of_every_sort(self):
        for profiles in VERSIONS.values():
            births = [profile.get("births", []) for profile in profiles]
            given = [date for dates in births for date in dates]
            for shape in (r"\d{4}", r"\d{4}-\d\d", r"\d{4}-\d\d-\d\d", r"~\d{4}", r"\d{4}/\d{4}"):
                self.assertTrue(any(re.fullmatch(shape, date) for date in given), shape)
            self.assertTrue(any(len(dates) > 1 for dates in births), "several dates of birth")
            self.assertTrue(any(profile.get("isDeceased") and "deaths" not in profile for profile in profiles), "dead, day unknown")


class Consistency(unittest.TestCase):
    def test_every_link_leads_to_a_profile_and_back(self):
        for profiles in VERSIONS.values():
            by_record = {profile["record"]: profile for profile in profiles}
            for profile in profiles:
                for link in profile.get("links", []):
                    other = by_record.get(link["record"])
                    self.assertIsNotNone(other, f"{profile['record']} -> {link['record']}")
                    self.assertEqual(link["name"], other["names"][0]["text"])
                    self.assertIn(profile["record"], [back["record"] for back in other["links"]])
                    self.assertNotEqual(profile["record"], link["record"])

    def test_no_tie_stands_twice(self):
        for profile in EVERYTHING:
            ties = [(link["record"], link["relationship"]) for link in profile.get("links", [])]
            self.assertEqual(len(ties), len(set(ties)), profile["record"])

    def test_who_is_politically_exposed_by_association_names_someone_in_office(self):
        for profiles in VERSIONS.values():
            by_record = {profile["record"]: profile for profile in profiles}
            for profile in profiles:
                self.assertEqual("PEP-LINKED" in codes(profile), bool(profile.get("pepAssociations")), profile["record"])
                for association in profile.get("pepAssociations", []):
                    self.assertTrue(by_record[association["record"]].get("peps"), profile["record"])

    def test_every_evidence_id_leads_to_evidence_and_none_is_used_twice(self):
        for profile in EVERYTHING:
            given = [evidence["id"] for evidence in profile.get("evidences", [])]
            self.assertEqual(len(given), len(set(given)), profile["record"])
            self.assertEqual(evidence_ids_used(profile) - set(given), set(), profile["record"])

    def test_datasets_say_what_the_entries_say(self):
        entry_of = {"RRE": "rres", "REL": "rels", "POI": "pois", "INS": "inss", "DD": "dds", "GRI": "gris"}
        for profile in EVERYTHING:
            mine = codes(profile)
            for code, part in entry_of.items():
                self.assertEqual(code in mine, bool(profile.get(part)), f"{profile['record']} {code}")
            for group, part in (("SAN", "sanctions"), ("PEP", "peps")):
                states = {entry.get("former", False) for entry in profile.get(part, [])}
                self.assertEqual(f"{group}-CURRENT" in mine, False in states, profile["record"])
                self.assertEqual(f"{group}-FORMER" in mine, states == {True}, profile["record"])
            for group in ("SAN", "PEP", "SOE"):
                self.assertLessEqual(sum(code.startswith(group + "-") for code in mine), 1, profile["record"])
            self.assertNotEqual(mine, {""}, profile["record"])

    def test_only_people_are_directors_and_only_businesses_are_state_owned(self):
        for profile in EVERYTHING:
            person = profile.get("kind") == "person"
            self.assertFalse(person and "soe" in profile)
            self.assertFalse(not person and ("dds" in profile or "births" in profile or "peps" in profile))

    def test_names_of_a_profile_differ_and_are_in_the_script_they_say(self):
        for profile in EVERYTHING:
            self.assertEqual(len({name["text"] for name in profile["names"]}), len(profile["names"]), profile["record"])
            for name in profile["names"]:
                self.assertEqual(name["text"], unicodedata.normalize("NFC", name["text"]).strip())
                if name.get("type") == "Original Script Name":
                    self.assertNotEqual(name["script"], "Latn", name["text"])
                for index in name.get("sources", []):
                    self.assertLess(index, len(profile["sources"]))


class Fiction(unittest.TestCase):
    def test_every_profile_says_that_it_is_fictional(self):
        for profile in EVERYTHING:
            self.assertIn(generate.FICTION, profile["notes"])

    def test_addresses_on_the_web_are_those_kept_for_examples(self):
        for profile in EVERYTHING:
            for text in texts(profile):
                for host in re.findall(r"(?:https?://|@)([^/\s]+)", text):
                    self.assertTrue(host.endswith("example.org"), text)

    def test_telephone_numbers_are_those_kept_for_fiction(self):
        for profile in EVERYTHING:
            for contact in profile.get("contacts", []):
                if contact["category"] in ("Telephone", "Mobile", "Fax"):
                    self.assertRegex(contact["value"], r"^(\+44 1632 960\d{3}|\+44 7700 900\d{3}|\+1 202 555 01\d\d)$")

    def test_no_number_could_have_been_issued(self):
        for profile in EVERYTHING:
            for identifier in profile.get("identifiers", []):
                self.assertRegex(identifier["value"], r"^(DEMO|demo1|IMO 00000|0000000)", profile["record"])

    def test_countries_are_those_of_the_product(self):
        known = table("countries.tsv", 0)
        for profile in EVERYTHING:
            self.assertEqual(set(codes_of_countries(profile)) - known, set(), profile["record"])

    def test_sanctions_are_those_of_invented_authorities(self):
        bodies = {(origin, body, number) for origin, body, number in generate.BODIES.values()}
        for profile in EVERYTHING:
            for entry in profile.get("sanctions", []):
                regime = entry["regime"]
                self.assertIn((regime["origin"], regime["body"], regime["bodyId"]), bodies)


class TheSecondVersion(unittest.TestCase):
    first = {profile["record"]: profile for profile in VERSIONS[False]}
    second = {profile["record"]: profile for profile in VERSIONS[True]}

    def share(self, records):
        return len(records) / len(self.first)

    def test_about_five_in_a_hundred_are_new_and_five_changed_and_three_gone(self):
        changed = {record for record in self.first.keys() & self.second.keys() if self.first[record] != self.second[record]}
        self.assertTrue(0.04 <= self.share(self.second.keys() - self.first.keys()) <= 0.06)
        self.assertTrue(0.04 <= self.share(changed) <= 0.07, len(changed))
        self.assertTrue(0.02 <= self.share(self.first.keys() - self.second.keys()) <= 0.04)

    def test_only_what_the_tables_say_changes(self):
        told = {cells[0] for _, cells in generate.rows("changes.txt")}
        new = self.second.keys() - self.first.keys()
        for record in self.first.keys() & self.second.keys():
            tied_to_new = any(link["record"] in new for link in self.second[record].get("links", []))
            self.assertEqual(self.first[record] != self.second[record], record in told or tied_to_new, record)

    def test_each_kind_of_change_occurs(self):
        kinds = collections.Counter(cells[1] for _, cells in generate.rows("changes.txt"))
        self.assertEqual(set(kinds), {"alias", "births", "story", "end-sanction", "end-office", "remove"})

    def test_a_sanction_that_is_lifted_becomes_a_former_one(self):
        self.assertIn("SAN-CURRENT", codes(self.first["P128"]))
        self.assertIn("SAN-FORMER", codes(self.second["P128"]))
        self.assertEqual(self.second["P128"]["sanctions"][0]["events"][-1], dict(
            self.second["P128"]["sanctions"][0]["events"][-1], type="Removed", date="2026-02-06"))

    def test_who_leaves_office_becomes_a_former_holder(self):
        self.assertIn("PEP-CURRENT", codes(self.first["P061"]))
        self.assertIn("PEP-FORMER", codes(self.second["P061"]))
        self.assertEqual(self.second["P061"]["peps"][0]["to"], "2026-02-01")

    def test_a_company_in_the_press_is_sanctioned(self):
        self.assertEqual(codes(self.first["B105"]), {"RRE"})
        self.assertEqual(codes(self.second["B105"]), {"RRE", "SAN-CURRENT"})

    def test_a_birth_date_is_corrected_and_an_alias_added(self):
        self.assertEqual((self.first["P018"]["births"], self.second["P018"]["births"]), (["1968", "1969-02-14"], ["1969-02-14"]))
        self.assertEqual(self.second["V17"]["names"][:-1], self.first["V17"]["names"])

    def test_evidence_keeps_its_id_when_a_profile_changes(self):
        for record in self.first.keys() & self.second.keys():
            before = {each["id"]: each["title"] for each in self.first[record].get("evidences", [])}
            after = {each["id"]: each["title"] for each in self.second[record].get("evidences", [])}
            self.assertLessEqual(before.items(), after.items(), record)


if __name__ == "__main__":
    done = unittest.main(exit=False).result
    failed = len(done.failures) + len(done.errors)
    print(f"{done.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
