"""A clock that is wrong for a while costs nothing: no event, deleted record, token or generation goes, and it is said.

  tests/clocks/run_clocks.py [--canary]

A preloaded library (shift.c) sets the clock of the server and of the commands ahead or back, while they run or from
their start. --canary proves that the run can fail: the wrong time is written as confirmed.
"""
import argparse
import contextlib
import json
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, PATIENCE, Client, Server, clean_environment  # noqa: E402

LISTS = [str(HERE.parent.parent / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
PASSWORD = "correct horse battery"
DAY = 86400
# What must stay, by its key.
KEPT = {"events": "sequence", "records": "record_number", "matches": "qr_code", "access_tokens": "token_sha256", "refresh_tokens": "token_sha256",
        "token_families": "family_id", "searches": "search_id"}


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


class Shift:
    """The library, and the offset that it reads."""

    def __init__(self, folder):
        self.library, self.file = folder / "shift.so", folder / "offset"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", str(self.library), str(HERE / "shift.c"), "-ldl"], check=True)
        self.file.write_bytes(struct.pack("q", 0))
        self.environment = {"LD_PRELOAD": str(self.library), "SHIFT_CONTROL": str(self.file)}

    def set(self, days):
        with self.file.open("r+b") as file:
            file.write(struct.pack("q", days * DAY))


def expect_all(before, after):
    lost = {table: sorted(keys - after[table]) for table, keys in before.items() if keys - after[table]}
    expect(not lost, f"lost: {lost}")


class Bank:
    """An installation with a watched customer, one who was deleted, and a search."""

    def __init__(self, shift):
        self.shift = shift
        self.server = Server()
        self.server.environment = shift.environment
        self.command("project", "add", "BANK", "--company", "Bank plc")
        self.command("user", "add", "--project", "BANK", "--username", "ana", "--role", "admin", stdin=PASSWORD + "\n")
        self.command("lists", "import", LISTS[0])
        self.server.start()
        client = Client(self.server, "BANK", "ana", PASSWORD)
        for number in range(3):
            client.data("/monitoring/business/records/addOrUpdateSingle", {"id": f"{number}", "name": "Kestrel Harbour Shipping"})
        client.data("/monitoring/business/records/deleteRecord?business_monitor_record_id=0")
        client.data("/screening?search_type=business&name=Kestrel%20Harbour%20Shipping")
        self.client = client

    def command(self, *arguments, stdin=None, check=True):
        done = subprocess.run([str(BINARY), *arguments, "--data", str(self.server.data)], input=stdin, capture_output=True, text=True,
                              env={**clean_environment(), **self.shift.environment})
        expect(not check or done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def sql(self, text, *values):
        with contextlib.closing(sqlite3.connect(self.server.data / "ledger.db", timeout=30)) as ledger, ledger:
            return ledger.execute(text, values).fetchall()

    def rows(self):
        return {table: {key for (key,) in self.sql(f"select {column} from {table}")} for table, column in KEPT.items()}

    def confirm(self, days):
        """As after servers have run with this time."""
        self.sql("update confirmed_time set confirmed_at = ?, doubted_at = 0, doubted_millis = 0", int((time.time() + days * DAY) * 1000))

    def ready(self):
        with urllib.request.urlopen(self.server.url + "/ready", timeout=30) as answer:
            return json.load(answer)["data"]

    def restart(self, days):
        self.client.close()  # the server gets another port
        self.server.stop()
        self.shift.set(days)
        self.server.log.clear()
        self.server.start()

    def wait_for_cleaning(self):
        """A cleaning that has something to remove says so; one that has nothing to do is given the time of one."""
        deadline = time.monotonic() + 3
        while time.monotonic() < deadline and not any("past its retention" in line for line in self.server.log):
            time.sleep(0.05)

    def close(self):
        self.server.close()


def while_it_runs(shift, canary):
    """The clock of a running server jumps 31 days ahead for some seconds."""
    bank = Bank(shift)
    try:
        before = bank.rows()
        expect(before["events"] and len(before["records"]) == 3 and not bank.ready()["warnings"], f"{before}")
        if canary:
            bank.confirm(31)
            bank.server.stop()
            bank.server.start()
        shift.set(31)
        bank.wait_for_cleaning()
        if not canary:
            ready = bank.ready()
            expect(any("ahead of the newest time" in each for each in ready["warnings"]), f"{ready}")
        shift.set(0)
        after = bank.rows()
        expect_all(before, after)
        expect(not bank.ready()["warnings"], f"{bank.ready()}")
        bank.client.data("/monitoring/events")  # with the token from before
    finally:
        bank.close()


def from_the_start(shift, _):
    """A server and an import that start 2,000 days ahead remove nothing, and all is well afterwards."""
    bank = Bank(shift)
    try:
        for name in (LISTS[1], LISTS[0], LISTS[1]):
            bank.command("lists", "import", name, "--allow-older")
        before = bank.rows()
        generations = sorted(path.name for path in bank.server.data.glob("catalogue/generation-*"))
        bank.restart(2000)
        bank.wait_for_cleaning()
        told = [line for line in bank.server.log if "the clock does not fit the ledger" in line]
        expect(told and '"state":"ahead"' in told[0], f"the log says nothing: {bank.server.log}")
        bank.command("lists", "import", LISTS[0], "--allow-older")
        doctor = bank.command("doctor", "--json", check=False)
        expect("ahead of the newest time" in doctor.stdout, doctor.stdout)
        bank.restart(0)
        after = bank.rows()
        expect_all(before, after)
        left = sorted(path.name for path in bank.server.data.glob("catalogue/generation-*"))
        expect(set(generations) <= set(left), f"{generations} became {left}")
        bank.client.data("/monitoring/events")
        bank.command("audit", "verify")
    finally:
        shift.set(0)
        bank.close()


def behind(shift, _):
    """A clock that is 40 days behind is reported, and no list is younger than nothing."""
    bank = Bank(shift)
    try:
        before = bank.rows()
        bank.restart(-40)
        ready = bank.ready()
        expect(any("40 days behind" in each or "39 days behind" in each for each in ready["warnings"]), f"{ready}")
        expect(ready["lists"] and all(each["ageSeconds"] >= 0 for each in ready["lists"]), f"{ready['lists']}")
        expect(any('"state":"behind"' in line for line in bank.server.log), f"the log says nothing: {bank.server.log}")
        doctor = bank.command("doctor", check=False)
        expect(doctor.returncode == 1 and "behind the newest time" in doctor.stdout, doctor.stdout)
        bank.restart(0)
        expect_all(before, bank.rows())
        expect(not bank.ready()["warnings"], f"{bank.ready()}")
    finally:
        shift.set(0)
        bank.close()


def real_ageing(shift, _):
    """What is really past its time goes, in steps that the log and the audit chain count."""
    bank = Bank(shift)
    try:
        old = bank.rows()["events"]
        bank.server.stop()
        bank.confirm(2000)
        bank.shift.set(2000)
        bank.server.log.clear()
        bank.server.start()
        deadline = time.monotonic() + PATIENCE
        rows = bank.rows()
        # New events report the days without an attestation.
        while (rows["events"] & old or len(rows["records"]) == 3) and time.monotonic() < deadline:
            time.sleep(0.05)
            rows = bank.rows()
        expect(not rows["events"] & old and len(rows["records"]) == 2, f"{rows}")
        payloads = bank.sql("select p.payload from audit_entries e join audit_payloads p on p.project_id = e.project_id"
                            " and p.sequence = e.sequence where e.project_id = 0 and e.action = 'monitoring.cleaned'")
        counted = [json.loads(payload) for (payload,) in payloads]
        expect(sum(each["events"] for each in counted) == len(old) and sum(each["records"] for each in counted) == 1, f"{counted}")
        bank.server.stop()
        expect(any("past its retention" in line for line in bank.server.log), f"{bank.server.log}")
        bank.command("audit", "verify")
    finally:
        shift.set(0)
        bank.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    passed = failed = 0
    work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-clocks-"))
    try:
        shift = Shift(work)
        for case in [while_it_runs] if arguments.canary else [while_it_runs, from_the_start, behind, real_ageing]:
            try:
                case(shift, arguments.canary)
                passed += 1
            except Exception as problem:  # the next case must run
                failed += 1
                print(f"  {case.__name__}: {type(problem).__name__}: {problem}")
            shift.set(0)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if arguments.canary:
        passed, failed = failed, passed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
