"""What was acknowledged survives a power cut; what was not is whole or absent; nothing is corrupt.

An installation is made from nothing, with a project, a user, records one by one and in batches, reviews of nobody,
and a list that is imported and imported again, while a preloaded library (recorder.c) writes down everything that is
done to its files. Then the power is cut at random moments of that record: disk.py computes what a disk may hold then, and
the program must start on it with everything that was acknowledged before the cut.

  tests/power_cut/run_power_cut.py [--cuts N] [--seed N] [--canary]

--canary proves that the run can fail: syncs of the write-ahead log are ignored, as by a disk that lies, and
acknowledged records must be missed.
"""
import argparse
import bisect
import contextlib
import json
import os
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

import disk  # noqa: E402
from harness import BINARY, Client, Server, chosen_seed, clean_environment  # noqa: E402

LISTS = [str(HERE.parent.parent / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
BATCH = 40
PASSWORD = "correct horse battery"


def build_recorder(folder):
    library = folder / "recorder.so"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "recorder.c"), "-ldl", "-lpthread"], check=True)
    return library


class RecordedServer(Server):
    """A server, and commands beside it, whose every change of a file is written down."""

    def __init__(self, work, library):
        super().__init__()
        self.record = work / f"record-{self.data.name}"
        self.environment = {"LD_PRELOAD": str(library), "RECORDER_FILE": str(self.record), "RECORDER_ROOT": str(self.data.resolve())}

    def recorded(self, *arguments, stdin=None):
        done = subprocess.run([str(BINARY), *arguments, "--data", str(self.data)], input=stdin, capture_output=True, text=True,
                              env={**clean_environment(), **self.environment})
        assert done.returncode == 0, done.stderr


def write_records(server, writer, rounds, acknowledge):
    client = Client(server, "BANK", "ana", PASSWORD)
    for number in range(rounds):
        if number % 5 == 4:
            batch = f"batch-{writer}-{number}"
            client.data("/monitoring/business/records/addOrUpdateMultiple", {
                "monitorRecords": [{"id": f"{batch}-{row}", "name": f"Nobody {row}"} for row in range(BATCH)]})
            acknowledge(batch)
        else:
            record = f"single-{writer}-{number}"
            client.data("/monitoring/business/records/addOrUpdateSingle", {"id": record, "name": "Kestrel Harbour Shipping"})
            acknowledge(record)


def live(server, rounds):
    """Lives one installation's life and gives its record."""
    def acknowledge(words):
        disk.acknowledge(server.record, words)
    server.recorded("project", "add", "BANK", "--company", "Bank plc")
    acknowledge("project")
    server.recorded("user", "add", "--project", "BANK", "--username", "ana", "--role", "admin", stdin=PASSWORD + "\n")
    acknowledge("user")
    server.recorded("lists", "import", LISTS[0])
    acknowledge("generation 1")
    server.start()
    failures = []

    def run(writer):
        try:
            write_records(server, writer, rounds, acknowledge)
        except Exception as problem:  # told by the main thread
            failures.append(problem)
    writers = [threading.Thread(target=run, args=(number,)) for number in range(3)]
    for writer in writers:
        writer.start()
    server.recorded("lists", "import", LISTS[1])
    acknowledge("generation 2")
    for writer in writers:
        writer.join()
    assert not failures, failures
    server.kill()
    return disk.read_record(server.record)


def run_on(folder, *arguments):
    return subprocess.run([str(BINARY), *arguments, "--json", "--data", str(folder)], capture_output=True, text=True, env=clean_environment())


def stored_records(folder):
    with contextlib.closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        damage = ledger.execute("pragma integrity_check").fetchone()[0]
        if damage != "ok":
            return None, f"the ledger is damaged: {damage}"
        return [row[0] for row in ledger.execute("select cast(record_id as text) from records")], None


def batches_in(records):
    counts = {}
    for record in records:
        if record.startswith("batch-"):
            batch = record.rpartition("-")[0]
            counts[batch] = counts.get(batch, 0) + 1
    return counts


