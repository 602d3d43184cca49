"""What was acknowledged survives kill -9 exactly once; what was not is whole or absent.

Writers give numbered records, batches and searches to a server through its API; it is killed at a random moment and started
again, and what the ledger then holds is compared with what was acknowledged.

  tests/kills/run_kills.py [--kills N] [--seed N] [--store sqlite|postgresql] [--canary]

--canary proves that the run can fail: an acknowledged record is taken away behind the server's back.
"""
import argparse
import contextlib
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import Client, Gone, Postgres, Server, chosen_seed  # noqa: E402

LIST = str(HERE.parent.parent / "data" / "demo" / "vedette-demo-2026-01.jsonl")
PASSWORD = "correct horse battery"
BATCH = 25
WRITERS = 3


class Ledger:
    """The tables, read with the store's own tools."""

    def __init__(self, server):
        self.database, self.file = server.settings.get("database"), server.data / "ledger.db"
        self.record_id = "convert_from(record_id, 'UTF8')" if self.database else "cast(record_id as text)"

    def column(self, text):
        if self.database:
            done = subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", self.database, "-c", text], check=True, capture_output=True, text=True)
            return done.stdout.split()
        with contextlib.closing(sqlite3.connect(self.file)) as ledger:
            rows = [str(row[0]) for row in ledger.execute(text)]
            ledger.commit()
            return rows


class Writer(threading.Thread):
    """Writes until the server is gone; knows what was acknowledged."""

    def __init__(self, client, name, dice):
        super().__init__()
        self.client, self.label, self.dice = client, name, dice
        self.records, self.batches, self.searches = [], [], []
        self.failure, self.acknowledged = None, 0

    def run(self):
        number = 0
        try:
            while True:
                number += 1
                self.step(f"{self.label}-{number}", self.dice.random())
                self.acknowledged += 1
        except Gone:
            pass
        except Exception as problem:  # told by the main thread
            self.failure = problem

    def step(self, name, choice):
        if choice < 0.6:
            self.client.data("/monitoring/business/records/addOrUpdateSingle", {"id": "s" + name, "name": "Kestrel Harbour Shipping"})
            self.records.append("s" + name)
        elif choice < 0.75:
            self.client.data("/monitoring/business/records/addOrUpdateMultiple", {
                "monitorRecords": [{"id": f"b{name}/{row}", "name": f"Nobody {row}"} for row in range(BATCH)]})
            self.batches.append("b" + name)
        else:
            found = self.client.data("/screening?search_type=business&name=Kestrel%20Harbour%20Shipping")
            self.searches.append(found["ref"])


class Loop:
    def __init__(self, server, seed, canary):
        self.server, self.seed, self.canary = server, seed, canary
        self.dice = random.Random(seed)
        self.ledger = Ledger(server)
        self.records, self.batches, self.searches = set(), set(), set()
        self.faults, self.slowest = [], 0.0

    def prepare(self):
        self.server.add_project("BANK", "Bank plc")
        self.server.add_user("BANK", "ana", PASSWORD)
        self.server.command("lists", "import", LIST)
        self.server.start()
        self.clients = [Client(self.server, "BANK", "ana", PASSWORD) for _ in range(WRITERS)]

    def once(self, kill):
        writers = [Writer(client, f"{kill}-{number}", random.Random(self.dice.random())) for number, client in enumerate(self.clients)]
        for writer in writers:
            writer.start()
        # At a moment after a number of acknowledgements, so that it falls into the work on any machine.
        wanted, more = self.dice.randint(0, 25), self.dice.uniform(0, 0.02)
        deadline = time.monotonic() + 30
        while sum(writer.acknowledged for writer in writers) < wanted and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(more)
        self.server.kill()
        for writer in writers:
            writer.join()
            if writer.failure:
                self.faults.append(f"kill {kill}: {writer.failure}")
            self.records.update(writer.records)
            self.batches.update(writer.batches)
            self.searches.update(writer.searches)
        began = time.monotonic()
        self.server.start()
        for client in self.clients:
            client.close()
        self.clients[0].data("/monitoring/business/records/addOrUpdateSingle", {"id": f"after-{kill}", "name": "Nobody"})
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.records.add(f"after-{kill}")
        if self.canary:
            self.ledger.column(f"update records set record_id = 'taken' where {self.ledger.record_id} = 'after-{kill}' returning 1")
        self.compare(kill)

    def compare(self, kill):
        stored = self.ledger.column(f"select {self.ledger.record_id} from records")
        there, batches = set(stored), {}
        for record in stored:
            if "/" in record:
                batches[record.partition("/")[0]] = batches.get(record.partition("/")[0], 0) + 1
        searches = self.ledger.column("select ref from searches")
        problems = [f"{len(stored) - len(there)} records are doubled"] if len(stored) != len(there) else []
        problems += [f"{lost} was acknowledged and is lost" for lost in sorted(self.records - there)[:3]]
        problems += [f"{lost} was acknowledged and is lost" for lost in sorted(self.batches - set(batches))[:3]]
        problems += [f"{rows} of {BATCH} rows of {batch}" for batch, rows in batches.items() if rows != BATCH]
        problems += [f"search {lost} was answered and is not recorded" for lost in sorted(self.searches - set(searches))[:3]]
        self.faults += [f"kill {kill}: {problem}" for problem in problems]

    def check_chains(self):
        done = self.server.command("audit", "verify", check=False)
        if done.returncode != 0:
            self.faults.append(f"after the kills: {done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000 if os.environ.get("VEDETTE_TEST_LONG") else 8)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    passed = failed = 0
    for store in arguments.store or ["sqlite", "postgresql"]:
        postgres = Postgres() if store == "postgresql" else None
        server = Server(database=postgres.new_database() if postgres else None)
        try:
            loop = Loop(server, arguments.seed, arguments.canary)
            loop.prepare()
            for kill in range(arguments.kills):
                loop.once(kill)
                if loop.faults:
                    break
            if not arguments.canary:
                loop.check_chains()
            kills = kill + 1
            for fault in loop.faults[:10]:
                print(f"  {'' if arguments.canary else 'FAIL '}{store}: {fault}")
            print(f"figure: {store}: {kills} kills, {len(loop.records)} records, {len(loop.batches)} batches and {len(loop.searches)} searches"
                  f" acknowledged, {len(loop.faults)} faults; slowest start and first write {loop.slowest:.2f} s; seed {arguments.seed}")
            good = bool(loop.faults) == arguments.canary
            passed, failed = passed + (kills if good else kills - 1), failed + (not good)
        finally:
            server.close()
            if postgres:
                postgres.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
