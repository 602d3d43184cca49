"""Monitoring as a client lives with it: lists that change under a running server, and processes that die.

  tests/monitoring/run_monitoring.py [--kills N] [--seed N] [--store sqlite|postgresql] [NAME...]

Prints "N passed, N failed". Each check says what must be true. The lists as governments published them
are read from VEDETTE_TEST_DATA (default ../shared/data); without them that check is skipped.
"""
import argparse
import base64
import concurrent.futures
import json
import os
import pathlib
import random
import sys
import threading
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, Postgres, Server, chosen_seed  # noqa: E402

DEMO = [ROOT / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl" for month in (1, 2)]
DATA = pathlib.Path(os.environ.get("VEDETTE_TEST_DATA", ROOT.parent / "shared" / "data"))
UN = [DATA / "official" / "un" / f"un_{day}.xml.gz" for day in ("2018-06-07", "2018-10-29")]
COUNTERS = {"open": "openCount", "false-positive": "falsePositiveCount",
            "true-positive": "truePositiveCount", "discarded": "discardedCount"}

checks = []


def check(function):
    checks.append(function)
    return function


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


class Gone(Exception):
    """The server did not answer."""


class Client:
    """One project of one server."""

    def __init__(self, server):
        self.server = server
        answer = self.call("/svc/3.0/api/token/BANK", basic="ann:a long password")
        self.token = answer["access_token"]

    def call(self, path, body=None, basic=None):
        request = urllib.request.Request(self.server.url + path, data=json.dumps(body).encode() if body is not None else None)
        if basic:
            request.add_header("Authorization", "Basic " + base64.b64encode(basic.encode()).decode())
        else:
            request.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as problem:
            with problem:
                return json.loads(problem.read())
        except (OSError, ValueError) as problem:
            raise Gone(str(problem)) from problem

    def data(self, path, body=None):
        answer = self.call(path, body)
        expect(answer.get("success"), f"{path}: {answer}")
        return answer["data"]

    def save(self, family, records):
        return self.data(f"/monitoring/{family}/records/addOrUpdateMultiple", {"monitorRecords": records})

    def records(self, family):
        return self.data(f"/monitoring/{family}/records/getAll")

    def matches(self, family, record):
        return self.data(f"/monitoring/{family}/records/matches/getAll", {f"{family}_monitor_record_id": record})["matches"]

    def review(self, family, record, code, status):
        return self.data(f"/monitoring/{family}/records/matches/insertMultipleReviews",
                         {f"{family}_monitor_record_id": record, "reviews": [{"qrCode": code, "status": status}]})

    def wait_until_screened(self, generation):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self.data("/monitoring/screening-status")
            if status["generation"] == generation and status["status"] == "IDLE":
                return status
            time.sleep(0.05)
        raise AssertionError(f"still not screened after {PATIENCE} s: {status}")


def new_server(lists, database):
    server = Server({}, database)
    server.add_project("BANK", "Bank plc")
    server.add_user("BANK", "ann", "a long password")
    for path in lists:
        server.command("lists", "import", str(path), "--allow-shrink")
    return server


def check_counters(client, family):
    """Counters equal matches, for every record and for the family."""
    listed = client.records(family)
    sums = dict.fromkeys(COUNTERS, 0)
    for record in listed["monitorRecords"]:
        counted = dict.fromkeys(COUNTERS, 0)
        for match in client.matches(family, record["id"]):
            counted[match["currentStatus"]] += 1
        for status, name in COUNTERS.items():
            expect(record[name] == counted[status], f"{record['id']}: {name} is {record[name]}, its matches say {counted[status]}")
            sums[status] += counted[status]
    expect(listed["monitorRecordsCount"] == len(listed["monitorRecords"]), "the count of records")
    for status, name in (("open", "openMatchesCount"), ("discarded", "discardedMatchesCount")):
        expect(listed[name] == sums[status], f"{name} is {listed[name]}, the matches say {sums[status]}")
    return listed["monitorRecords"]


@check
def a_server_that_lost_its_newest_lists_closes_no_match(database, _):
    server = new_server(DEMO, database)
    try:
        client = Client(server.start())
        client.save("business", [{"id": "C-1", "name": "Vega Lantern"}])  # an alias of the second list alone
        client.wait_until_screened(2)
        expect([match["currentStatus"] for match in client.matches("business", "C-1")] == ["open"], "the alias is listed")
        server.stop()
        newest = server.data / "catalogue" / "generation-2.vedcat"
        aside = server.data / "generation-2.aside"
        newest.rename(aside)
        server.start()
        ready = client.call("/ready")["data"]
        expect((ready["status"], ready["generation"]) == ("degraded", 1) and ready["warnings"], ready)
        expect(any("another generation serves than the current one" in line for line in server.log), "nothing in the log")
        client.save("business", [{"id": "C-1", "name": "VEGA LANTERN"}, {"id": "C-2", "name": "Vega Lantern"}])
        expect([match["currentStatus"] for match in client.matches("business", "C-1")] == ["open"], "an open match was closed by older lists")
        server.stop()
        aside.rename(newest)
        client = Client(server.start())
        client.wait_until_screened(2)
        expect(client.call("/ready")["data"]["status"] == "ready", "still degraded")
        for record in ("C-1", "C-2"):
            expect([match["currentStatus"] for match in client.matches("business", record)] == ["open"], f"{record} after the lists are back")
        check_counters(client, "business")
    finally:
        server.close()


@check
def the_time_of_a_search_leads_to_the_lists_that_answered_it_while_lists_change(database, _):
    server = new_server(DEMO[:1], database)
    try:
        client = Client(server.start())
        question = "/screening?search_type=business&name=Vega+Lantern"
        answers = []
        with concurrent.futures.ThreadPoolExecutor() as pool:
            imported = pool.submit(server.command, "lists", "import", str(DEMO[1]), "--allow-shrink")
            while not imported.done() or answers[-1]["generation"] == 1:
                answers.append(client.data(question))
            imported.result()
        old = [each for each in answers if each["generation"] == 1]
        for answer in old[-20:] + answers[-1:]:
            asked = client.data("/screening/searches/" + answer["ref"])["dateTimeISO"]
            then = client.data(f"{question}&as_of={asked}")
            expect(then["generation"] == answer["generation"] and then["total"] == answer["total"], f"at {asked}: {then} instead of {answer}")
    finally:
        server.close()


@check
def a_list_that_changes_moves_matches_by_the_rules(database, _):
    server = new_server(DEMO[:1], database)
    try:
        client = Client(server.start())
        client.save("business", [
            {"id": "removed-confirmed", "name": "Boğazgören Döviz Bürosu"}, {"id": "removed-cleared", "name": "Bogazgoren Exchange Office"},
            {"id": "changed-confirmed", "name": "Liangce Tianwen Instruments"}, {"id": "changed-cleared", "name": "Liangce Tianwen Instruments Co Ltd"},
            {"id": "changed-untouched", "name": "Red Heron Aviation FZC"}, {"id": "same-cleared", "name": "Sepetibano Pescados Ltda"},
            {"id": "new-name", "name": "Vega Lantern"}])
        before = {record["id"]: record for record in client.records("business")["monitorRecords"]}
        expect(before["new-name"]["openCount"] == 0, "the alias is not on the list yet")
        codes = {}
        for record in before:
            for match in client.matches("business", record):
                codes.setdefault(record, match["qrCode"])
        for record, status in (("removed-confirmed", "true-positive"), ("removed-cleared", "false-positive"),
                               ("changed-confirmed", "true-positive"), ("changed-cleared", "false-positive"), ("same-cleared", "false-positive")):
            client.review("business", record, codes[record], status)
        server.command("lists", "import", str(DEMO[1]))
        client.wait_until_screened(2)
        wanted = {"removed-confirmed": ("open", 0), "removed-cleared": ("discarded", 0), "changed-confirmed": ("open", 1),
                  "changed-cleared": ("false-positive", 1), "changed-untouched": ("open", 1), "same-cleared": ("false-positive", 1)}
        for record, (status, current) in wanted.items():
            match = next(each for each in client.matches("business", record) if each["qrCode"] == codes[record])
            expect(match["currentStatus"] == status, f"{record} is {match['currentStatus']}, not {status}")
            expect((match["score"] > 0) == bool(current), f"{record} has score {match['score']}")
        expect(len(client.matches("business", "new-name")) == 1, "a new alias opens a match by itself")
        check_counters(client, "business")
    finally:
        server.close()


@check
def a_project_that_changes_its_threshold_is_screened_again(database, _):
    server = new_server(DEMO[:1], database)
    try:
        client = Client(server.start())
        client.save("business", [{"id": "near", "name": "Kestrel Harbour Shiping Lmited"}, {"id": "far", "name": "Golden Egret Marine"}])
        before = {record["id"]: record["openCount"] for record in client.records("business")["monitorRecords"]}
        request = urllib.request.Request(server.url + "/monitoring/settings", data=b'{"threshold": 100}', method="PUT",
                                         headers={"Authorization": "Bearer " + client.token})
        urllib.request.urlopen(request, timeout=PATIENCE).close()
        client.wait_until_screened(1)
        exact = {record["id"]: record["openCount"] for record in client.records("business")["monitorRecords"]}
        expect(before["near"] > 0 and exact["near"] == 0, f"{before} became {exact}")
        check_counters(client, "business")
    finally:
        server.close()


def people_of_the_list(path, count):
    """Names as they stand on a UN list, read here with the plainest means."""
    import gzip
    import xml.etree.ElementTree as tree
    root = tree.fromstring(gzip.open(path).read())
    names = []
    for person in root.iter("INDIVIDUAL"):
        parts = [person.findtext(part) or "" for part in ("FIRST_NAME", "SECOND_NAME", "THIRD_NAME")]
        names.append(" ".join(part for part in parts if part.strip()))
    return [name for name in names if len(name.split()) > 1][:count]


def seen(client, records):
    """What a client sees of all matches, apart from what depends on the order of events."""
    return {record: sorted((match["resourceId"], match["score"], match["match"], match["version"]) for match in client.matches("individual", record)
                           if match["score"] > 0) for record in records}


@check
def after_real_lists_change_the_matches_are_those_of_a_full_screening(database, fresh_database):
    if not all(path.exists() for path in UN):
        print("skipped: no published lists")
        return
    names = sorted({*people_of_the_list(UN[0], 400), *people_of_the_list(UN[1], 400)})
    # Each name as it is, and with a letter left out.
    records = [{"id": f"{i}", "name": name} for i, name in enumerate(names)]
    records += [{"id": f"typo-{i}", "name": name[:2] + name[3:]} for i, name in enumerate(names)]
    ids = [record["id"] for record in records]
    server, fresh = new_server(UN[:1], database), None
    try:
        client = Client(server.start())
        client.save("individual", records)
        server.command("lists", "import", str(UN[1]), "--allow-shrink")
        client.wait_until_screened(2)
        by_delta = seen(client, ids)
        fresh = new_server(UN, fresh_database)
        other = Client(fresh.start())
        other.save("individual", records)
        in_full = seen(other, ids)
        expect(sum(map(len, in_full.values())) > len(names), "the lists and the names do not meet")
        different = [record for record in ids if by_delta[record] != in_full[record]]
        expect(not different, f"{len(different)} of {len(ids)} records differ, such as {different[:3]}")
    finally:
        server.close()
        if fresh:
            fresh.close()


@check
def a_long_list_is_streamed_whole_and_in_order(database, _):
    server = new_server(DEMO[:1], database)
    try:
        client = Client(server.start())
        ids = [f"{i:04}" for i in range(1203)]
        shuffled = random.Random(ARGUMENTS.seed).sample(ids, len(ids))
        client.save("business", [{"id": record, "name": f"Nobody {record}"} for record in shuffled])
        listed = client.records("business")
        expect(listed["monitorRecordsCount"] == len(ids), listed["monitorRecordsCount"])
        expect([record["id"] for record in listed["monitorRecords"]] == ids, "made at one time, so ordered by id")
        page = client.data("/monitoring/business/records/getAll?limit=700&offset=600")["monitorRecords"]
        expect([record["id"] for record in page] == ids[600:], "a page of a streamed list")
    finally:
        server.close()


@check
def records_come_from_a_file_and_go_into_one(database, _):
    server = new_server(DEMO[:1], database)
    file, copy = server.data / "customers.csv", server.data / "copy.csv"
    file.write_text("type,id,name,countries,dob,gender\n"
                    "business,K-1,Sepetibano Pescados Limitada,br; USA;Brazil,,\n"
                    'individual,P-1,"Thistlewick, Barnaby Aldous",GB,1957-02-19,male\n'
                    "individual,P-2,Zzyzx Qqwerty,,31.2.1980,\n"
                    "individual,,No Id,,,\n"
                    "individual,P-1,Twice,,,\n"
                    ",K-2,Kestrel Harbour Shipping,,,\n"
                    "individual,P-3,=Formula Zzyzx,,,\n"
                    "individual,P-4,Thistlewick, Barnaby,GB,1957-02-19,male\n"
                    "individual,P-5,Zzyzx Five,,10/31/1965,\n"
                    "individual,P-6,Zzyzx Six,,n/a,\n")
    try:
        done = server.command("records", "import", str(file), "--project", "BANK", "--countries-from-file", "--json", check=False)
        account = json.loads(done.stdout)
        expect(done.returncode == 1, "rows that were refused are a failure")
        expect((account["rows"], account["created"], account["refused"]) == (10, 5, 5), account)
        expect(account["refusals"][-1] == "line 9 P-4: row 8 has 7 cells, the header 6: a comma within a value needs quotes around the value", account)
        expect(any("K-2: has no type" in each and "--type" in each for each in account["refusals"]), "a company may not become a person because nobody said what it is")
        expect(any(each.startswith("line 4 P-2: dob '31.2.1980' is not a date that") for each in account["refusals"]), "a refusal does not name its line of the file")
        expect(account["openMatches"] == 2 and account["narrowedByCountry"] == 2 and account["leftOutByCountry"] == 0, account)
        server.command("records", "export", str(copy), "--project", "BANK")
        rows = copy.read_text().splitlines()
        expect(rows[1].startswith("business,K-1,Sepetibano Pescados Limitada,br;USA,,,1,0,0,0,20"), rows)
        expect(rows[2].startswith('individual,P-1,"Thistlewick, Barnaby Aldous",GB,1957-02-19,male,1,0,0,0,20'), rows)
        expect(rows[3].startswith("individual,P-3,'=Formula Zzyzx,"), "a cell that a spreadsheet would run is not made harmless")
        expect([row.split(",")[4] for row in rows if ",P-5," in row or ",P-6," in row] == ["1965-10-31", ""], rows)
        again = json.loads(server.command("records", "import", str(copy), "--project", "BANK", "--json").stdout)
        expect(again["unchanged"] == 5 and again["narrowedByCountry"] == 2, "an exported file that is imported again changes something")
        file.write_text("type,id,name\n")
        nobody = server.command("records", "import", str(file), "--project", "BANK", check=False)
        expect(nobody.returncode == 1 and "no rows" in nobody.stderr, "a file without customers looks like a good import")
        client = Client(server.start())
        expect(len(client.matches("individual", "P-1")) == 1, "the server sees what the command saved")
        server.command("lists", "import", str(DEMO[1]), "--wait")
        expect(client.data("/monitoring/screening-status")["status"] == "IDLE", "--wait waits for the records too")
    finally:
        server.close()


@check
def an_import_tells_what_another_name_under_a_known_id_closes(database, _):
    server = new_server(DEMO[:1], database)
    file = server.data / "customers.csv"
    arguments = ("records", "import", str(file), "--project", "BANK", "--type", "individual")
    try:
        file.write_text("id,name\nP-1,Barnaby Aldous Thistlewick\n")
        first = server.command(*arguments).stdout
        expect("1 open matches" in first and "closed" not in first, first)
        file.write_text("id,name\nP-1,Wilhelmina Quarterbrook\n")
        renamed = server.command(*arguments).stdout
        expect("1 matches that were open are closed: 1 records changed and no longer match them" in renamed, renamed)
        file.write_text("id,name\nP-1,Barnaby Aldous Thistlewick\n")
        server.command(*arguments)
        file.write_text("id,name\nP-1,Wilhelmina Quarterbrook\n")
        account = json.loads(server.command(*arguments, "--json").stdout)
        expect((account["updated"], account["openMatches"], account["matchesClosed"]) == (1, 0, 1), account)
    finally:
        server.close()


@check
def a_customers_country_hides_nobody_unless_asked_and_then_not_silently(database, _):
    server = new_server(DEMO[:1], database)
    file = server.data / "customers.csv"
    file.write_text("Client No,name,type,Country\n"
                    "P-1,Barnaby Thistlewick,individual,Cyprus\n"
                    "K-1,Sepetibano Pescados Limitada,business,Nowhere\n")
    arguments = ("records", "import", str(file), "--project", "BANK")
    try:
        told = server.command(*arguments).stdout
        expect("not used: Country (see --countries-from-file)" in told and "2 open matches" in told, told)
        account = json.loads(server.command(*arguments, "--json").stdout)
        expect(account["openMatches"] == 2 and account["narrowedByCountry"] == 0, "a country of the file hides a match")
        expect(account["unusedColumns"] == ["Country (see --countries-from-file)"], account)
        file.write_text("Client No,name,type,Country\nP-1,Barnaby Thistlewick,individual,Cyprus\n")
        for again in (("--countries-from-file",), ()):   # the record keeps its countries, and every import tells what they hide
            account = json.loads(server.command(*arguments, *again, "--json").stdout)
            expect((account["openMatches"], account["narrowedByCountry"], account["leftOutByCountry"]) == (0, 1, 1), account)
            expect(account["leftOut"] == ["P-1 Barnaby Thistlewick: 1 (countries CY)"], account)
        expect("1 profiles that else match are left out, of\n  P-1" in server.command(*arguments).stdout, "the match that a country hides is not told")
    finally:
        server.close()


class Writer(threading.Thread):
    """Saves, reviews and deletes records of its own until the server is gone; knows what was acknowledged."""

    def __init__(self, client, number, seed):
        super().__init__()
        self.client, self.number, self.random = client, number, random.Random(seed)
        self.acknowledged = {}   # id -> the name that was acknowledged last, None when deleted
        self.in_doubt = {}       # id -> the name that was asked for last, when nobody knows
        self.reviews = {}        # (id, code) -> comments acknowledged
        self.failure = None
        self.counter = 0

    NAMES = ["Kestrel Harbour Shipping Limited", "Golden Egret Marine", "Sepetibano Pescados", "Red Heron Aviation", "Boğazgören Döviz Bürosu", "Nobody At All"]

    def run(self):
        try:
            while True:
                self.step()
        except Gone:
            pass
        except Exception as problem:  # reported by the main thread
            self.failure = problem

    def step(self):
        record = f"w{self.number}-{self.random.randrange(12)}"
        name = self.random.choice(self.NAMES)
        action = self.random.randrange(10)
        if action < 6:
            self.in_doubt[record] = name
            saved = self.client.data("/monitoring/business/records/addOrUpdateSingle", {"id": record, "name": name})
            expect(saved["name"] == name, saved)
            self.acknowledged[record] = name
        elif action < 7:
            self.in_doubt[record] = None
            answer = self.client.call(f"/monitoring/business/records/deleteRecord?id={record}", {})
            expect(answer.get("success") or answer["error"]["code"] == "RECORD_NOT_FOUND", answer)
            self.acknowledged[record] = None
            self.reviews = {key: comments for key, comments in self.reviews.items() if key[0] != record}
        elif self.acknowledged.get(record):
            matches = self.client.matches("business", record)
            if matches:
                self.review(record, self.random.choice(matches)["qrCode"])
        self.in_doubt.pop(record, None)

    def review(self, record, code):
        self.counter += 1
        comment = f"{self.number}:{self.counter}"
        self.client.data("/monitoring/business/records/matches/insertMultipleReviews",
                         {"id": record, "reviews": [{"qrCode": code, "status": self.random.choice(list(COUNTERS)), "clientComment": comment}]})
        self.reviews.setdefault((record, code), []).append(comment)


def check_survivors(client, writers):
    present = {record["id"]: record["name"] for record in check_counters(client, "business")}
    for writer in writers:
        for record, name in writer.acknowledged.items():
            possible = {name, writer.in_doubt.get(record, name)}
            expect(present.get(record) in possible, f"{record} is {present.get(record)!r}, acknowledged was {name!r}")
        for (record, code), comments in writer.reviews.items():
            if writer.in_doubt.get(record, "") is None or record not in present:
                continue
            stored = client.data(f"/monitoring/business/records/matches/getReviews?id={record}&match_qrcode={code}")["matchReviews"]
            texts = [review.get("clientComment") for review in stored]
            for comment in comments:
                expect(texts.count(comment) == 1, f"the review {comment} of {record} is there {texts.count(comment)} times")


@check
def whatever_was_acknowledged_survives_kills_and_nothing_is_doubled(database, _):
    """Kills at random moments, half of them while a new list is being applied."""
    server = new_server(DEMO[:1], database)
    generation = 1
    try:
        for kill in range(ARGUMENTS.kills):
            server.start()
            client = Client(server)
            writers = [Writer(Client(server), f"{kill}-{i}", ARGUMENTS.seed * 1000 + kill * 10 + i) for i in range(2)]
            for writer in writers:
                writer.start()
            moment = random.Random(ARGUMENTS.seed + kill)
            if kill % 2 == 1:
                server.command("lists", "import", str(DEMO[generation % 2]), "--allow-shrink", "--allow-older")
                generation += 1
            time.sleep(moment.uniform(0.02, 0.4))
            server.kill()
            for writer in writers:
                writer.join()
                expect(writer.failure is None, f"kill {kill}: {writer.failure}")
            server.start()
            client = Client(server)
            client.wait_until_screened(generation)
            check_survivors(client, writers)
            client.call("/monitoring/business/records/addOrUpdateSingle", {"id": "after", "name": "Red Heron Aviation"})
            for writer in writers:
                for record in writer.acknowledged:
                    client.call(f"/monitoring/business/records/deleteRecord?id={record}", {})
            server.kill()
    finally:
        server.close()


def run_on(store):
    """(passed, failed) of every check on one store."""
    passed = failed = 0
    postgres = Postgres() if store == "postgresql" else None
    try:
        for function in checks:
            if ARGUMENTS.names and not any(name in function.__name__ for name in ARGUMENTS.names):
                continue
            try:
                function(*(postgres.new_database() if postgres else None for _ in range(2)))
                passed += 1
            except Exception as problem:  # the next check must run
                failed += 1
                print(f"FAIL {store} {function.__name__}: {problem}")
    finally:
        if postgres:
            postgres.close()
    return passed, failed


def main():
    global ARGUMENTS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500 if os.environ.get("VEDETTE_TEST_LONG") else 6)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("names", nargs="*")
    ARGUMENTS = parser.parse_args()
    print("seed", ARGUMENTS.seed)
    with concurrent.futures.ThreadPoolExecutor() as pool:  # the stores beside each other
        results = list(pool.map(run_on, ARGUMENTS.store or ["sqlite", "postgresql"]))
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
