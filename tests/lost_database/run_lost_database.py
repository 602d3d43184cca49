"""PostgreSQL may vanish at any moment: what was acknowledged is there once, what was not is whole or absent.

Between the server and its PostgreSQL stands a gate that cuts connections at their COMMIT: before it is passed on, right after, or when the
database has answered and the answer is on its way back; sometimes all connections at once. Writers go on meanwhile. Afterwards what the
ledger holds is compared with what was acknowledged, and the audit chains are walked.

  tests/lost_database/run_lost_database.py [--cuts N] [--seed N] [--canary]

--canary proves that the run can fail: what was refused is counted as acknowledged.
"""
import argparse
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, Client, Gone, Postgres, Server, chosen_seed  # noqa: E402

LIST = str(HERE.parent.parent / "data" / "demo" / "vedette-demo-2026-01.jsonl")
PASSWORD = "correct horse battery"
BATCH = 20
SOCKET = ".s.PGSQL.5432"


class Gate:
    """A PostgreSQL socket of its own that passes everything on, until it is told to cut."""

    def __init__(self, target, dice, plans):
        self.plans = plans
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-gate-"))
        self.target, self.dice = str(target / SOCKET), dice
        self.lock, self.pairs, self.muted, self.plan, self.cuts = threading.Lock(), [], set(), None, 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.target)
            except OSError:
                client.close()
                continue
            pair = (client, server)
            with self.lock:
                self.pairs.append(pair)
            threading.Thread(target=self.up, args=pair, daemon=True).start()
            threading.Thread(target=self.down, args=pair, daemon=True).start()

    def cut_at_next_commit(self):
        self.plan = self.dice.choice(self.plans)

    def up(self, client, server):
        try:
            while data := client.recv(1 << 20):
                plan = self.plan if b"commit" in data.lower() else None
                if plan:
                    self.plan = None
                    return self.cut(plan, data, client, server)
                server.sendall(data)
        except OSError:
            pass
        self.close_pair(client, server)

    def cut(self, plan, data, client, server):
        if plan != "before":
            self.muted.add(client)
            server.sendall(data)
        if plan == "answered":
            time.sleep(0.05)  # the database has committed; its answer stays in the gate
        with self.lock:
            pairs = list(self.pairs) if plan == "all" else [(client, server)]
        for pair in pairs:
            self.close_pair(*pair)
        self.cuts += 1

    def down(self, client, server):
        try:
            while data := server.recv(1 << 20):
                if client not in self.muted:
                    client.sendall(data)
        except OSError:
            pass
        self.close_pair(client, server)

    def close_pair(self, client, server):
        with self.lock:
            if (client, server) in self.pairs:
                self.pairs.remove((client, server))
        for end in (client, server):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def close(self):
        self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Writer(threading.Thread):
    def __init__(self, server, name, canary):
        super().__init__()
        self.client, self.label, self.canary, self.stopping = Client(server, "BANK", "ana", PASSWORD), name, canary, False
        self.acknowledged, self.refused, self.failure, self.longest = [], 0, None, 0.0

    def run(self):
        number, down_since = 0, None
        try:
            while not self.stopping:
                number += 1
                batch = f"{self.label}-{number}"
                body = {"monitorRecords": [{"id": f"{batch}/{row}", "name": f"Nobody {row}"} for row in range(BATCH)]}
                status, answer = self.client.call("/monitoring/business/records/addOrUpdateMultiple", body)
                if status not in (200, 503, 401):
                    raise AssertionError(f"{status} {answer}")
                if status == 200:
                    self.longest = max(self.longest, time.monotonic() - down_since) if down_since else self.longest
                    down_since = None
                else:
                    down_since = down_since or time.monotonic()
                    self.refused += 1
                if status == 200 or self.canary:
                    self.acknowledged.append(batch)
        except (Gone, AssertionError) as problem:
            self.failure = problem


def stored(url):
    done = subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", url, "-c", "select convert_from(record_id, 'UTF8') from records"],
                          check=True, capture_output=True, text=True)
    return done.stdout.split()


def compare(records, writers):
    faults, counts = [], {}
    for record in records:
        batch = record.partition("/")[0]
        counts[batch] = counts.get(batch, 0) + 1
    faults += [f"{rows} of {BATCH} rows of {batch}" for batch, rows in counts.items() if rows != BATCH]
    for writer in writers:
        faults += [str(writer.failure)] if writer.failure else []
        faults += [f"{batch} was acknowledged and is lost" for batch in writer.acknowledged if batch not in counts]
    return faults


def run(cuts, dice, canary):
    postgres = Postgres()
    gate = server = None
    try:
        direct = postgres.new_database()
        gate = Gate(postgres.folder, dice, ["before"] if canary else ["before", "after", "answered", "all"])
        server = Server(database=direct.replace(str(postgres.folder), str(gate.folder)))
        server.add_project("BANK", "Bank plc")
        server.add_user("BANK", "ana", PASSWORD)
        server.command("lists", "import", LIST)
        server.start()
        writers = [Writer(server, f"w{number}", canary) for number in range(3)]
        for writer in writers:
            writer.start()
        deadline = time.monotonic() + PATIENCE + 3 * cuts
        while gate.cuts < cuts and time.monotonic() < deadline and all(writer.is_alive() for writer in writers):
            seen = sum(len(writer.acknowledged) for writer in writers)
            time.sleep(dice.uniform(0, 0.1))
            if gate.plan is None and seen < sum(len(writer.acknowledged) for writer in writers):
                gate.cut_at_next_commit()
        for writer in writers:
            writer.stopping = True
        for writer in writers:
            writer.join()
        faults = compare(stored(direct), writers)
        if gate.cuts < cuts:
            faults.append(f"only {gate.cuts} of {cuts} cuts were made")
        chains = server.command("audit", "verify", check=False)
        faults += [chains.stdout + chains.stderr] if chains.returncode else []
        print(f"figure: {gate.cuts} cuts at a commit: {sum(len(writer.acknowledged) for writer in writers)} batches acknowledged, "
              f"{sum(writer.refused for writer in writers)} refused, {len(faults)} faults; longest time without an acknowledgement {max(writer.longest for writer in writers):.2f} s")
        return faults
    finally:
        if server:
            server.close()
        if gate:
            gate.close()
        postgres.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=1000 if os.environ.get("VEDETTE_TEST_LONG") else 15)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    faults = run(arguments.cuts, random.Random(arguments.seed), arguments.canary)
    for fault in faults[:10]:
        print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
    good = bool(faults) == arguments.canary
    print(f"{arguments.cuts if good else arguments.cuts - 1} passed, {int(not good)} failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
