"""Screening of the lists as they were published, read from VEDETTE_TEST_DATA (default ../shared/data).

  run_screening.py accuracy           listed people are found, invented customers raise few alerts
  run_screening.py shapes [--all]     every profile and every hit fits docs/openapi.json

Without --all the shapes are those of a sample. Prints "N passed, N failed" and the figures.
"""
import base64
import csv
import json
import os
import pathlib
import random
import sys
import tempfile
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "api"))

from harness import ROOT, Server, chosen_seed  # noqa: E402

DATA = pathlib.Path(os.environ.get("VEDETTE_TEST_DATA", ROOT.parent / "shared" / "data"))
UN = "official/un/un_2026-02-27.xml"
UN_BEFORE = "official/un/un_2025-04-19.xml.gz"  # two of the people left the list since
OFAC = [f"official/ofac/sdn_2023-12-28/{name}.csv" for name in ("sdn", "add", "alt", "sdn_comments")]
MOST_FALSE_ALERTS = 10  # people per 1,000 (docs/matching.md)
LEAST_TREATED_FOUND = 0.995
SAMPLE_PROFILES = 400


class Results:
    passed = failed = 0

    def expect(self, condition, sentence):
        self.passed, self.failed = self.passed + bool(condition), self.failed + (not condition)
        print(("figure: " if condition else "FAIL ") + sentence)


