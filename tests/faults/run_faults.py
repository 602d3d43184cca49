"""A failure is never "clear": whatever call fails under a screening, the answer is the right one or an error.

A preloaded library (failer.c) makes the n-th call of the server fail while it answers a question: each read, write, sync,
open, map, lock, receive, send and draw of random bytes in turn, and allocations of memory: in the long form every one. The answer must be that of a healthy server, or an error, or
none; never fewer hits with status 200. The same for `vedette screen` from its first call on; it makes millions of allocations while
it reads its tables, so that the long form takes the first of each way (the calls that lead to it) that leads to one. Then failed syncs and a full
disk: no write is acknowledged after a failed sync, and writes say STORAGE_FULL while reads go on.

  tests/faults/run_faults.py [--calls N] [--allocations N] [--seed N] [--canary]

--canary proves that the run can fail: the right answer that is compared with holds a hit more than there is.
"""
import argparse
import ctypes
import json
import mmap
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, Client, Gone, Server, chosen_seed, clean_environment  # noqa: E402

LIST = str(HERE.parent.parent / "data" / "demo" / "vedette-demo-2026-01.jsonl")
PASSWORD = "correct horse battery"
NAME = "Kestrel Harbour Shipping"
NONE, CALLS, MEMORY, SYNCS, WRITES, PLACES = range(6)
MOST_PLACES = 65536  # as in failer.c
ALL = 10**9
MOST_ONWARDS = 300  # allocations of `vedette screen` after which no other succeeds either
EIO, ENOMEM, ENOSPC = 5, 12, 28


class Control(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("error", ctypes.c_int32), ("number", ctypes.c_int64), ("onwards", ctypes.c_int64),
                ("count", ctypes.c_int64), ("failed", ctypes.c_int64), ("file", ctypes.c_char * 256),
                ("places", ctypes.c_int64), ("first", ctypes.c_int64 * MOST_PLACES)]


class Failer:
    """The switch of the library, shared with the process that has it preloaded."""

    def __init__(self, folder):
        self.library, self.file = folder / "failer.so", folder / "control"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", str(self.library), str(HERE / "failer.c"), "-ldl"], check=True)
        size = ctypes.sizeof(Control)
        self.file.write_bytes(bytes(size))
        with open(self.file, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), size)
        self.control = Control.from_buffer(self.memory)
        self.environment = {"LD_PRELOAD": str(self.library), "FAILER_CONTROL": str(self.file)}

    def set(self, kind, number=0, error=EIO, onwards=False):
        self.control.kind = NONE
        self.control.number, self.control.error, self.control.onwards = number, error, int(onwards)
        self.control.count = self.control.failed = 0
        self.control.kind = kind

    def off(self):
        """Gives whether anything failed, and how many calls there were."""
        self.control.kind = NONE
        return self.control.failed > 0, self.control.count


class Bank(Server):
    def __init__(self, failer):
        super().__init__()
        self.failer, self.number = failer, 0
        self.environment = failer.environment
        self.add_project("BANK", "Bank plc")
        self.add_user("BANK", "ana", PASSWORD)
        self.command("lists", "import", LIST)
        self.start()
        self.client = Client(self, "BANK", "ana", PASSWORD)
        self.restarts = 0

    def screening(self):
        return hits_of(self.client.data("/screening?search_type=business&name=" + NAME.replace(" ", "%20")))

    def batch(self):
        answer = self.client.data("/screening/batch", {"search_type": "business", "items": [{"key": "1", "name": NAME}, {"key": "2", "name": "Red Heron Aviation"}]})
        return [(item["key"], hits_of(item)) for item in answer["results"]]

    def monitoring(self):
        self.number += 1
        saved = self.client.data("/monitoring/business/records/addOrUpdateSingle", {"id": f"m{self.number}", "name": NAME})
        return saved["openCount"], saved["discardedCount"]

    def heal(self):
        """A healthy server again; a writer that met a failed sync needs a start."""
        self.failer.off()
        self.client.close()
        try:
            if self.process.poll() is None:
                self.monitoring()
                return
        except (Gone, AssertionError):
            pass
        if self.process.poll() is None:
            self.kill()
        self.restarts += 1
        self.start()
        self.client.close()


def hits_of(data):
    return [data["total"], *((hit["resourceId"], hit["score"]) for hit in data["items"])]


