"""An import that is killed at any system call leaves exactly the old or exactly the new generation.

The same import is run once for each system call by which it changes files, and strace kills it there,
until it is no longer killed because it made no more calls. After every kill the folder must serve: the old generation whole,
or the new one whole; the next import must succeed and leave nothing of the killed one behind.

--canary proves that the test can fail: CURRENT is cut short after each kill, as a writer that does
not rename would leave it, and the run must find fault with that.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import BINARY, clean_environment  # noqa: E402

CHANGES = "openat,write,pwrite64,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat"
OLD = ["Merope Tindwyl"]
NEW = OLD + ["Zebulon Quarterstaff"]


def write_list(path, names):
    rows = [json.dumps({"kind": "person", "list": "house", "record": str(number), "datasets": "SAN-CURRENT",
                        "names": [{"text": name}]}) for number, name in enumerate(names)]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


class Folder:
    def __init__(self, base, source=None):
        self.path = pathlib.Path(tempfile.mkdtemp(dir=base))
        if source:
            shutil.copytree(source.path, self.path, dirs_exist_ok=True)

    def run(self, *arguments, under=()):
        command = [*under, str(BINARY), *map(str, arguments), "--data", str(self.path)]
        return subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=False)

    def found(self):
        """Which of the names the folder answers with, or why it does not answer."""
        done = self.run("screen", "--csv", self.path.parent / "customers.csv", "--format", "json")
        if done.returncode != 0:
            return f"screen failed with {done.returncode}: {done.stderr.strip()}"
        return [answer["name"] for answer in json.loads(done.stdout) if answer["total"] > 0]

    def leftovers(self):
        return [path.name for path in self.path.rglob("*.tmp")]

    def close(self):
        shutil.rmtree(self.path)


def cut_current_short(folder):
    for current in folder.path.rglob("CURRENT"):
        current.write_bytes(current.read_bytes()[:5])
        for generation in current.parent.glob("generation-*"):
            with open(generation, "r+b") as file:
                file.truncate(generation.stat().st_size // 2)


def check_one(before, source, number, base, canary):
    folder = Folder(base, before)
    try:
        done = folder.run("lists", "import", source, under=[
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={CHANGES}",
            "-e", f"inject={CHANGES}:signal=KILL:when={number}"])
        killed = done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
        if canary:
            cut_current_short(folder)
        served = folder.found()
        if served not in (OLD, NEW):
            return killed, f"killed at call {number}: the folder serves {served}"
        again = folder.run("lists", "import", source)
        if again.returncode != 0:
            return killed, f"killed at call {number}: the next import fails: {again.stderr.strip()}"
        if folder.found() != NEW or folder.leftovers():
            return killed, f"killed at call {number}: after the next import {folder.found()}, left {folder.leftovers()}"
        return killed, None
    finally:
        folder.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--every", type=int, default=1, help="take every n-th call only")
    arguments.add_argument("--canary", action="store_true")
    given = arguments.parse_args()
    if shutil.which("strace") is None:
        print("skipped: strace is not installed, so no import is killed at a call")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    base = tempfile.mkdtemp(prefix="vedette-killed-")
    try:
        old = write_list(pathlib.Path(base) / "old.jsonl", OLD)
        new = write_list(pathlib.Path(base) / "new.jsonl", NEW)
        (pathlib.Path(base) / "customers.csv").write_text("type,name\n" + "".join(f"individual,{name}\n" for name in NEW))
        before = Folder(base)
        done = before.run("lists", "import", old)
        if done.returncode != 0:
            raise SystemExit(f"the first import fails: {done.stderr}")
        shutil.copy(new, old)  # the same list, a later state
        if before.found() != OLD:
            raise SystemExit(f"an undisturbed import serves {before.found()}")
        faults, killed, number, all_killed = [], 0, 1, True
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            while all_killed and not (given.canary and faults):
                calls = range(number, number + 8 * given.every, given.every)
                number = calls.stop
                for was_killed, fault in pool.map(lambda call: check_one(before, old, call, base, given.canary), calls):
                    killed += was_killed
                    all_killed = all_killed and was_killed
                    faults += [fault] if fault else []
        print(f"figure: {killed} imports, each killed at another call; {len(faults)} faults")
        for fault in faults[:10]:
            print("  " + fault)
        if given.canary:
            print(f"{int(bool(faults))} passed, {int(not faults)} failed")
            return 0 if faults else 1
        print(f"{killed - len(faults)} passed, {len(faults)} failed")
        return 1 if faults or killed == 0 else 0
    finally:
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