def screen(server, rows, threshold):
    """One result per row, from the bulk command."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder) / "in.csv", pathlib.Path(folder) / "out"
        with source.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["name"])
            writer.writerows([row["full_name"]] for row in rows)
        server.command("screen", "--csv", str(source), "--out", str(out), "--format", "ndjson", "--threshold", str(threshold), "--type", "individual", "--limit", "10000")
        return [json.loads(line) for line in out.open()]


def labelled(name):
    with (DATA / "labelled" / name).open(newline="") as file:
        return list(csv.DictReader(file))


def mapping():
    rows = [line.rstrip("\n").split("\t") for line in (HERE / "un_positives.tsv").open() if not line.startswith("#")]
    return [set(ids.split("|")) for _, ids in rows]


def import_lists(server, *names):
    server.command("lists", "import", *[str(DATA / name) for name in names])


def positives(results):
    server = Server()
    try:
        server.command("lists", "import", str(DATA / UN_BEFORE), "--list", "un-before")
        import_lists(server, UN)
        import_lists(server, *OFAC)
        wanted = mapping()
        untreated, treated = (screen(server, labelled(f"positives_un_{kind}.csv"), 80) for kind in ("untreated", "treated"))
        results.expect(len(wanted) == len(untreated) == len(treated) == 342, "every row has its entry")
        best = [max((hit["score"] for hit in row.get("hits", [])), default=-1) for row in untreated]
        missed = [row["name"] for row, ids, top in zip(untreated, wanted, best)
                  if not any(is_entry(hit, ids) and hit["score"] == top for hit in row.get("hits", []))]
        results.expect(not missed, f"the right entry is the first hit, ties counted, for {len(untreated) - len(missed)} of {len(untreated)} untreated names {missed}")
        missed = [row["name"] for row, ids in zip(treated, wanted) if not any(is_entry(hit, ids) for hit in row.get("hits", []))]
        found = 1 - len(missed) / len(treated)
        results.expect(found >= LEAST_TREATED_FOUND, f"the right entry is among the hits for {found:.2%} of the treated names; missed: {missed}")
    finally:
        server.close()


def is_entry(hit, ids):
    return hit["list"].startswith("un") and hit["record"] in ids


def negatives(results):
    server = Server()
    try:
        import_lists(server, UN)
        import_lists(server, *OFAC)
        people = [row for name in ("negatives_global.csv", "negatives_us.csv") for row in labelled(name)]
        answers = screen(server, people, 70)
        refused = [answer["name"] for answer in answers if answer["status"] == "error"]
        results.expect(not refused, f"every one of {len(answers)} invented customers can be screened {refused[:5]}")
        for threshold in (70, 80, 90):
            scores = [[hit["score"] for hit in answer.get("hits", []) if hit["score"] >= threshold] for answer in answers]
            alerts = 1000 * sum(map(len, scores)) / len(answers)
            with_alert = 1000 * sum(map(bool, scores)) / len(answers)
            sentence = f"at {threshold}: {with_alert:.1f} of 1,000 people raise {alerts:.1f} false alerts"
            if threshold == 80:
                results.expect(with_alert <= MOST_FALSE_ALERTS, sentence)
            else:
                print("figure: " + sentence)
        worst = sorted(((hit["score"], answer["name"], hit["match"], hit["explanation"]) for answer in answers for hit in answer.get("hits", [])), reverse=True)
        if "--worst" in sys.argv:
            for score, name, match, why in worst[:50]:
                print(f"    {score} {name} | {match} | {why}")
    finally:
        server.close()


def accuracy(results, _):
    positives(results)
    negatives(results)


class Client:
    def __init__(self, server):
        self.server = server
        request = urllib.request.Request(server.url + "/svc/3.0/api/token/DEMO")
        request.add_header("Authorization", "Basic " + base64.b64encode(b"ana:correct horse battery").decode())
        self.token = json.load(urllib.request.urlopen(request))["access_token"]

    def get(self, path):
        request = urllib.request.Request(self.server.url + path, headers={"Authorization": "Bearer " + self.token})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, {}, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, {}, answer.read()


def shapes(results, whole):
    from cases import Mismatch
    from contract import Contract
    seed = chosen_seed()
    print(f"  seed {seed}")
    random.seed(seed)
    server, contract = Server(), Contract()
    try:
        for names in ([UN], OFAC, ["official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz"], ["official/uk/uk_sl_rebuilt_2026-05-02.xml.gz"], ["official/ofac/cons_2020-03-17.xml"]):
            import_lists(server, *names)
        server.add_project("DEMO", "Demo Bank plc")
        server.add_user("DEMO", "ana", "correct horse battery")
        server.start()
        client = Client(server)
        count = json.loads(server.command("lists", "status", "--json").stdout)
        total = profile_count(count)
        codes = range(1, total + 1) if whole else random.sample(range(1, total + 1), SAMPLE_PROFILES)
        checked = hits = 0
        problems = []
        for code in codes:
            for family, path, field in (("individual", "/individuals/", "hits"), ("business", "/businesses/", "items")):
                answer = client.get(f"{path}{code}")
                if answer[0] != 200:
                    continue
                checked += 1
                profile = json.loads(answer[2])["data"]
                name = urllib.parse.quote(profile.get("fullName") or profile["name"])
                asked = f"/screening?search_type={family}&name={name}&threshold=95&limit=20"
                found = client.get(asked)
                try:
                    contract.check(f"GET {path}{code}", answer)
                    contract.check(f"GET {asked}", found)
                    listed = json.loads(found[2])["data"][field] if found[0] == 200 else []
                    hits += len(listed)
                    ids = [hit["doc"]["id"] if family == "individual" else hit["resourceId"] for hit in listed]
                    if profile["resourceId"] not in ids and len(ids) < 20:
                        raise Mismatch(f"{profile['resourceId']} is not found by its own name: {found[2][:200]}")
                except Mismatch as problem:
                    problems.append(str(problem)[:400])
        results.expect(checked == len(codes), f"{checked} of {len(codes)} profiles are found by their qrCode")
        results.expect(hits >= checked, f"{hits} hits for the names of the profiles")
        results.expect(not problems, f"every profile and hit fits the contract; {len(problems)} do not: {problems[:5]}")
    finally:
        server.close()


def profile_count(status):
    """Each accepted record of a list is one profile; qrCodes count them."""
    return sum(published["accepted"] for published in status["lists"])


def main():
    what, whole = (sys.argv[1:2] or [""])[0], "--all" in sys.argv or os.environ.get("VEDETTE_TEST_LONG")
    if what not in ("accuracy", "shapes"):
        sys.exit(__doc__)
    if not (DATA / UN).exists():
        print("skipped: the folder of real lists is not there\n1 passed, 0 failed, 1 skipped")
        return 0
    results = Results()
    {"accuracy": accuracy, "shapes": shapes}[what](results, whole)
    print(f"{results.passed} passed, {results.failed} failed")
    return 1 if results.failed or not results.passed else 0


if __name__ == "__main__":
    sys.exit(main())