class Run:
    def __init__(self, canary):
        self.faults, self.tried, self.canary = [], 0, canary

    def judge(self, what, right, ask):
        """Asks once; the answer must be right or an error."""
        self.tried += 1
        try:
            answer = ask()
        except (Gone, AssertionError):
            return "error"
        if self.canary:
            right = [*right, ("one", "more")] if isinstance(right, list) else None
        if answer != right:
            self.faults.append(f"{what}: answered {str(answer)[:200]} instead of {str(right)[:200]}")
        return "answered"

    def every_call(self, bank, name, numbers, kind, error, tries):
        ask = getattr(bank, name)
        right = ask()
        outcomes = {"error": 0, "answered": 0}
        for number in numbers:
            for _ in range(tries):
                bank.failer.set(kind, number, error)
                outcome = self.judge(f"{name}, call {number} of kind {kind} fails", right, ask)
                failed, _ = bank.failer.off()
                if failed:
                    outcomes[outcome] += 1
                    bank.heal()
                    break
                self.tried -= 1  # this time there were fewer calls
                if outcome == "error":
                    self.faults.append(f"{name} fails although no call did")
            if self.canary and self.faults:
                break
        return outcomes


def count_calls(bank, name, kind):
    bank.failer.set(kind, 0)
    getattr(bank, name)()
    return bank.failer.off()[1]


def some_of(count, most, dice):
    return sorted(dice.sample(range(1, count + 1), min(most, count)))


def server_faults(run, bank, dice, calls, allocations):
    for name in ("screening", "batch", "monitoring"):
        for kind, error, most, often, word in ((CALLS, EIO, calls, 100, "calls"), (MEMORY, ENOMEM, allocations, 10, "allocations")):
            # Some calls are only made now and then, such as those that put the log of the ledger away. The long form asks until
            # they are made; the short form keeps to those that are made each time.
            count = (max if most == ALL else min)(count_calls(bank, name, kind) for _ in range(often if most == ALL else 3))
            numbers = some_of(count, most, dice) if not run.canary else [10**9]  # the canary needs an answer
            outcomes = run.every_call(bank, name, numbers, kind, error, often if most == ALL else 1)
            print(f"figure: {name}: {sum(outcomes.values())} {word} of {count} at most failed: {outcomes['error']} errors, "
                  f"{outcomes['answered']} right answers")
            if run.canary and run.faults:
                return


def first_of_each_place(bank, ask):
    """The allocations that were reached in a way in which none was before."""
    bank.failer.control.places = 0
    bank.failer.set(PLACES, 0)
    ask()
    bank.failer.off()
    return list(bank.failer.control.first[:bank.failer.control.places])


def command_faults(run, bank, dice, allocations):
    """`vedette screen`, from its first call on."""
    def ask():
        done = subprocess.run([str(BINARY), "screen", NAME, "--type", "business", "--json", "--data", str(bank.data)], capture_output=True,
                              text=True, env={**clean_environment(), **bank.failer.environment})
        if done.returncode != 0:
            raise Gone(done.stderr)
        return json.loads(done.stdout)["hits"]
    bank.failer.off()
    right = ask()
    for kind, error in ((CALLS, EIO), (MEMORY, ENOMEM)):
        bank.failer.set(kind, 0)
        ask()
        count = bank.failer.off()[1]
        if kind == MEMORY and allocations == ALL:
            numbers = first_of_each_place(bank, ask)
        else:
            numbers = some_of(count, count if kind == CALLS else allocations, dice)
        for onwards in (False, True):
            errors = 0
            if onwards and len(numbers) > MOST_ONWARDS:
                numbers = sorted(dice.sample(numbers, MOST_ONWARDS))
            for number in numbers:
                bank.failer.set(kind, number, error, onwards)
                errors += run.judge(f"vedette screen, call {number} of kind {kind} fails", right, ask) == "error"
                bank.failer.off()
            print(f"figure: vedette screen: {len(numbers)} of {count} {'calls' if kind == CALLS else 'allocations'} failed"
                  f"{' and all after them' if onwards else ''}, {errors} errors")


def failed_syncs(run, bank):
    """After a failed sync nothing is acknowledged until a start; what was acknowledged before is there."""
    for number in range(1, 5):
        bank.failer.set(SYNCS, number)
        acknowledged, after = [], []
        for step in range(8):
            record = f"sync-{number}-{step}"
            failed_before = bank.failer.control.failed > 0
            try:
                bank.client.data("/monitoring/business/records/addOrUpdateSingle", {"id": record, "name": "Nobody"})
                (after if failed_before else acknowledged).append(record)
            except (Gone, AssertionError):
                pass
        bank.failer.off()
        run.tried += 1
        if after:
            run.faults.append(f"after the failed sync {number} of {bank.failer.control.file.decode()}: {after} were acknowledged")
        bank.kill()
        bank.start()
        bank.client.close()
        for record in acknowledged:
            if bank.client.call(f"/monitoring/business/records/getSingle?id={record}")[0] != 200:
                run.faults.append(f"{record} was acknowledged before the failed sync and is lost")


