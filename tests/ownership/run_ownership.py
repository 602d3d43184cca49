"""Commands beside a server of another user: root acts as the owner of the data directory, others are sent to him.

  tests/ownership/run_ownership.py

Needs root and a second user, whose number stands for the packaged service's. Skips with a reason where it is not root.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, PATIENCE, clean_environment  # noqa: E402

LISTS = [HERE.parent.parent / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl" for month in (1, 2)]
OWNER, STRANGER = 54321, 54322  # unused on any system


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


class Installation:
    """A data directory of the owner, below a folder that everybody may walk through."""

    def __init__(self):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-owner-"))
        self.work.chmod(0o755)
        self.data = self.work / "data"
        self.data.mkdir(mode=0o700)
        os.chown(self.data, OWNER, OWNER)
        # The owner must reach the program, wherever this tree lies.
        self.binary = shutil.copy(BINARY, self.work / "vedette")
        self.server = None

    def words(self, user, *arguments):
        who = [] if user == 0 else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"]
        return [*who, str(self.binary), *map(str, arguments), "--data", str(self.data)]

    def run(self, user, *arguments, stdin=None, check=True):
        done = subprocess.run(self.words(user, *arguments), input=stdin, capture_output=True, text=True, cwd=self.work, env=clean_environment())
        expect(not check or done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def foreign(self):
        return [str(path) for path in [self.data, *self.data.rglob("*")] if path.lstat().st_uid != OWNER]

    def serve(self):
        self.log = self.work / "log"
        self.server = subprocess.Popen(self.words(OWNER, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"),
                                       stderr=self.log.open("w"), cwd=self.work, env=clean_environment())
        self.url = self.address("serving")
        self.metrics = self.address("serving metrics")

    def address(self, message):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.server.poll() is None:
            for line in self.log.read_text().splitlines():
                with contextlib.suppress(ValueError):
                    if json.loads(line).get("message") == message:
                        return "http://" + json.loads(line)["address"]
            time.sleep(0.05)
        raise AssertionError("the server did not start: " + self.log.read_text())

    def get(self, url):
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.read().decode()

    def ready(self):
        return json.loads(self.get(self.url + "/ready"))["data"]

    def wait_for(self, what, holds):
        deadline = time.monotonic() + PATIENCE
        while not holds():
            expect(time.monotonic() < deadline, f"{what}: never")
            time.sleep(0.05)

    def close(self):
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGCONT)
            self.server.terminate()
            self.server.wait(60)
        shutil.rmtree(self.work, ignore_errors=True)


def root_acts_as_the_owner(installation):
    """Whatever root runs, first or beside the server, leaves files that the server can use."""
    secret = installation.work / "of root"
    secret.mkdir(mode=0o700)
    shutil.copy(LISTS[0], secret / "list.jsonl")
    installation.run(0, "project", "add", "BANK", "--company", "Bank plc")
    installation.run(0, "user", "add", "--project", "BANK", "--username", "ana", "--role", "admin", stdin="correct horse battery\n")
    installation.run(0, "lists", "import", secret / "list.jsonl")
    expect(not installation.foreign(), f"not the owner's: {installation.foreign()}")
    installation.serve()
    expect(installation.ready()["generation"] == 1, f"{installation.ready()}")
    installation.run(0, "lists", "import", LISTS[1], "--wait")
    expect(installation.ready()["generation"] == 2 and installation.ready()["status"] == "ready", f"{installation.ready()}")
    installation.run(0, "backup", secret / "backup")
    installation.run(0, "audit", "export-head", "--out", secret / "heads")
    installation.run(0, "verify", "--queries", "10")
    expect(not installation.foreign(), f"not the owner's: {installation.foreign()}")
    expect((secret / "backup" / "MANIFEST").exists(), "the backup is not there")
    expect(installation.run(0, "doctor", check=False).stdout.count("chown") == 0, "the doctor finds fault")


def others_are_sent_to_the_owner(installation):
    """A user who is neither root nor the owner gets the command to use, and leaves nothing."""
    installation.run(0, "project", "add", "BANK", "--company", "Bank plc")
    installation.data.chmod(0o777)
    for words in (["lists", "import", str(LISTS[0])], ["project", "list"], ["backup", "copy"], ["serve"]):
        refused = installation.run(STRANGER, *words, check=False)
        expect(refused.returncode == 1 and f"sudo -u '#{OWNER}' vedette {words[0]}" in refused.stderr, f"{words}: {refused.returncode} {refused.stderr}")
    installation.data.chmod(0o700)
    expect(not installation.foreign(), f"not the owner's: {installation.foreign()}")
    installation.run(OWNER, "project", "list")
    installation.run(STRANGER, "settings")


def files_of_another_user_are_told(installation):
    """A generation that the server cannot read: /ready, doctor, log, metrics and --wait say so, until it can."""
    installation.run(0, "lists", "import", LISTS[0])
    installation.serve()
    for name, lists in (("generation-2.vedcat", LISTS[1]), ("CURRENT", LISTS[0])):
        generation = installation.ready()["generation"]
        installation.server.send_signal(signal.SIGSTOP)
        importing = subprocess.Popen(installation.words(0, "lists", "import", lists, "--allow-older", "--allow-shrink", "--wait"), stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True, cwd=installation.work, env=clean_environment())
        wanted = f"generation-{generation + 1}.vedcat"
        path = installation.data / "catalogue" / ("CURRENT" if name == "CURRENT" else wanted)
        installation.wait_for("the import", lambda: wanted in (installation.data / "catalogue" / "CURRENT").read_text())
        os.chown(path, 0, 0)
        path.chmod(0o600)
        installation.server.send_signal(signal.SIGCONT)
        _, problem = importing.communicate(timeout=PATIENCE)
        expect(importing.returncode == 1 and f"still serves generation {generation}" in problem and "chown" in problem, f"--wait: {problem}")
        ready = installation.ready()
        expect(ready["generation"] == generation and ready["status"] == "degraded" and any("chown" in each for each in ready["warnings"]), f"{ready}")
        expect("vedette_current_generation_refused 1" in installation.get(installation.metrics + "/metrics"), "the metrics say nothing")
        expect("the newest generation cannot be read" in installation.log.read_text(), "the log says nothing")
        doctor = installation.run(0, "doctor", check=False)
        expect(doctor.returncode == 1 and f"chown -R {OWNER}:{OWNER} {installation.data}" in doctor.stdout and "backup" not in doctor.stdout.split("server key")[0],
               f"doctor: {doctor.stdout}")
        os.chown(path, OWNER, OWNER)
        installation.wait_for("the server takes it", lambda: installation.ready()["generation"] == generation + 1)
        expect(installation.ready()["status"] == "ready", f"{installation.ready()}")
        expect("vedette_current_generation_refused 0" in installation.get(installation.metrics + "/metrics"), "the metrics stay")


def a_ledger_of_root_is_no_case_for_a_backup(installation):
    """Key and ledger that root made: the doctor advises chown, and then the server starts."""
    installation.run(OWNER, "project", "add", "BANK", "--company", "Bank plc")
    for name in ("server.key", "ledger.db"):
        os.chown(installation.data / name, 0, 0)
        (installation.data / name).chmod(0o600)
    for user in (0, OWNER):
        doctor = installation.run(user, "doctor", check=False).stdout
        expect(f"chown -R {OWNER}:{OWNER} {installation.data}" in doctor and "restore ledger.db" not in doctor, f"doctor as {user}: {doctor}")
    subprocess.run(["chown", "-R", f"{OWNER}:{OWNER}", str(installation.data)], check=True)
    expect("chown" not in installation.run(0, "doctor", check=False).stdout, "the doctor still finds fault")
    installation.serve()


def main():
    if os.getuid() != 0:
        print("skipped: acting as another user needs root")
        print("0 passed, 0 failed")
        return 0
    passed = failed = 0
    for case in (root_acts_as_the_owner, others_are_sent_to_the_owner, files_of_another_user_are_told, a_ledger_of_root_is_no_case_for_a_backup):
        installation = Installation()
        try:
            case(installation)
            passed += 1
        except Exception as problem:  # the next case must run
            failed += 1
            print(f"  {case.__name__}: {type(problem).__name__}: {problem}")
        finally:
            installation.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
