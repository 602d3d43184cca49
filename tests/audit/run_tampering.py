"""What somebody changes behind the service's back is found and never served.

A small bank's day is lived through the API. Then records, matches and their history are edited and deleted by SQL, each time
in a fresh copy; bits of the ledger's file are flipped; and a backup is edited and its manifest made anew. `vedette verify`
must find each of them, the server must not answer with an altered row, and `vedette restore` must refuse the backup.

  tests/audit/run_tampering.py [--flips N] [--seed N] [--canary]

--canary proves that the run can fail: a change of a row that nothing protects must be missed.
"""
import argparse
import contextlib
import hashlib
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from harness import Client, Server, chosen_seed  # noqa: E402
from run_audit import PROJECT, copy_ledger, live_a_day, verify  # noqa: E402

# What an intruder does to records, matches and their history. The chain and the reviews of clients stay whole.
ROW_REWRITINGS = ("update records set name = 'Harmless Bakery' where record_number = 2",
                  "update records set open_count = 0 where record_number = 3",
                  "update records set deleted_at = 1 where record_number = 3",
                  "update records set screened_generation = 99 where record_number = 3",
                  "update matches set status = 3 where record_number = 3",
                  "update matches set score = 0 where record_number = 3",
                  "update matches set matched_name = 'Another' where record_number = 3",
                  "update matches set deleted = 1 where record_number = 3",
                  "update match_history set reason = 'forged' where source = 2",
                  "delete from matches where record_number = 3",
                  "delete from match_history where record_number = 3",
                  "delete from records where record_number = 3",
                  "delete from screening_chunks",
                  "update records set seal = (select seal from records where record_number = 3) where record_number = 2",
                  "update records set name = 'Harmless Bakery', seal = null where record_number = 2",
                  "update audit_heads set sealed_rows = sealed_rows - 1 where project_id = 1",
                  "update audit_heads set covered_total = null, total_mac = null where project_id = 1")
UNPROTECTED = "update events set data = data || ' '"


@contextlib.contextmanager
def opened(folder):
    with contextlib.closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        yield ledger
        ledger.commit()


def rewritten_records(base, server, head, rewritings):
    """Rows of monitoring that were changed or removed are named by `vedette verify`."""
    for rewriting in rewritings:
        copy_ledger(base, server.data)
        with opened(server.data) as ledger:
            changed = ledger.execute(rewriting).rowcount
        status, chains, problem = verify(server.data, head)
        chain = chains.get(PROJECT, {})
        rows = chain.get("rows", {"sealed": True, "misfits": 0})
        if changed < 1 or status != 1 or chain.get("whole") or "firstBad" in chain or (rows["sealed"] and not rows["misfits"]):
            yield f"{rewriting}: exit {status}, {chain} {problem}"


def never_served(base, server):
    copy_ledger(base, server.data)
    with opened(server.data) as ledger:
        ledger.execute(ROW_REWRITINGS[0])
        ledger.execute("update matches set status = 3 where record_number = 3")
        ledger.execute("delete from matches where record_number = 4")
        names = dict(ledger.execute("select record_number, cast(record_id as text) from records where record_number < 5"))
    server.start()
    client = Client(server, "BANK", "ana", "correct horse battery")
    records = "/monitoring/business/records"
    for path in (f"{records}/getSingle?id={names[2]}", f"{records}/getAll", f"{records}/matches/getAll?id={names[3]}",
                 f"{records}/matches/getAll?id={names[4]}", "/monitoring/matches?status=false-positive"):
        status, answer = client.call(path)
        if status != 500 or answer["error"]["code"] != "RECORD_ALTERED":
            yield f"altered rows are served at {path}: {status} {answer}"
    status, answer = client.call(f"{records}/addOrUpdateSingle", {"id": names[2], "name": "Another"})
    if status != 500:
        yield f"an altered record is saved over: {status} {answer}"
    if client.call(f"{records}/matches/getAll?id={names[1]}")[0] != 200:
        yield "an untouched record is not answered"
    server.stop()


def flipped_bits(base, server, head, dice, flips):
    """One bit of a page of sealed rows, of the chain or of an index."""
    copy_ledger(base, server.data)
    with opened(server.data) as ledger:
        ledger.execute("vacuum")
        roots = dict(ledger.execute("select name, rootpage from sqlite_master where name in"
                                    " ('records', 'match_history', 'audit_entries', 'records_by_id')"))
        size = ledger.execute("pragma page_size").fetchone()[0]
    good = (server.data / "ledger.db").read_bytes()
    for _ in range(flips):
        name = dice.choice(sorted(roots))
        start = (roots[name] - 1) * size
        content = struct.unpack(">H", good[start + 5:start + 7])[0] or 65536
        place = start + dice.randrange(content, size)
        bit = 1 << dice.randrange(8)
        bad = bytearray(good)
        bad[place] ^= bit
        (server.data / "ledger.db").write_bytes(bad)
        for side in ("ledger.db-wal", "ledger.db-shm"):
            (server.data / side).unlink(missing_ok=True)
        status, chains, problem = verify(server.data, head)
        if status != 1:
            yield f"bit {bit} of byte {place - start} of the page of {name}: exit {status} {chains.get(PROJECT)} {problem}"