def full_disk(run, bank):
    """Every write fails with "no space": reads go on, writes and screenings say so, and all is well afterwards."""
    right = bank.screening()
    bank.client.data("/monitoring/business/records/addOrUpdateSingle", {"id": "known", "name": "Nobody"})
    for number in (1, 2, 3, 5):
        bank.failer.set(WRITES, number, ENOSPC, onwards=True)
        statuses = {}
        for name, path, body in (("screening", "/screening?search_type=business&name=Kestrel", None),
                                 ("record", "/monitoring/business/records/addOrUpdateSingle", {"id": f"full-{number}", "name": "Nobody"}),
                                 ("read", "/monitoring/business/records/getSingle?id=known", None)):
            status, answer = bank.client.call(path, body)
            statuses[name] = (status, (answer.get("error") or {}).get("code"))
        bank.failer.off()
        run.tried += 1
        # What had space before the disk was full may have been recorded and answered.
        wrong = [name for name in ("screening", "record") if statuses[name] not in ((503, "STORAGE_FULL"), (200, None))]
        if wrong or statuses["read"][0] != 200 or number == 1 and statuses["screening"][0] == 200:
            run.faults.append(f"full from write {number} on: {statuses}")
        if bank.screening() != right:
            run.faults.append("the answer is another once there is space")
    done = bank.command("audit", "verify", check=False)
    if done.returncode != 0:
        run.faults.append(f"after the full disk: {done.stdout}{done.stderr}")


def full_import(run, bank, dice, most):
    """An import that finds no space says so, and the lists before it go on serving. Once the new lists serve, what is written
    afterwards (the ledger is put away) may fail: then the import has succeeded, and its generation is the one that serves."""
    right = bank.screening()

    def import_lists():
        return subprocess.run([str(BINARY), "lists", "import", LIST, "--data", str(bank.data), "--json"], capture_output=True,
                              text=True, env={**clean_environment(), **bank.failer.environment})

    def serving():
        return json.loads(bank.command("lists", "status", "--json").stdout)["generation"]
    bank.failer.set(WRITES, 0, ENOSPC)
    import_lists()
    count = bank.failer.off()[1]
    numbers, late = some_of(count, most, dice), 0
    for number in numbers:
        run.tried += 1
        before = serving()
        bank.failer.set(WRITES, number, ENOSPC, onwards=True)
        done = import_lists()
        bank.failer.off()
        if done.returncode == 0:
            late += 1
            if not before < json.loads(done.stdout)["generation"] == serving():
                run.faults.append(f"an import without space from write {number} on says it succeeded and does not serve")
        elif not done.stderr or serving() != before:
            run.faults.append(f"an import without space from write {number} on ends with {done.returncode}: {done.stderr}")
        if bank.screening() != right:
            run.faults.append(f"after an import without space from write {number} on the answer is another")
    print(f"figure: {len(numbers)} of {count} writes of an import met a full disk, {late} after the new lists served")
    if late == len(numbers) > 2:
        run.faults.append("no import without space failed")
    if import_lists().returncode != 0 or list((bank.data / "catalogue").glob("*.tmp")):
        run.faults.append("with space again an import fails or leaves files behind")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=ALL if os.environ.get("VEDETTE_TEST_LONG") else 8, help="of each question")
    parser.add_argument("--allocations", type=int, default=ALL if os.environ.get("VEDETTE_TEST_LONG") else 8)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    dice, run = random.Random(arguments.seed), Run(arguments.canary)
    work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-faults-"))
    bank = None
    try:
        bank = Bank(Failer(work))
        server_faults(run, bank, dice, arguments.calls, arguments.allocations)
        if not arguments.canary:
            command_faults(run, bank, dice, arguments.allocations)
            failed_syncs(run, bank)
            full_disk(run, bank)
            full_import(run, bank, dice, arguments.calls)
        for fault in run.faults[:10]:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        if arguments.canary:
            print(f"{int(bool(run.faults))} passed, {int(not run.faults)} failed")
            return 0 if run.faults else 1
        print(f"figure: {run.tried} faults, {len(run.faults)} wrong answers, {bank.restarts} restarts; seed {arguments.seed}")
        print(f"{run.tried - len(run.faults)} passed, {len(run.faults)} failed")
        return 1 if run.faults else 0
    finally:
        if bank:
            bank.close()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
