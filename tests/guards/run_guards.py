"""Guards that are seldom needed: one server per data directory and one build at a time, pages that nobody can frame or script, lists that are too old.

  tests/guards/run_guards.py [--seed N] [--canary]

--canary proves that each of them can fail: locks that everybody gets, answers from which one protection at a time was taken, a clock that was
not moved. Prints "N passed, N failed".
"""
import argparse
import fcntl
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, PATIENCE, ROOT, Checks, Client, Server, clean_environment  # noqa: E402

LIST = str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl")
PASSWORD = "correct horse battery"
QUESTION = "/screening?search_type=business&name=Kestrel%20Harbour%20Shipping"
MANY_DAYS = "400"
# Of every page of the console and of the API's description, and a part of the value.
PAGES = ("/console/", "/console/queue", "/docs")
PROTECTIONS = {"Content-Security-Policy": "default-src 'none'; script-src 'self';", "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff",
               "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin"}
COOKIE = ("; HttpOnly", "; SameSite=Strict", "; Path=/")


def build_shim(folder):
    shim = pathlib.Path(folder) / "guards.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(HERE / "guards.c"), "-ldl"], check=True)
    return shim


def installation(environment=None):
    server = Server()
    server.environment = dict(environment or {})
    server.add_project("BANK", "Bank plc")
    server.add_user("BANK", "ana", PASSWORD)
    server.command("lists", "import", LIST)
    return server


def starts(server, environment):
    """(whether another server starts on the same data, what it said)."""
    other = Server()
    other.settings, other.environment = dict(server.settings), environment
    try:
        other.start()
        other.kill()
        return True, ""
    except RuntimeError as refusal:
        return False, str(refusal)


def one_server(without_lock):
    """Faults: a second server on the data directory of the first."""
    server, faults = installation(), []
    try:
        server.start()
        started, said = starts(server, without_lock)
        if started:
            faults.append("a second server serves the same data directory")
        elif str(server.process.pid) not in said:
            faults.append(f"the second server does not name the first: {said}")
        server.kill()
        started, said = starts(server, {})
        if not started:
            faults.append(f"after the first was killed no other starts: {said}")
        return faults
    finally:
        server.close()


def one_build(without_lock):
    """Faults: an import while another one builds."""
    server = installation()
    try:
        locks = [path for path in server.data.rglob("*") if path.is_file() and "lock" in path.name.lower() and path.parent.name == "catalogue"]
        if not locks:
            return ["the catalogue has no lock"]
        held = [path.open("a") for path in locks]
        for lock in held:
            fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run([str(BINARY), "lists", "import", LIST, "--data", str(server.data)], capture_output=True, text=True,
                              env={**clean_environment(), **without_lock}, timeout=PATIENCE)
        for lock in held:
            lock.close()
        return ["an import went on beside another one"] if done.returncode == 0 else []
    finally:
        server.close()


def ask(server, method, path, headers=None, body=None):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name: value for name, value in answer.getheaders()}
    finally:
        connection.close()


def unprotected(headers):
    return [name for name, part in PROTECTIONS.items() if part not in headers.get(name, "")] + (
        ["unsafe-inline"] if "unsafe" in headers.get("Content-Security-Policy", "") else [])


def unprotected_cookie(cookie):
    return [part for part in COOKIE if part not in cookie]


def browser(canary):
    """Faults of the pages and of the session; as a canary, how many protections could be lost unseen (none: the run can fail)."""
    server, faults, unseen = installation().start(), [], 0
    try:
        for page in PAGES:
            status, headers = ask(server, "GET", page)
            if status == 404 and "console" in page:
                print("skipped: the program was built without the console")
                break
            faults += [f"{page}: {name}" for name in unprotected(headers)]
            unseen += sum(not unprotected({key: value for key, value in headers.items() if key != name}) for name in PROTECTIONS)
        sign_in = json.dumps({"project": "BANK", "username": "ana", "password": PASSWORD})
        status, headers = ask(server, "POST", "/console/session", {"X-Vedette-Console": "1"}, sign_in)
        cookie = headers.get("Set-Cookie", "")
        faults += [f"cookie without {part}" for part in unprotected_cookie(cookie)]
        unseen += sum(not unprotected_cookie(cookie.replace(part, "")) for part in COOKIE)
        own = {"Cookie": cookie.partition(";")[0], "X-Vedette-Console": "1"}
        for what, headers, wanted in (("the console", own, 200), ("a form of another site", {"Cookie": own["Cookie"]}, 401),
                                      ("a script of another site", {**own, "Sec-Fetch-Site": "cross-site"}, 401),
                                      ("another origin", {**own, "Origin": "https://elsewhere.example"}, 401)):
            status, _ = ask(server, "GET", "/monitoring/datasets", headers)
            if status != wanted:
                faults.append(f"{what} is answered with {status}")
            # The canary: the answer of the console itself must not pass for a refusal.
            unseen += status == 200 and wanted == 401
        return (["a protection that is lost is seen"] if not unseen else []) if canary else faults
    finally:
        server.close()


def stale(environment):
    """Faults: lists of last year, and nobody says so."""
    server, faults = installation(environment).start(), []
    try:
        client = Client(server, "BANK", "ana", PASSWORD)
        _, ready = client.call("/ready")
        if not ready["data"]["stale"]:
            faults.append(f"/ready does not name it: {json.dumps(ready)[:300]}")
        if not client.data(QUESTION).get("staleLists"):
            faults.append("a search does not name it")
        batch = client.data("/screening/batch", {"search_type": "business", "items": [{"key": "1", "name": "Kestrel"}]})
        if not batch.get("staleLists"):
            faults.append("a batch does not name it")
        return faults
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="taken for uniformity; nothing here is random")
    parser.add_argument("--canary", action="store_true")
    canary = parser.parse_args().canary
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        shim = {"LD_PRELOAD": str(build_shim(folder))}
        no_lock = {**shim, "GUARDS_NO_LOCK": "1"} if canary else {}
        moved = shim if canary else {**shim, "GUARDS_DAYS": MANY_DAYS}
        for title, faults in (("one server for each data directory", one_server(no_lock)), ("one build at a time", one_build(no_lock)),
                              ("the browser's side", browser(canary)), ("stale lists are named", stale(moved))):
            checks.check(title, bool(faults) == canary, "no fault was seen" if canary else "; ".join(faults))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
