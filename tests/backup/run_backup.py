"""A backup is a restore that was tried: taken under load, restored elsewhere, compared.

  tests/backup/run_backup.py [--seed N] [--store sqlite|postgresql] [--canary]

--canary proves that the run can fail: one row of the restored ledger is changed before it is compared.
"""
import argparse
import contextlib
import hashlib
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import Client, Gone, Postgres, Server, chosen_seed  # noqa: E402

LISTS = [str(HERE.parent.parent / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
PASSWORD = "correct horse battery"
BATCH = 30


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


class Writer(threading.Thread):
    """Saves batches of records until told to stop."""

    def __init__(self, server):
        super().__init__()
        self.client, self.acknowledged, self.stopping, self.failure = Client(server, "BANK", "ana", PASSWORD), [], False, None

    def run(self):
        number = 0
        try:
            while not self.stopping:
                number += 1
                self.client.data("/monitoring/business/records/addOrUpdateMultiple", {
                    "monitorRecords": [{"id": f"{number}/{row}", "name": f"Nobody {row}"} for row in range(BATCH)]})
                self.acknowledged.append(number)
        except (Gone, AssertionError) as problem:
            self.failure = problem


def new_bank(database=None):
    server = Server(database=database)
    server.add_project("BANK", "Bank plc")
    server.add_user("BANK", "ana", PASSWORD)
    server.command("lists", "import", LISTS[0])
    return server


def restore(backup, source, database=None):
    """A server on what was restored, with the key that was kept elsewhere."""
    elsewhere = Server(database=database)
    shutil.copy(source.data / "server.key", elsewhere.data / "server.key")
    elsewhere.command("restore", str(backup))
    return elsewhere


def batches_of(client):
    counts = {}
    for record in client.data("/monitoring/business/records/getAll")["monitorRecords"]:
        batch = int(record["id"].partition("/")[0])
        counts[batch] = counts.get(batch, 0) + 1
    return counts


def under_load(work, _):
    """Whatever was acknowledged before the backup began is in it; a batch is in it whole or not at all."""
    source = new_bank()
    elsewhere = None
    try:
        source.start()
        writer = Writer(source)
        writer.start()
        while len(writer.acknowledged) < 5 and not writer.failure:
            pass
        head = work / "head"
        source.command("audit", "export-head", "--out", str(head))
        before = list(writer.acknowledged)
        importing = threading.Thread(target=source.command, args=("lists", "import", LISTS[1]))
        importing.start()
        source.command("backup", str(work / "loaded"))
        importing.join()
        writer.stopping = True
        writer.join()
        expect(writer.failure is None, f"a write failed during the backup: {writer.failure}")
        elsewhere = restore(work / "loaded", source)
        elsewhere.command("audit", "verify", "--head", str(head))
        elsewhere.start()
        client = Client(elsewhere, "BANK", "ana", PASSWORD)
        counts = batches_of(client)
        expect(not set(before) - set(counts), f"lost: {set(before) - set(counts)}")
        expect(set(counts.values()) == {BATCH}, f"a batch is there in part: {counts}")
        expect(len(counts) <= len(writer.acknowledged) + 1, "more than was written")
    finally:
        source.close()
        if elsewhere:
            elsewhere.close()


def every_row(ledger):
    """All rows of all tables, as text."""
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        expect(database.execute("pragma integrity_check").fetchone()[0] == "ok", f"{ledger} is damaged")
        return list(database.iterdump())


def files_of(folder):
    return {str(path.relative_to(folder)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
            for path in sorted((folder / "catalogue").glob("generation-*"))}


def at_rest(work, canary):
    """Row by row and byte by byte the same; answers the same."""
    source = new_bank()
    elsewhere = None
    try:
        source.command("lists", "import", LISTS[1])
        source.start()
        client = Client(source, "BANK", "ana", PASSWORD)
        for number in range(5):
            client.data("/monitoring/business/records/addOrUpdateSingle", {"id": f"{number}", "name": "Kestrel Harbour Shipping"})
        reference = client.data("/screening?search_type=business&name=Kestrel%20Harbour%20Shipping")["ref"]
        client.wait_until_screened(2)
        source.stop()
        source.command("backup", str(work / "rest"))
        expect(not list((work / "rest").rglob("server.key")), "the key is in the backup")
        elsewhere = restore(work / "rest", source)
        if canary:
            with contextlib.closing(sqlite3.connect(elsewhere.data / "ledger.db")) as ledger, ledger:
                ledger.execute("update records set open_count = open_count + 1 where record_number = 1")
        expect(every_row(source.data / "ledger.db") == every_row(elsewhere.data / "ledger.db"), "the restored ledger has other rows")
        expect(files_of(source.data) and files_of(source.data) == files_of(elsewhere.data), "generations or their times differ")
        elsewhere.start()
        replay = Client(elsewhere, "BANK", "ana", PASSWORD).data(f"/screening/searches/{reference}/replay")
        expect(replay["identical"], f"the recorded search is answered otherwise: {replay}")
    finally:
        source.close()
        if elsewhere:
            elsewhere.close()


def refusals(work, dice):
    """A damaged backup, a data directory in use, a key of another installation: refused, nothing left behind."""
    source, target = new_bank(), Server()
    try:
        folder = work / "refused"
        source.command("backup", str(folder))
        nothing = target.command("backup", str(work / "of-nothing"), check=False)
        expect(nothing.returncode != 0 and not (work / "of-nothing").exists(), "a directory without an installation is backed up")
        again = source.command("backup", str(folder), check=False)
        expect(again.returncode == 1 and "already" in again.stderr, f"an older backup is overwritten: {again.stderr}")
        used = source.command("restore", str(folder), check=False)
        expect(used.returncode == 1 and "holds" in used.stderr, f"a data directory in use is overwritten: {used.stderr}")
        shutil.copy(source.data / "server.key", target.data / "server.key")
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            content = path.read_bytes()
            at = dice.randrange(len(content))
            path.write_bytes(content[:at] + bytes([content[at] ^ (1 << dice.randrange(8))]) + content[at + 1:])
            broken = target.command("restore", str(folder), check=False)
            expect(broken.returncode == 1, f"a backup with a changed byte in {path.name} is restored")
            left = [each.name for each in target.data.rglob("*") if each.is_file() and each.name != "server.key"]
            expect(not left, f"a refused restore leaves {left}")
            path.write_bytes(content)
        (target.data / "server.key").unlink()
        (target.data / "server.key").write_bytes(bytes(32))
        (target.data / "server.key").chmod(0o600)
        stranger = target.command("restore", str(folder), check=False)
        expect(stranger.returncode == 1 and "key" in stranger.stderr, f"restored under another key: {stranger.stderr}")
        (target.data / "server.key").unlink()
        unknown = target.command("restore", str(folder), check=False)
        expect(unknown.returncode == 1 and "--signed-by" in unknown.stderr, f"restored with nothing to check it by: {unknown.stderr}")
        keyless = target.command("restore", str(folder), "--signed-by", source.command("signing-key").stdout.strip())
        expect("server.key" in keyless.stdout, "nothing is said of the missing key")
    finally:
        source.close()
        target.close()


def erased_since(work, canary):
    """Who was erased after a backup does not come back with it: the file of erasures knows, wherever it is taken from."""
    source = new_bank()
    others = []
    try:
        source.start()
        client = Client(source, "BANK", "ana", PASSWORD)
        for number in ("gone", "stays"):
            client.data("/monitoring/business/records/addOrUpdateSingle", {"id": number, "name": f"Customer {number}"})
        source.command("backup", str(work / "before"))
        erased = client.data("/monitoring/erasures", {"recordId": "gone"})
        expect(erased["erased"]["records"] == 1 and "gone" not in erased["certificate"], f"the erasure: {erased}")
        source.stop()
        source.command("backup", str(work / "after"))
        known = work / "after" / "erasures.jsonl"

        def bank(*words, beside=False):
            other = Server()
            others.append(other)
            shutil.copy(source.data / "server.key", other.data / "server.key")
            if beside:
                shutil.copy(known, other.data / "erasures.jsonl")
            return other, other.command("restore", *map(str, words)).stdout

        def ids(other):
            other.start()
            return {each["id"] for each in Client(other, "BANK", "ana", PASSWORD).data("/monitoring/business/records/getAll")["monitorRecords"]}
        for other, said in (bank(work / "before", "--erasures", known), bank(work / "before", beside=True)):
            expect("1 erasures made since were done again" in said, f"restore does not say so: {said}")
            expect(ids(other) == ({"gone"} if canary else {"stays"}), "an erased person came back")
            other.stop()
            other.command("verify", "--queries", "1")
        other, said = bank(work / "before")
        shutil.copy(known, other.data / "erasures.jsonl")
        expect(ids(other) == {"stays"}, "the start of a server does not erase again")
        other, said = bank(work / "after")
        expect("done again" not in said and ids(other) == {"stays"}, f"a backup that has seen the erasure: {said}")
    finally:
        source.close()
        for other in others:
            other.close()


def altered_search(work, _):
    """A recorded search that somebody changed is named by project and reference; the rest is backed up and restored."""
    source = new_bank()
    elsewhere = None
    try:
        source.start()
        client = Client(source, "BANK", "ana", PASSWORD)
        references = [client.data(f"/screening?search_type=business&name=Nobody%20{number}")["ref"] for number in range(3)]
        source.stop()
        with contextlib.closing(sqlite3.connect(source.data / "ledger.db")) as ledger, ledger:
            ledger.execute("update searches set total = total + 1 where ref = ?", (references[1],))
        named = f"recorded search {references[1]}, project BANK, is not what was recorded"
        for words in (["audit", "verify"], ["verify", "--queries", "1"]):
            verified = source.command(*words, check=False)
            expect(verified.returncode == 1 and named in verified.stdout, f"{words}: {verified.returncode} {verified.stdout}")
        backed_up = source.command("backup", str(work / "altered"))
        expect(named in backed_up.stdout and "warning" in backed_up.stderr, f"backup: {backed_up.stdout}{backed_up.stderr}")
        elsewhere = restore(work / "altered", source)
        said = json.loads(elsewhere.command("audit", "verify", "--json", check=False).stdout)["audit"]
        bad = [bad["search"] for chain in said["chains"] for bad in chain.get("badSearches", [])]
        expect(not said["whole"] and bad == [references[1]], f"the restored ledger: {said}")
    finally:
        source.close()
        if elsewhere:
            elsewhere.close()


def with_postgresql(work, _):
    """The catalogue by the command, the ledger by pg_dump: together they restore the installation."""
    postgres = Postgres()
    source = elsewhere = None
    try:
        urls = [postgres.new_database(), postgres.new_database()]
        source = new_bank(urls[0])
        source.start()
        writer = Writer(source)
        writer.start()
        while len(writer.acknowledged) < 3 and not writer.failure:
            pass
        before = list(writer.acknowledged)
        dump = subprocess.run([str(postgres.bin / "pg_dump"), "--no-owner", urls[0]], capture_output=True, check=True).stdout
        said = json.loads(source.command("backup", str(work / "postgresql"), "--json").stdout)
        expect("pg_dump" in said["note"], f"nothing is said of the ledger: {said}")
        writer.stopping = True
        writer.join()
        subprocess.run([str(postgres.bin / "psql"), "-q", "-v", "ON_ERROR_STOP=1", urls[1]], input=dump, check=True, capture_output=True)
        elsewhere = restore(work / "postgresql", source, urls[1])
        elsewhere.command("audit", "verify")
        elsewhere.start()
        counts = batches_of(Client(elsewhere, "BANK", "ana", PASSWORD))
        expect(not set(before) - set(counts) and set(counts.values()) == {BATCH}, f"{before} were saved, {counts} restored")
    finally:
        for server in (source, elsewhere):
            if server:
                server.close()
        postgres.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    stores = arguments.store or ["sqlite", "postgresql"]
    checks = [(at_rest, True)] if arguments.canary else []
    if not arguments.canary and "sqlite" in stores:
        checks += [(under_load, None), (at_rest, False), (refusals, random.Random(arguments.seed)), (altered_search, None), (erased_since, False)]
    if not arguments.canary and "postgresql" in stores:
        checks.append((with_postgresql, None))
    passed = failed = 0
    for function, argument in checks:
        work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-backup-"))
        try:
            function(work, argument)
            passed += 1
        except Exception as problem:  # the next check must run
            failed += 1
            print(f"  {function.__name__}: {type(problem).__name__}: {problem}")
        finally:
            shutil.rmtree(work, ignore_errors=True)
    if arguments.canary:
        passed, failed = failed, passed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
