"""The audit log holds everything that was done, and shows every tampering.

A small bank's day is lived through the API and the commands; each thing done must stand in the chain. Then the
ledger is tampered with at random, each time in a fresh copy, and `vedette audit verify` against an exported head must
find it and name the first bad entry. Recorded searches and reviews are rewritten beside the chain: it must name those
too, and the server must not answer such searches.

  tests/audit/run_audit.py [--tamperings N] [--seed N] [--canary]

--canary proves that the run can fail: the "tampering" changes nothing, and the run must miss it.
"""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, Client, Server, chosen_seed, clean_environment  # noqa: E402

LISTS = [str(HERE.parent.parent / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
NAME = "Kestrel Harbour Shipping"
PROJECT = 1


def live_a_day(server):
    """Does one or more of everything; gives what the chain must hold: (project, action) -> least count."""
    server.add_project("BANK", "Bank plc")
    server.add_user("BANK", "ana", "correct horse battery", role="admin")
    server.add_user("BANK", "olga", "correct horse battery", role="operator")
    server.add_client("BANK")
    server.command("lists", "import", LISTS[0])
    server.start()
    client = Client(server, "BANK", "ana", "correct horse battery")
    for name in ("Rupert Fenwright", "Nobody Unlisted", "Barnaby Thistlewick"):
        client.data(f"/screening?search_type=individual&name={name.replace(' ', '%20')}")
    client.data("/screening/batch", {"search_type": "individual", "items": [{"key": "1", "name": "Rupert Fenwright"}]})
    for number in range(6):
        client.data("/monitoring/business/records/addOrUpdateSingle", {"id": f"r{number}", "name": NAME})
    client.data("/monitoring/business/records/addOrUpdateSingle", {"id": "r0", "name": NAME + " Limited"})
    code = client.data("/monitoring/business/records/matches/getAll?id=r1")["matches"][0]["qrCode"]
    client.data("/monitoring/business/records/matches/insertMultipleReviews",
                {"id": "r1", "reviews": [{"qrCode": code, "status": "false-positive", "clientComment": "another company"}]})
    client.data("/monitoring/business/records/deleteRecord?id=r5", {})
    client.data("/monitoring/settings", {"threshold": 85}, method="PUT")
    client.data("/users", {"username": "ben", "generatePassword": True})
    client.refresh()
    operator = Client(server, "BANK", "olga", "correct horse battery")
    status, _ = operator.call("/lists/updates", {})  # no source is enabled: refused, and asked all the same
    assert status == 409, status
    server.command("lists", "import", LISTS[1])
    client.wait_until_screened(2)
    client.revoke()
    server.stop()
    return {(0, "project.added"): 1, (0, "lists.imported"): 2, (0, "lists.served"): 2, (PROJECT, "user.added"): 3, (PROJECT, "client.added"): 1,
            (PROJECT, "token.created"): 2, (PROJECT, "token.refreshed"): 1, (PROJECT, "token.revoked"): 1,
            (PROJECT, "search.made"): 3, (PROJECT, "search.batch_begun"): 1, (PROJECT, "search.batch_items"): 1,
            (PROJECT, "search.batch_completed"): 1, (PROJECT, "record.created"): 6, (PROJECT, "record.updated"): 1,
            (PROJECT, "record.deleted"): 1, (PROJECT, "match.reviewed"): 1, (PROJECT, "settings.changed"): 1,
            (PROJECT, "lists.update_asked"): 1}


def missing_entries(ledger_file, wanted):
    with contextlib.closing(sqlite3.connect(ledger_file)) as ledger:
        rows = ledger.execute("select project_id, action from audit_entries").fetchall()
    found = collections.Counter(rows)
    return [f"{action} of project {project} stands {found[(project, action)]} times in the chain, {least} were done"
            for (project, action), least in wanted.items() if found[(project, action)] < least]


class Tampering:
    """One change of a copied ledger; `run` gives the words for it and the entries that may be named."""

    def __init__(self, ledger, dice):
        self.ledger, self.dice = ledger, dice
        self.last = self.one("select max(sequence) from audit_entries where project_id = 1")
        self.at = dice.randint(1, self.last)

    def one(self, text, *values):
        return self.ledger.execute(text, values).fetchone()[0]

    def do(self, text, *values):
        return self.ledger.execute(text, values).rowcount

    def with_payload(self):
        rows = self.ledger.execute("select sequence from audit_payloads where project_id = 1").fetchall()
        return self.dice.choice(rows)[0]

    def edit_a_field(self):
        field, value = self.dice.choice([("at", "at + 1"), ("action", "action || 'x'"), ("actor", "'user:99'"),
                                         ("request_id", "request_id || '0'"), ("refers_to", "refers_to + 1"),
                                         ("payload_sha256", "randomblob(32)"), ("mac", "randomblob(32)"),
                                         ("mac", "substr(mac, 1, 31)"), ("at", "'never'")])
        self.do(f"update audit_entries set {field} = {value} where project_id = 1 and sequence = ?", self.at)
        return f"{field} = {value} at {self.at}", {self.at}

    def delete_an_entry(self):
        self.do("delete from audit_entries where project_id = 1 and sequence = ?", self.at)
        if self.dice.random() < 0.5:
            self.do("delete from audit_payloads where project_id = 1 and sequence = ?", self.at)
        return f"delete {self.at}", {self.at}

    def insert_an_entry(self):
        place = self.dice.choice([self.last + 1, 0, -7, self.last + 50])
        self.do("insert into audit_entries select project_id, ?, at, action, actor, request_id, refers_to, payload_sha256, mac"
                " from audit_entries where project_id = 1 and sequence = ?", place, self.at)
        return f"copy {self.at} to {place}", {place, self.last + 1}

    def swap_entries(self):
        one, two = sorted(self.dice.sample(range(1, self.last + 1), 2))
        for table in ("audit_entries", "audit_payloads"):
            self.do(f"update {table} set sequence = -1 where project_id = 1 and sequence = ?", one)
            self.do(f"update {table} set sequence = ? where project_id = 1 and sequence = ?", one, two)
            self.do(f"update {table} set sequence = ? where project_id = 1 and sequence = -1", two)
        return f"swap {one} and {two}", {one}

    def edit_a_payload(self):
        at = self.with_payload()
        value = self.dice.choice(["'{}'", "payload || ' '", "replace(payload, '{', '{ ')", "cast(payload as blob)"])
        self.do(f"update audit_payloads set payload = {value} where project_id = 1 and sequence = ?", at)
        return f"payload = {value} at {at}", {at}

    def lend_the_salt(self):
        """Moves a byte between salt and payload: the digest over both stays what it was."""
        at = self.with_payload()
        self.do("update audit_payloads set salt = cast(salt || substr(payload, 1, 1) as blob), payload = substr(payload, 2)"
                " where project_id = 1 and sequence = ?", at)
        return f"salt and payload share bytes at {at}", {at}

    def lose_a_payload(self):
        at = self.with_payload()
        self.do("delete from audit_payloads where project_id = 1 and sequence = ?", at)
        return f"payload of {at} deleted", {at}

    def move_a_payload(self):
        at = self.with_payload()
        self.do("update audit_payloads set sequence = sequence + 1000 where project_id = 1 and sequence = ?", at)
        return f"payload of {at} moved", {at, at + 1000}

    def cut_the_end(self):
        keep = self.dice.randint(0, self.last - 1)
        for table in ("audit_payloads", "audit_entries"):
            self.do(f"delete from {table} where project_id = 1 and sequence > ?", keep)
        turned = self.dice.random() < 0.7
        if turned and keep:
            self.do("update audit_heads set sequence = ?, mac = (select mac from audit_entries where project_id = 1"
                    " and sequence = ?) where project_id = 1", keep, keep)
        elif turned:
            self.do("delete from audit_heads where project_id = 1")
        return f"cut after {keep}, head turned back: {turned}", {keep + 1}

    def forge_the_head(self):
        self.do("update audit_heads set mac = randomblob(32) where project_id = 1")
        return "the head's mac", {self.last + 1}

    def rewrite_from_another_chain(self):
        self.do("update audit_entries set project_id = 0, sequence = sequence + 5000 where project_id = 1 and sequence = ?", self.at)
        return f"{self.at} moved to the installation's chain", {self.at}

    KINDS = (edit_a_field, edit_a_field, edit_a_field, delete_an_entry, insert_an_entry, swap_entries, edit_a_payload,
             lend_the_salt, lose_a_payload, move_a_payload, cut_the_end, cut_the_end, forge_the_head, rewrite_from_another_chain)


def verify(folder, head):
    """(exit status, the project's chain) as an auditor sees it."""
    done = subprocess.run([str(BINARY), "audit", "verify", "--head", str(head), "--json", "--data", str(folder)],
                          capture_output=True, text=True, env=clean_environment())
    chains = json.loads(done.stdout)["audit"]["chains"] if done.stdout else []
    return done.returncode, {chain["project"]: chain for chain in chains}, done.stderr


def copy_ledger(base, folder):
    for name in ("ledger.db-wal", "ledger.db-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.copy(base / "ledger.db", folder / "ledger.db")


def tamper_once(base, folder, head, dice, canary):
    """What is wrong with the answer to one tampering, or nothing."""
    copy_ledger(base, folder)
    with contextlib.closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        ledger.execute("pragma foreign_keys = off")
        tampering = Tampering(ledger, dice)
        what, wanted = ("nothing", {0}) if canary else dice.choice(Tampering.KINDS)(tampering)
        ledger.commit()
    status, chains, problem = verify(folder, head)
    named = chains.get(PROJECT, {}).get("firstBad")
    if status != 1 or named not in wanted:
        return f"{what}: exit {status}, named {named}, wanted one of {sorted(wanted)} {problem}"
    return None


SEARCHES = "from searches where project_id = 1 and search_id = 1"
# What an intruder does to recorded searches; the chain itself stays whole each time.
REWRITINGS = ("update searches set total = 0, hits = x'' where total > 0",
              "update searches set question = replace(question, 'Rupert', 'Robert')",
              "update searches set user_id = user_id + 1 where search_id = 2",
              "update searches set engine_version = '0'",
              "update searches set parties = '7-0123456789abcdef'",
              "update searches set total = 'none'",
              "delete from searches where search_id = 2",
              "update search_items set total = 0, hits = x''",
              "update search_items set item_key = 'another customer'",
              "delete from search_items",
              "insert into searches select project_id, 77, ref || 'x', at, user_id, request_id, generation, engine_version,"
              " batch_items, completed_at, question, total, hits, parties " + SEARCHES)

# The same of reviews.
REVIEW_REWRITINGS = ("update match_history set client_comment = 'forged' where source = 1",
                     "update match_history set to_status = 2 where source = 1",
                     "update match_history set at = at - 86400000 where source = 1",
                     "update match_history set username = 'ben' where source = 1",
                     "update match_history set score = 'none' where source = 1",
                     "delete from match_history where source = 1",
                     "insert into match_history select project_id, record_number + 1, qr_code, step, at, source, action, is_review, from_status,"
                     " to_status, score, version, match_version, client_risk_rating, client_comment, client_user_id, username, request_id,"
                     " reason, seal from match_history where source = 1")


def rewritten_rows(base, server, head):
    """A search or review that was rewritten in the ledger is named by `vedette verify`, and such a search is not answered."""
    for rewriting in REWRITINGS + REVIEW_REWRITINGS:
        named = "firstBadSearch" if rewriting in REWRITINGS else "firstBadReview"
        copy_ledger(base, server.data)
        with contextlib.closing(sqlite3.connect(server.data / "ledger.db")) as ledger:
            changed = ledger.execute(rewriting).rowcount
            ledger.commit()
        status, chains, problem = verify(server.data, head)
        chain = chains.get(PROJECT, {})
        if changed < 1 or status != 1 or chain.get("whole") or "firstBad" in chain or named not in chain:
            yield f"{rewriting}: exit {status}, {chain} {problem}"
    copy_ledger(base, server.data)
    with contextlib.closing(sqlite3.connect(server.data / "ledger.db")) as ledger:
        ledger.execute(REWRITINGS[0])
        ledger.commit()
        found, kept = (ledger.execute(f"select ref from searches where search_id = {number}").fetchone()[0] for number in (1, 2))
    server.start()
    client = Client(server, "BANK", "ana", "correct horse battery")
    for path in (f"/screening/searches/{found}", f"/screening/searches/{found}/replay"):
        status, answer = client.call(path)
        if status != 500 or answer["error"]["code"] != "SEARCH_ALTERED":
            yield f"a rewritten search is answered at {path}: {status} {answer}"
    if client.call(f"/screening/searches/{kept}")[0] != 200:
        yield "a search that nobody touched is not answered"
    server.stop()
    copy_ledger(base, server.data)


def forged_heads(folder, head, dice):
    """A head file that somebody edited proves nothing and must be refused."""
    lines = head.read_text().splitlines(keepends=True)
    forgeries = [lines[:-2] + lines[-1:], lines[:1] + lines[2:], lines[:-1], ["x" + lines[0], *lines[1:]], lines[-1:],
                 [line.replace("head 1 ", "head 2 ") for line in lines]]
    for forged in forgeries:
        path = folder / "forged"
        path.write_text("".join(forged))
        status, chains, _ = verify(folder, path)
        if status != 1 or chains:
            yield f"a forged file of heads is accepted: {''.join(forged)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tamperings", type=int, default=1000 if os.environ.get("VEDETTE_TEST_LONG") else 100)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    dice = random.Random(arguments.seed)
    server, base = Server(), Server()
    try:
        faults = missing_entries(server.data / "ledger.db", live_a_day(server))
        head = server.data / "head"
        early = server.data / "early"
        server.command("audit", "export-head", "--out", str(head))
        whole = server.command("verify", "--queries", "10", "--head", str(head), "--json")
        if not json.loads(whole.stdout)["audit"]["whole"]:
            faults.append(f"an untouched ledger is not whole: {whole.stdout}")
        shutil.copy(server.data / "ledger.db", base.data / "ledger.db")
        faults += forged_heads(server.data, head, dice)
        faults += rewritten_rows(base.data, server, head)
        # A whole earlier ledger put back is found against the later head.
        shutil.copy(server.data / "ledger.db", early)
        server.command("user", "add", "--project", "BANK", "--username", "eve", "--generate")
        server.command("audit", "export-head", "--out", str(head) + "2")
        shutil.copy(early, server.data / "ledger.db")
        if verify(server.data, str(head) + "2")[0] != 1:
            faults.append("a ledger rolled back to an earlier day passes")
        others, missed = len(faults), []
        for _ in range(1 if arguments.canary else arguments.tamperings):
            fault = tamper_once(base.data, server.data, head, dice, arguments.canary)
            if fault:
                missed.append(fault)
        for fault in [*faults, *missed][:10]:
            print("  FAIL " + fault)
        if arguments.canary:
            print(f"{int(len(missed) == 1 and not others)} passed, {int(len(missed) != 1 or others > 0)} failed")
            return 0 if missed and not others else 1
        print(f"figure: {arguments.tamperings} tamperings, {len(missed)} missed or misnamed; seed {arguments.seed}")
        failed = others + len(missed)
        print(f"{arguments.tamperings + 20 - failed} passed, {failed} failed")
        return 1 if failed else 0
    finally:
        server.close()
        base.close()


if __name__ == "__main__":
    sys.exit(main())