def damaged_at_the_start(base, server):
    """A server that was killed looks for broken pages before it serves."""
    copy_ledger(base, server.data)
    server.start()
    Client(server, "BANK", "ana", "correct horse battery").data("/monitoring/settings", {"threshold": 86}, method="PUT")
    server.kill()
    ledger = bytearray((server.data / "ledger.db").read_bytes())
    with contextlib.closing(sqlite3.connect(base / "ledger.db")) as whole:
        root = whole.execute("select rootpage from sqlite_master where name = 'webhooks'").fetchone()[0]
        size = whole.execute("pragma page_size").fetchone()[0]
    ledger[(root - 1) * size] = 0xff
    (server.data / "ledger.db").write_bytes(ledger)
    done = server.command("serve", "--listen", "127.0.0.1:0", check=False)
    if done.returncode == 0 or "damaged" not in done.stderr:
        yield f"a damaged ledger is served after a kill: {done.returncode} {done.stderr}"


def manifest_anew(folder):
    rows = []
    for line in (folder / "MANIFEST").read_text().splitlines()[1:]:
        path = line.split(" ", 2)[2]
        content = (folder / path).read_bytes()
        rows.append(f"{hashlib.sha256(content).hexdigest()} {len(content)} {path}")
    (folder / "MANIFEST").write_text("\n".join(["vedette-backup-1", *rows]) + "\n")


def restored(backup, key, *flags):
    """The exit status and the words of a restore into a new data directory that holds the server key."""
    elsewhere = Server()
    try:
        if key:
            shutil.copy(key, elsewhere.data / "server.key")
        done = elsewhere.command("restore", str(backup), *flags, check=False)
        left = (elsewhere.data / "ledger.db").exists()
        return (done.returncode if not (done.returncode and left) else "left something"), done.stderr + done.stdout
    finally:
        elsewhere.close()


def edited_backups(base, server):
    copy_ledger(base, server.data)
    whole, edited, unsigned = (server.data / name for name in ("whole", "edited", "unsigned"))
    server.command("backup", str(whole))
    own = server.command("signing-key").stdout.strip()
    key = server.data / "server.key"
    for folder in (edited, unsigned):
        shutil.copytree(whole, folder)
    with opened(edited) as ledger:
        ledger.execute("update searches set total = 0")
    (unsigned / "MANIFEST.sig").unlink()
    stranger = Server()
    stranger.add_project("BANK", "Another bank")
    stranger.command("backup", str(stranger.data / "backup"))
    shutil.copy(stranger.data / "backup" / "MANIFEST.sig", edited / "stranger.sig")
    cases = [("a whole backup", whole, [], 0), ("a whole backup by its key", whole, ["--signed-by", own], 0),
             ("an unsigned backup", unsigned, [], 1), ("an unsigned backup, allowed", unsigned, ["--allow-unsigned"], 0),
             ("a stranger's key", whole, ["--signed-by", "00" * 32], 1)]
    for name, folder, flags, wanted in cases:
        status, words = restored(folder, key, *flags)
        if status != wanted:
            yield f"{name}: exit {status}, wanted {wanted}: {words}"
    manifest_anew(edited)
    for flags in ([], ["--allow-unsigned"], ["--signed-by", own]):
        status, words = restored(edited, key, *flags)
        if status != 1:
            yield f"an edited backup with a manifest made anew is restored with {flags}: {status} {words}"
    if restored(whole, None)[0] != 1:
        yield "a backup is restored without anything to check it by"
    if server.command("verify", str(whole), check=False).returncode != 0 or server.command("verify", str(edited), check=False).returncode != 1:
        yield "vedette verify does not tell a whole backup from an edited one"
    names = {path.name for path in whole.rglob("*")}
    if names & {"server.key", "signing.key"}:
        yield f"a key is in a backup: {names}"
    if (server.data / "signing.key").stat().st_mode & 0o777 != 0o600:
        yield "the signing key can be read by others"
    stranger.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=400 if os.environ.get("VEDETTE_TEST_LONG") else 20)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    dice = random.Random(arguments.seed)
    server, base = Server(), Server()
    try:
        live_a_day(server)
        head = server.data / "head"
        server.command("audit", "export-head", "--out", str(head))
        shutil.copy(server.data / "ledger.db", base.data / "ledger.db")
        if arguments.canary:
            missed = list(rewritten_records(base.data, server, head, [UNPROTECTED]))
            print(f"{len(missed)} passed, {1 - len(missed)} failed")
            return 0 if missed else 1
        faults = []
        for part in (rewritten_records(base.data, server, head, ROW_REWRITINGS), never_served(base.data, server),
                     flipped_bits(base.data, server, head, dice, arguments.flips),
                     damaged_at_the_start(base.data, server), edited_backups(base.data, server)):
            faults += part
        for fault in faults[:10]:
            print("  FAIL " + fault)
        cases = len(ROW_REWRITINGS) + 7 + arguments.flips + 1 + 12
        print(f"figure: {arguments.flips} flipped bits; seed {arguments.seed}")
        print(f"{cases - len(faults)} passed, {len(faults)} failed")
        return 1 if faults else 0
    finally:
        server.close()
        base.close()


if __name__ == "__main__":
    sys.exit(main())