def check(folder, acknowledged, everything):
    """What is wrong with an installation after the cut, or nothing."""
    generation = max([int(words.split()[1]) for words in acknowledged if words.startswith("generation")], default=0)
    done = run_on(folder, *(["verify", "--queries", "2"] if generation else ["audit", "verify"]))
    if not acknowledged:  # nothing was promised yet; what is there must still start or be absent
        return None if done.returncode == 0 or "no ledger" in done.stderr else done.stderr.strip()
    if done.returncode != 0:
        return f"verify fails: {done.stdout} {done.stderr.strip()}"
    if generation and not generation <= json.loads(done.stdout)["generation"] <= 2:
        return f"generation {generation} was acknowledged, {json.loads(done.stdout)['generation']} serves"
    for noun, words in (("project", ["project", "list"]), ("user", ["user", "list", "--project", "BANK"])):
        if noun in acknowledged and len(acknowledged) < 4 and not json.loads(run_on(folder, *words).stdout)[noun + "s"]:
            return f"the {noun} is lost"
    records, damage = stored_records(folder)
    if damage:
        return damage
    if len(set(records)) != len(records):
        return "a record is doubled"
    there, batches = set(records), batches_in(records)
    for batch, rows in batches.items():
        if rows != BATCH:
            return f"{rows} of {BATCH} rows of {batch}"
    for words in acknowledged:
        if words.startswith("single-") and words not in there or words.startswith("batch-") and words not in batches:
            return f"{words} was acknowledged and is lost"
    return None


def moments(events, cuts, dice):
    """Where to cut: half anywhere, half right after something was acknowledged."""
    marks = [i + 1 for i, event in enumerate(events) if event.kind == disk.ACKNOWLEDGED]
    return sorted(dice.choice(marks) if dice.random() < 0.5 else dice.randint(1, len(events)) for _ in range(cuts))


def cut_one_life(server, events, cuts, dice, canary, work, faults):
    state = disk.Disk(server.data, (lambda name: name.endswith("-wal")) if canary else (lambda name: False))
    acknowledged, at = [], 0
    for number, moment in enumerate(moments(events, cuts, dice)):
        for event in events[at:moment]:
            state.take(event)
            if event.kind == disk.ACKNOWLEDGED:
                acknowledged.append(event.names)
        at = moment
        folder = work / f"cut-{number}"
        how = state.cut(folder, dice)
        fault = check(folder, acknowledged, events)
        if fault:
            faults.append(f"cut at event {moment} of {len(events)}, {len(acknowledged)} acknowledged, {how}: {fault}")
            if canary:
                return
        shutil.rmtree(folder)
    unknown = {name for name in state.mapped if not name.endswith("-shm")}
    if unknown:
        faults.append(f"{unknown} are written through memory, which the record does not see")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=1000 if os.environ.get("VEDETTE_TEST_LONG") else 25)
    parser.add_argument("--cuts-per-life", type=int, default=100)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    dice = random.Random(arguments.seed)
    work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-cut-"))
    faults, lives = [], 0
    try:
        library = build_recorder(work)
        left = arguments.cuts
        while left > 0 and not (arguments.canary and faults):
            cuts = min(left, arguments.cuts_per_life)
            left -= cuts
            lives += 1
            server = RecordedServer(work, library)
            try:
                events = live(server, 25)
                cut_one_life(server, events, cuts, dice, arguments.canary, work, faults)
            finally:
                server.close()
                server.record.unlink(missing_ok=True)
        for fault in faults[:10]:
            print("  FAIL " + fault)
        if arguments.canary:
            print(f"{int(bool(faults))} passed, {int(not faults)} failed")
            return 0 if faults else 1
        print(f"figure: {arguments.cuts} power cuts in {lives} lives, {len(faults)} faults; seed {arguments.seed}")
        print(f"{arguments.cuts - len(faults)} passed, {len(faults)} failed")
        return 1 if faults else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
