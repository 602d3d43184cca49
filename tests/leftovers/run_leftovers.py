"""Start-up is recovery, and a catalogue that is harmed under a running server gives no wrong answer.

A data directory is left in random ways as crashes, full disks and clumsy hands leave it; then the server must start and
screen rightly, or say why not. And the file that serves is truncated, overwritten, removed and replaced: every answer from then on
is right or an error, or the process ends with a named cause.

  tests/leftovers/run_leftovers.py [--mixes N] [--seed N] [--canary]

--canary proves that the run can fail: the list that is served does not hold the name that is asked for.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import Client, Gone, Server, chosen_seed  # noqa: E402

PASSWORD = "correct horse battery"
NAME = "Merope Tindwyl"
LOST_FILE_EXIT = 74


def write_list(path, names):
    rows = [json.dumps({"kind": "person", "list": "house", "record": str(number), "datasets": "SAN-CURRENT", "names": [{"text": name}]})
            for number, name in enumerate(names)]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def new_bank(work, canary):
    """Two generations that both hold the name."""
    server = Server()
    server.add_project("BANK", "Bank plc")
    server.add_user("BANK", "ana", PASSWORD)
    people = [f"Somebody Quarterstaff{letter}" for letter in "abcdefghijklmnopqrstuvw"]
    for extra in ([], ["Zebulon Quarterstaff"]):
        server.command("lists", "import", write_list(work / "house.jsonl", ([] if canary else [NAME]) + people + extra))
    return server


def newest(data):
    return max((data / "catalogue").glob("generation-*"), key=lambda path: int(path.stem.split("-")[1]), default=None)


def cut(path, share):
    path.chmod(0o600)
    with open(path, "r+b") as file:
        file.truncate(int(path.stat().st_size * share))


def flip(path, dice):
    path.chmod(0o600)
    content = bytearray(path.read_bytes())
    for _ in range(dice.randint(1, 50)):
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


class Mess:
    """Ways to leave a data directory; each takes the directory."""

    def __init__(self, dice):
        self.dice = dice

    def noise(self):
        return self.dice.randbytes(self.dice.choice([0, 1, 40, 5000]))

    def half_built(self, data):
        (data / "catalogue" / f"building-{self.dice.randint(1, 5)}.tmp").write_bytes(self.noise())

    def new_current(self, data):
        (data / "catalogue" / "CURRENT.new").write_bytes(self.noise())

    def stale_note(self, data):
        (data / "catalogue" / "SERVING").write_text(self.dice.choice(["2 99999999\n", "x", "", "7 1\n"]))

    def no_current(self, data):
        (data / "catalogue" / "CURRENT").unlink(missing_ok=True)

    def bad_current(self, data):
        (data / "catalogue" / "CURRENT").write_bytes(self.dice.choice([b"", b"generation-9.vedcat " + b"0" * 64, self.noise()]))

    def current_is_a_folder(self, data):
        (data / "catalogue" / "CURRENT").unlink(missing_ok=True)
        (data / "catalogue" / "CURRENT").mkdir(exist_ok=True)

    def lost_generation(self, data):
        if path := newest(data):
            path.unlink()

    def cut_generation(self, data):
        if path := newest(data):
            cut(path, self.dice.choice([0, 0.3, 0.9]))

    def flipped_generation(self, data):
        path = newest(data)
        if path and path.stat().st_size:
            flip(path, self.dice)

    def stray_generation(self, data):
        (data / "catalogue" / f"generation-{self.dice.randint(3, 9)}.vedcat").write_bytes(self.noise())

    def stale_locks(self, data):
        (data / "server.lock").write_text("99999999")
        (data / "catalogue" / "build.lock").write_text("99999999")

    def half_key(self, data):
        (data / f"server.key.{self.dice.randint(1, 9)}.new").write_bytes(self.noise())

    def stray_log(self, data):
        (data / "ledger.db-wal").write_bytes(self.noise())
        (data / "ledger.db-shm").write_bytes(self.noise())

    def stray_delta(self, data):
        (data / "delta-1-2-abcdef").write_bytes(self.noise())

    def lost_key(self, data):
        (data / "server.key").unlink(missing_ok=True)

    def damaged_ledger(self, data):
        flip(data / "ledger.db", self.dice)

    USUAL = (half_built, new_current, stale_note, no_current, bad_current, lost_generation, cut_generation, flipped_generation,
             stray_generation, stale_locks, half_key, stray_log, stray_delta)
    RARE = (current_is_a_folder, lost_key, damaged_ledger)


def ask(client):
    """"right", "error", "gone", or what was wrongly answered."""
    try:
        status, answer = client.call("/screening?search_type=individual&name=" + NAME.replace(" ", "%20"))
    except Gone:
        return "gone"
    if status >= 400:
        return "error"
    hits = answer["data"].get("hits", answer["data"].get("items"))
    return "right" if hits and hits[0]["score"] == 1 else f"answered {len(hits)} hits"


def try_start(server, tokens):
    """What came of it: a word, and whether it is acceptable."""
    try:
        server.start()
    except RuntimeError as problem:
        words = [line for line in server.log if line.startswith("vedette: ")]
        return ("explains", True) if words else (f"did not start and did not say why: {problem}", False)
    try:
        answers = set()
        for _ in range(8):
            answers.add(ask(tokens))
            time.sleep(0.02)
        good = answers <= {"right", "error"}
        return ("serves" if "right" in answers else "refuses", True) if good else (str(answers), False)
    finally:
        server.kill()


def mixes(work, base, tokens, count, dice, faults, one_is_enough):
    outcomes = {}
    for number in range(count):
        server = Server()
        try:
            shutil.rmtree(server.data)
            shutil.copytree(base.data, server.data)
            mess = Mess(dice)
            ways = dice.sample(Mess.USUAL, dice.randint(1, 5)) + ([dice.choice(Mess.RARE)] if dice.random() < 0.2 else [])
            for way in ways:
                with_suppressed(way, mess, server.data)
            tokens.server = server
            tokens.close()
            outcome, good = try_start(server, tokens)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            if not good:
                faults.append(f"mix {number} ({', '.join(way.__name__ for way in ways)}): {outcome}")
        finally:
            server.close()
        if faults and one_is_enough:
            return
    print(f"figure: {count} mixes of leftovers: {outcomes}")


def with_suppressed(way, mess, data):
    try:
        way(mess, data)
    except (IsADirectoryError, FileNotFoundError):
        pass  # an earlier way has left nothing to do


def zeros(path, _):
    path.chmod(0o600)
    with open(path, "r+b") as file:
        file.write(bytes(path.stat().st_size))


def replaced(path, dice):
    other = path.with_suffix(".other")
    other.write_bytes(dice.randbytes(5000))
    other.rename(path)


HARMS = {"cut to nothing": lambda path, _: cut(path, 0), "cut in half": lambda path, _: cut(path, 0.5), "overwritten with zeros": zeros,
         "bits flipped": flip, "removed": lambda path, _: path.unlink(), "replaced": replaced}
# How long the file is watched for at most before a change is noticed, and answers until then are not judged: docs/promises.md.
NOTICED_SECONDS = 1.0


def harm(base, tokens, what, function, dice, faults):
    server = Server()
    try:
        shutil.rmtree(server.data)
        shutil.copytree(base.data, server.data)
        server.start()
        tokens.server = server
        tokens.close()
        if ask(tokens) != "right":
            faults.append(f"{what}: not right before")
        function(newest(server.data), dice)
        time.sleep(NOTICED_SECONDS)
        answers = {ask(tokens) for _ in range(20)}
        if "gone" in answers:
            status = server.process.wait(10)
            answers.add(f"exit {status}")
            named = status == LOST_FILE_EXIT and any("catalogue" in line for line in server.log)
            if not named:
                faults.append(f"{what}: ended with {status} and no named cause: {server.log[-2:]}")
        if not answers <= {"right", "error", "gone", f"exit {LOST_FILE_EXIT}"}:
            faults.append(f"{what}: {answers}")
        print(f"figure: the file that serves is {what}: {', '.join(sorted(answers))}")
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixes", type=int, default=500 if os.environ.get("VEDETTE_TEST_LONG") else 15)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    dice, faults = random.Random(arguments.seed), []
    work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-leftovers-"))
    base = None
    try:
        base = new_bank(work, arguments.canary)
        base.start()
        tokens = Client(base, "BANK", "ana", PASSWORD)
        base.stop()
        mixes(work, base, tokens, 10 if arguments.canary else arguments.mixes, dice, faults, arguments.canary)
        if not arguments.canary:
            for what, function in HARMS.items():
                harm(base, tokens, what, function, dice, faults)
        for fault in faults[:10]:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        if arguments.canary:
            print(f"{int(bool(faults))} passed, {int(not faults)} failed")
            return 0 if faults else 1
        total = arguments.mixes + len(HARMS)
        print(f"{total - len(faults)} passed, {len(faults)} failed")
        return 1 if faults else 0
    finally:
        if base:
            base.close()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
