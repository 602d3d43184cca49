"""A file system that is really full: reads go on, writes and screenings say why, nothing is lost, and all is well once there is space.

  tests/full_disk/run_full_disk.py [--rounds N] [--seed N] [--canary]

The data directory lies on a file system of its own in memory, mounted for this process alone. Each round fills it to the last byte or nearly so, asks,
imports, starts the server anew, and makes room again. Where mounting is not allowed the run is skipped, loudly.
--canary proves that the run can fail: the disk is never filled, so that nothing is refused.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, ROOT, Client, Server, chosen_seed  # noqa: E402

LISTS = [str(ROOT / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
PASSWORD = "correct horse battery"
QUESTION = "/screening?search_type=business&name=Kestrel%20Harbour%20Shipping"
SAVE = "/monitoring/business/records/addOrUpdateSingle"
MEBIBYTES = 40
TRIES = 5000  # what was set aside before, such as the log of the ledger, takes some writes yet


class Disk:
    def __init__(self, folder, canary):
        self.filler, self.canary = folder / "filler", canary

    def fill(self, left):
        """To the last byte, or so many bytes less."""
        if self.canary:
            return
        with open(self.filler, "ab", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass
            file.truncate(max(0, file.tell() - left))

    def free(self):
        self.filler.unlink(missing_ok=True)


class Run:
    def __init__(self, bank, disk, dice):
        self.bank, self.disk, self.dice = bank, disk, dice
        self.faults, self.acknowledged, self.slowest, self.refused = [], [], 0.0, 0

    def expect(self, condition, what):
        if not condition:
            self.faults.append(what)

    def code_of(self, path, body=None):
        status, answer = self.bank.client.call(path, body)
        return status, (answer.get("error") or {}).get("code")

    def save(self):
        name = f"r{len(self.acknowledged)}"
        outcome = self.code_of(SAVE, {"id": name, "name": "Nobody " + "x" * self.dice.randrange(200)})
        if outcome == (200, None):
            self.acknowledged.append(name)
        return outcome

    def until_full(self):
        """Saves until a save is refused for want of space."""
        for _ in range(20 if self.disk.canary else TRIES):
            outcome = self.save()
            if outcome != (200, None):
                self.refused += 1
                return self.expect(outcome == (503, "STORAGE_FULL"), f"a save on a full disk is answered with {outcome}")
        self.faults.append("the disk is full and everything is written")

    def ask_on_a_full_disk(self, right):
        for _ in range(3):
            status, answer = self.bank.client.call(QUESTION)
            said = answer["data"]["items"] if status == 200 else (status, answer["error"]["code"])
            self.expect(said in (right, (503, "STORAGE_FULL")), f"a screening on a full disk says {str(said)[:200]}")
        if self.acknowledged:
            known = self.dice.choice(self.acknowledged)
            self.expect(self.code_of(f"/monitoring/business/records/getSingle?id={known}") == (200, None), "a read fails on a full disk")

    def import_on_a_full_disk(self):
        done = self.bank.command("lists", "import", LISTS[1], "--allow-shrink", "--allow-older", check=False)
        self.expect(done.returncode != 0 and done.stderr, f"an import on a full disk ends with {done.returncode} {done.stderr}")

    def start_on_a_full_disk(self):
        """It serves, or says why not."""
        self.bank.kill()
        self.bank.log.clear()
        try:
            del self.bank.address
            self.bank.start()
            return "serves"
        except RuntimeError as problem:
            self.expect("space" in str(problem).lower() or "full" in str(problem).lower(), f"the start on a full disk does not say why: {problem}")
            return "explains"

    def recover(self, right, started):
        self.disk.free()
        if started != "serves":
            self.bank.start()
        self.bank.client.close()
        began = time.monotonic()
        while self.code_of(SAVE, {"id": "again", "name": "Nobody"}) != (200, None):
            if time.monotonic() - began > PATIENCE:
                return self.faults.append("with space again nothing is written")
            time.sleep(0.02)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.expect(self.bank.client.data(QUESTION)["items"] == right, "with space again the answer is another")
        listed = {record["id"] for record in self.bank.client.data("/monitoring/business/records/getAll")["monitorRecords"]}
        lost = [name for name in self.acknowledged if name not in listed]
        self.expect(not lost, f"acknowledged and lost: {lost[:5]}")
        done = self.bank.command("audit", "verify", check=False)
        self.expect(done.returncode == 0, f"the audit chain afterwards: {done.stdout}{done.stderr}")

    def round(self, right):
        for _ in range(3):
            self.expect(self.save() == (200, None), "a save fails before the disk is full")
        self.disk.fill(left=self.dice.choice([0, 0, self.dice.randrange(300_000)]))
        self.until_full()
        self.ask_on_a_full_disk(right)
        self.import_on_a_full_disk()
        self.ask_on_a_full_disk(right)
        started = self.start_on_a_full_disk()
        if started == "serves":
            self.bank.client.close()
            self.ask_on_a_full_disk(right)
        self.recover(right, started)
        return started


def inside(arguments, folder):
    tempfile.tempdir = str(folder)  # where the harness puts data directories
    bank = Server({"update_interval_minutes": 0})
    try:
        bank.add_project("BANK", "Bank plc")
        bank.add_user("BANK", "ana", PASSWORD)
        bank.command("lists", "import", LISTS[0])
        bank.start()
        bank.client = Client(bank, "BANK", "ana", PASSWORD)
        run = Run(bank, Disk(folder, arguments.canary), random.Random(arguments.seed))
        right = bank.client.data(QUESTION)["items"]
        starts = [run.round(right) for _ in range(1 if arguments.canary else arguments.rounds)]
        print(f"figure: a full file system {len(starts)} times: {run.refused} saves refused, {len(run.acknowledged)} acknowledged and all there, "
              f"{starts.count('serves')} starts on it serve and {starts.count('explains')} say why not; writing again {run.slowest:.2f} s after there was space at the latest")
    finally:
        bank.close()
    for fault in run.faults[:10]:
        print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
    if arguments.canary:
        print(f"{int(bool(run.faults))} passed, {int(not run.faults)} failed")
        return 0 if run.faults else 1
    print(f"{len(starts)} passed, {len(run.faults)} failed")
    return 1 if run.faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50 if os.environ.get("VEDETTE_TEST_LONG") else 2)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    parser.add_argument("--mounted", type=pathlib.Path, help="the file system is here (for the run itself)")
    arguments = parser.parse_args()
    if arguments.mounted:
        return inside(arguments, arguments.mounted)
    print("seed", arguments.seed)
    with tempfile.TemporaryDirectory(prefix="vedette-full-") as folder:
        # In a space of mounts of its own, which ends with it.
        private = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs -o size={MEBIBYTES}m tmpfs "$0" && exec "$@"', folder]
        if subprocess.run([*private, "true"], capture_output=True, check=False).returncode != 0:
            print("skipped: no file system can be mounted here, so none is full")
            print("0 passed, 0 failed, 1 skipped")
            return 0
        own = [sys.executable, str(HERE / "run_full_disk.py"), "--mounted", folder, "--rounds", str(arguments.rounds), "--seed", str(arguments.seed)]
        sys.stdout.flush()
        return subprocess.run([*private, *own, *(["--canary"] if arguments.canary else [])], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
