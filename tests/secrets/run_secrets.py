"""Proves that secrets are unreadable at rest and that the log tells no secrets and no personal data.

Canaries go in as password, tokens, client secret, names, birth dates, comments, ids and headers, through every
write and search of the API, and through requests that fail. Then the data directory (the database and its
write-ahead log included), the PostgreSQL cluster and the server's log are searched for each of them.

  tests/secrets/run_secrets.py [--store sqlite|postgresql] [--canary]

--canary plants a secret where it must not be and a person's name in the log; the search has to find both.
"""
import argparse
import base64
import http.client
import json
import pathlib
import secrets
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import Postgres, Server  # noqa: E402

LIST = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
TIMEOUT_SECONDS = 20


def canary(label):
    """A word that occurs nowhere else and survives every encoding as it is."""
    return f"{label}{secrets.token_hex(8)}"


class Client:
    """One client; remembers what must stay secret and what is personal."""

    def __init__(self, server):
        self.server = server
        self.secret = {}    # in no file and no log
        self.personal = {}  # in no log

    def call(self, method, target, body=None, headers=None, raw=None):
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=TIMEOUT_SECONDS)
        try:
            data = raw if raw is not None else (None if body is None else json.dumps(body))
            connection.request(method, target, data, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def person(self, label):
        self.personal[label] = canary(label)
        return self.personal[label]


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def sign_in(client, password):
    status, body = client.call("GET", "/svc/3.0/api/token/DEMO", headers=basic("ana", password))
    assert status == 200, body
    first = json.loads(body)
    refresh = {name: first[name] for name in ("refresh_token", "client_id", "client_secret")}
    status, body = client.call("POST", "/svc/3.0/api/refresh/", refresh)
    assert status == 200, body
    second = json.loads(body)
    client.secret |= {"access token": first["access_token"], "refresh token": first["refresh_token"],
                     "client secret": first["client_secret"], "second access token": second["access_token"],
                     "second refresh token": second["refresh_token"]}
    client.secret["wrong password"] = canary("wrong")
    client.call("GET", "/svc/3.0/api/token/DEMO", headers=basic("ana", client.secret["wrong password"]))
    client.secret["password in a failed grant"] = canary("grant")
    client.call("POST", "/api/oauth/token", {"grant_type": "password", "client_id": 1, "client_secret": canary("x"),
                                            "username": "ana", "password": client.secret["password in a failed grant"]})
    return {"Authorization": f"Bearer {second['access_token']}"}


def console_session(client, password):
    connection = http.client.HTTPConnection(client.server.host, client.server.port, timeout=TIMEOUT_SECONDS)
    connection.request("POST", "/console/session", json.dumps({"project": "DEMO", "username": "ana", "password": password}),
                       {"Content-Type": "application/json", "X-Vedette-Console": "1", "Origin": client.server.url})
    answer = connection.getresponse()
    answer.read()
    for cookie in answer.msg.get_all("Set-Cookie") or []:
        client.secret["session cookie"] = cookie.split(";")[0].split("=", 1)[1]
    connection.close()


def work(client, bearer):
    """Personal data through every kind of request that carries some, good ones and bad ones."""
    for family in ("business", "individual"):
        key = f"{family}_monitor_record_id"
        identity = client.person(f"Id{family}")
        record = {key: identity, "name": client.person(f"Name{family}"), "countries": ["FR"]}
        status, body = client.call("POST", f"/monitoring/{family}/records/addOrUpdateSingle", record, bearer)
        assert status == 200, body
        client.call("GET", f"/monitoring/{family}/records/getSingle?{key}={identity}", headers=bearer)
        client.call("GET", f"/monitoring/{family}/records/getSingle?{key}={client.person('Missing' + family)}", headers=bearer)
        review = {key: identity, "reviews": [{"qrCode": "1", "status": "open", "clientComment": client.person(f"Comment{family}")}]}
        client.call("POST", f"/monitoring/{family}/records/matches/insertMultipleReviews", review, bearer)
        query = urllib.parse.urlencode({key: identity, "qrCode": "1", "clientComment": client.person(f"Query{family}")})
        client.call("GET", f"/monitoring/{family}/records/matches/insertMultipleReviews?{query}", headers=bearer)
        client.call("GET", f"/monitoring/{family}/records/deleteRecord?{key}={identity}", headers=bearer)
    searched = client.person("Searched")
    status, body = client.call("GET", f"/screening?search_type=individual&name={searched}&dob=1961-02-03", headers=bearer)
    assert status == 200, body
    client.call("GET", f"/screening?search_type=business&company_name={client.person('Firm')}&threshold=1000", headers=bearer)
    client.call("POST", "/screening/batch", {"search_type": "individual", "items": [{"key": "1", "name": client.person("Batch")}]}, bearer)
    client.call("GET", f"/svc/3.0/api/report/kyb/code/{client.person('Company')}", headers=bearer)
    client.call("POST", "/screening", raw='{"name": "' + client.person("Broken"), headers=bearer)
    client.call("GET", f"/nowhere/{client.person('Path')}?name={client.person('PathQuery')}", headers=bearer)


def inject(client, bearer):
    """Line ends and terminal escapes in everything that might reach the log."""
    for text in ("%0d%0a{\"forged\":1}", "%1b[2Jred", "%00", "%e2%80%a8next"):
        client.call("GET", f"/screening?search_type=individual&name={text}", headers=bearer)
        client.call("GET", f"/forged/{text}", headers={**bearer, "User-Agent": "agent\x1b[31m", "X-Request-Id": "a\x1b]0;b"})


def files_with(folder, word):
    needle = word.encode()
    return [path for path in folder.rglob("*") if path.is_file() and needle in path.read_bytes()]


class Report:
    def __init__(self, quiet):
        self.passed = self.failed = 0
        self.quiet = quiet

    def check(self, title, condition):
        self.passed, self.failed = self.passed + bool(condition), self.failed + (not condition)
        if not condition and not self.quiet:
            print(f"FAIL {title}")


def examine(report, client, folders):
    log = "\n".join(client.server.log)
    for title, word in {**client.secret, **client.personal}.items():
        report.check(f"the log does not tell the {title}", word not in log)
    for title, word in client.secret.items():
        for folder in folders:
            report.check(f"no file holds the {title}", not files_with(folder, word))
    for line in client.server.log:
        try:
            whole = isinstance(json.loads(line), dict) and all(ord(letter) >= 32 for letter in line)
        except ValueError:
            whole = False
        report.check(f"every line of the log is one JSON object: {line[:120]!r}", whole)


def run(report, postgres, with_canary):
    server = Server(database=postgres.new_database() if postgres else None)
    client = Client(server)
    try:
        client.secret["password"] = canary("password")
        server.add_project("DEMO", "Demo Bank")
        server.add_user("DEMO", "ana", client.secret["password"])
        server.command("lists", "import", str(LIST))
        server.start()
        bearer = sign_in(client, client.secret["password"])
        console_session(client, client.secret["password"])
        work(client, bearer)
        inject(client, bearer)
        if with_canary:
            (server.data / "forgotten.txt").write_text("password=" + client.secret["password"])
            server.log.append(json.dumps({"message": "searched " + client.personal["Searched"]}))
        folders = [server.data, *([postgres.folder] if postgres else [])]
        examine(report, client, folders)  # while it runs: the write-ahead log is still there
        server.stop()
        examine(report, client, folders)
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    report = Report(quiet=arguments.canary)
    for store in arguments.store or ["sqlite", "postgresql"]:
        postgres = Postgres() if store == "postgresql" else None
        try:
            run(report, postgres, arguments.canary)
        finally:
            if postgres:
                postgres.close()
    if arguments.canary:
        found = report.failed >= 2
        print(f"{int(found)} passed, {int(not found)} failed")
        return 0 if found else 1
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
