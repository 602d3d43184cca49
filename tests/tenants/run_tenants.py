"""Proves that no project can see, change or detect another's data.

Every operation of docs/openapi.json that needs a token is called
  - with no token, a malformed, an unknown, an expired and a revoked one: 401, whatever else the request holds;
  - by one project with live ids of another, and again with ids that never existed: the two answers are the same
    bytes, apart from the id itself, and the other project's data is afterwards what it was before.
An operation that this file does not know how to call fails the run, so a new one cannot be forgotten.

  tests/tenants/run_tenants.py [--store sqlite|postgresql] [--canary]

--canary lets the other project itself ask, which must be found out: a run that passes it can see a leak.
"""
import argparse
import base64
import contextlib
import dataclasses
import http.client
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import Postgres, Server  # noqa: E402

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())
LIST = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
FAMILIES = ("business", "individual")
METHODS = ("get", "post", "put", "patch", "delete")
TIMEOUT_SECONDS = 20
# What may differ between two answers to the same question.
VOLATILE = re.compile(
    r'"(requestId|dateTimeISO|createdDateTimeISO|lastUpdatedDateTimeISO|lastScreenedDateTimeISO|deletedDateTimeISO'
    r'|generatedDateTimeISO|searchedDateTimeISO|reportId|ref|password|secret|cursor|nextCursor)":"[^"]*"'
    r'|"(id|sequence)":\d+|"id":"wh_[^"]*"')


@dataclasses.dataclass(frozen=True)
class Ids:
    """The things of one project that another might ask for; `absent` ones look the same and exist nowhere."""
    record: str
    reference: str
    user: str
    webhook: str
    qr_code: str


@dataclasses.dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    def data(self):
        return json.loads(self.body)["data"]


class Project:
    def __init__(self, server, code, user, password):
        self.server, self.code, self.user = server, code, user
        basic = base64.b64encode(f"{user}:{password}".encode()).decode()
        answer = call(server, "GET", f"/svc/3.0/api/token/{code}", headers={"Authorization": f"Basic {basic}"})
        self.tokens = json.loads(answer.body)
        self.token = self.tokens["access_token"]

    def call(self, method, path, query=None, body=None):
        return call(self.server, method, path, query, body, {"Authorization": f"Bearer {self.token}"})


def call(server, method, path, query=None, body=None, headers=None):
    target = path + ("?" + urllib.parse.urlencode(query) if query else "")
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_SECONDS)
    try:
        payload = None if body is None else json.dumps(body)
        connection.request(method, target, payload, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        endless = answer.getheader("Content-Type", "").startswith("text/event-stream")
        return Answer(answer.status, dict(answer.getheaders()), b"" if endless else answer.read())
    finally:
        connection.close()


def record_key(family):
    return f"{family}_monitor_record_id"


def listed_names():
    """One listed business and one listed person, to have matches to steal."""
    names = {}
    for line in LIST.read_text().splitlines():
        profile = json.loads(line)
        if "kind" not in profile:  # the header of the file
            continue
        family = "individual" if profile["kind"] == "person" else "business"
        names.setdefault(family, profile["names"][0]["text"])
    return names


def populate(project, names, label):
    """Gives the project one record with a match in each family, a review, a search and a user."""
    for family in FAMILIES:
        added = project.call("POST", f"/monitoring/{family}/records/addOrUpdateSingle",
                             body={record_key(family): label, "name": names[family], "countries": []})
        assert added.status == 200, added.body
        matches = project.call("GET", f"/monitoring/{family}/records/matches/getAll", {record_key(family): label}).data()["matches"]
        assert matches, f"{names[family]} has no match: the matrix would prove nothing"
    search = project.call("GET", "/screening", {"search_type": "individual", "name": names["individual"]})
    assert search.status == 200, search.body
    user = project.call("POST", "/users", body={"username": label, "generatePassword": True})
    assert user.status == 200, user.body
    webhook = "wh-none"
    if "/monitoring/webhooks" in DOCUMENT["paths"]:
        made = project.call("POST", "/monitoring/webhooks", body={"url": "https://hooks.invalid/hook", "events": ["match.created"]})
        assert made.status == 200, made.body
        webhook = made.data()["id"]
    return Ids(label, search.data()["ref"], label, webhook, matches[0]["qrCode"])


def absent_ids(ids):
    """Ids of the same form that were never given out."""
    def other(text):
        return text[:-1] + ("x" if text[-1] != "x" else "y")
    return dataclasses.replace(ids, record=other(ids.record), reference=other(ids.reference), user=other(ids.user),
                               webhook=other(ids.webhook))


# How to call each operation so that it names another project's things: path -> (query, body) per method. A path
# whose operations take no id of a project is called plainly: it must simply not change anything of the other's.
def family_requests(family, ids, names):
    key = record_key(family)
    of_record = ({key: ids.record}, None)
    of_match = ({key: ids.record, "match_qrcode": ids.qr_code}, None)
    review = {"qrCode": ids.qr_code, "status": "discarded", "clientComment": "not ours"}
    upsert = {"name": "Nobody Anybody Somebody", "countries": []}
    base = f"/monitoring/{family}"
    return {
        f"{base}/records/getAll": ({}, None),
        f"{base}/records/getSingle": of_record,
        f"{base}/records/addOrUpdateMultiple": ({}, {"monitorRecords": [{"id": ids.record, **upsert}]}),
        f"{base}/records/addOrUpdateSingle": ({}, {key: ids.record, **upsert}),
        f"{base}/records/deleteRecord": of_record,
        f"{base}/records/matches/getAll": of_record,
        f"{base}/records/matches/insertMultipleReviews": ({}, {key: ids.record, "reviews": [review]}),
        f"{base}/records/matches/getReviews": of_match,
        f"{base}/records/matches/getHistory": of_match,
        f"{base}/profileLookup": ({"resource_id": ids.qr_code}, None),
    }


def requests_for(ids, names):
    table = {}
    for family in FAMILIES:
        table |= family_requests(family, ids, names)
    for path in ("/monitoring/settings", "/monitoring/screening-status", "/monitoring/datasets", "/monitoring/countries",
                 "/monitoring/overview", "/monitoring/matches", "/monitoring/matches/curve", "/monitoring/events",
                 "/monitoring/events/stream", "/monitoring/audit", "/monitoring/audit/verification", "/monitoring/threshold-curve", "/lists",
                 "/lists/generations", "/lists/updates", "/console/session", "/metrics"):
        table[path] = ({}, None)
    table["/screening"] = ({"search_type": "individual", "name": names["individual"]}, None)
    table["/screening/batch"] = ({}, {"search_type": "individual", "items": [{"key": "1", "name": names["individual"]}]})
    table["/screening/explanation"] = ({"search_type": "individual", "name": names["individual"], "resource_id": ids.qr_code}, None)
    for path in ("/screening/searches/{ref}", "/screening/searches/{ref}/replay"):
        table[path] = ({}, None)
    for path in ("/businesses/{resource_id}", "/individuals/{resource_id}", "/svc/3.0/api/report/kyb/code/{company_code}"):
        table[path] = ({}, None)
    table["/monitoring/cases"] = table["/monitoring/report"] = ({}, None)
    table["/monitoring/case"] = table["/monitoring/case/file"] = ({"family": "individual", "id": ids.record}, None)
    table["/monitoring/views"] = ({"page": "cases", "name": ids.record}, {"page": "cases", "name": ids.record, "query": ""})
    table["/users"] = ({}, {"username": ids.user, "disabled": True})
    table["/users/me/password"] = ({}, {})
    for path in ("/parties", "/parties/suggestions", "/parties/judgements", "/parties/{id}", "/monitoring/erasures/{id}", "/monitoring/attestations",
                 "/validation/runs/{id}", "/validation/runs/{id}/files/{name}", "/validation/tuning", "/monitoring/reviews/jobs/{id}",
                 "/monitoring/reviews/jobs/{id}/undo"):
        table[path] = ({}, None)
    # A case and its items; a wrong seed and a missing class start and accept nothing.
    case = {"family": "individual", "id": ids.record}
    table["/monitoring/case/comments"] = (case, {"comment": "not ours"})
    table["/monitoring/case/links"] = (case, {"kind": "record", "linkId": ids.record})
    table["/monitoring/case/attachments"] = ({**case, "name": "note.txt", "item": 1}, {})
    table["/monitoring/case/items"] = ({**case, "item": 1}, None)
    table["/monitoring/erasures"] = ({}, {"recordId": ids.record, "dryRun": True})
    table["/validation/runs"] = ({}, {"seed": "none"})
    table["/validation/accepted"] = ({}, {})
    table["/monitoring/reviews/jobs"] = ({}, {"status": "discarded", "matches": [{"family": "individual", "id": ids.record, "qrCode": ids.qr_code}]})
    table["/monitoring/webhooks"] = ({"id": ids.webhook}, {"id": ids.webhook, "url": "https://hooks.invalid/taken"})
    for path in ("/monitoring/webhooks/{id}", "/monitoring/webhooks/{id}/test", "/monitoring/webhooks/{id}/secret",
                 "/monitoring/webhooks/{id}/deliveries", "/monitoring/webhooks/{id}/redeliver"):
        table[path] = ({}, {})
    return table


def fill(path, ids):
    values = {"ref": ids.reference, "resource_id": ids.qr_code, "company_code": ids.qr_code, "id": ids.webhook, "name": "validation.json"}
    return re.sub(r"\{([^}]*)\}", lambda match: urllib.parse.quote(values[match.group(1)], safe=""), path)


def needs_token(operation):
    security = operation.get("security", DOCUMENT.get("security", []))
    return any("bearer" in way for way in security)


def operations():
    for path, methods in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in methods and needs_token(methods[method]):
                yield path, method.upper()


def neutral(answer, *both):
    """The answer without what may differ: times, new ids, and the ids of the two requests, which one's own audit chain may name."""
    text = VOLATILE.sub("", answer.body.decode("utf-8", "replace"))
    for value in (value for ids in both for value in (ids.record, ids.reference, ids.user, ids.webhook)):
        text = text.replace(value, "<id>")
    return answer.status, text


class Matrix:
    def __init__(self, quiet=False):
        self.passed = self.failed = 0
        self.quiet = quiet

    def check(self, title, condition, detail=""):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            if not self.quiet:
                print(f"FAIL {title}\n     {detail}")


def snapshot(project, ids):
    """Everything of a project that the API shows."""
    seen = []
    for family in FAMILIES:
        seen.append(project.call("GET", f"/monitoring/{family}/records/getAll").body)
        seen.append(project.call("GET", f"/monitoring/{family}/records/matches/getAll", {record_key(family): ids.record}).body)
        for match in json.loads(seen[-1])["data"]["matches"]:
            seen.append(project.call("GET", f"/monitoring/{family}/records/matches/getReviews",
                                     {record_key(family): ids.record, "match_qrcode": match["qrCode"]}).body)
    seen.append(project.call("GET", f"/screening/searches/{ids.reference}").body)
    for path in ("/users", "/monitoring/settings", *(["/monitoring/webhooks"] if "/monitoring/webhooks" in DOCUMENT["paths"] else [])):
        seen.append(project.call("GET", path).body)
    return b"\n".join(seen)


def check_strangers(matrix, server, ids, names, tokens):
    for path, method in operations():
        if path not in requests_for(ids, names):
            continue
        query, body = requests_for(ids, names)[path]
        for title, headers in tokens.items():
            answer = call(server, method, fill(path, ids), query, body, headers)
            refused = answer.status == 401 and "WWW-Authenticate" in answer.headers
            matrix.check(f"{method} {path} with {title} is 401", refused, f"{answer.status} {answer.body[:200]}")


def check_neighbours(matrix, asking, theirs, absent, names):
    for path, method in operations():
        if path not in requests_for(theirs, names):
            matrix.check(f"{method} {path} is covered", False, "add it to requests_for(): which ids of a project does it take?")
            continue
        answers = []
        for ids in (theirs, absent):
            query, body = requests_for(ids, names)[path]
            answers.append(neutral(asking.call(method, fill(path, ids), query, body), theirs, absent))
        matrix.check(f"{method} {path}: theirs looks like none", answers[0] == answers[1], f"{answers[0]}\n  != {answers[1]}")


def sign_in(server, code, user):
    return Project(server, code, user, "correct horse battery")


def prepare(server):
    for code in ("OURS", "THEIRS"):
        server.add_project(code, f"{code} Bank")
        server.add_user(code, "ana", "correct horse battery")
    server.command("lists", "import", str(LIST))


def expired_token(server):
    """A token that was good and no longer is: two hours are taken off its life in the stopped server's ledger."""
    server.start()
    token = sign_in(server, "OURS", "ana").token
    server.stop()
    statement = "update access_tokens set expires_at = expires_at - 7200000"
    database = server.settings.get("database")
    if database:
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", database, "-c", statement], check=True)
    else:
        with contextlib.closing(sqlite3.connect(server.data / "ledger.db")) as ledger, ledger:
            assert ledger.execute(statement).rowcount > 0
    return {"Authorization": f"Bearer {token}"}


def revoked_token(server):
    project = sign_in(server, "OURS", "ana")
    body = {"token": project.tokens["refresh_token"], "client_id": project.tokens["client_id"],
            "client_secret": project.tokens["client_secret"]}
    answer = call(server, "POST", "/svc/3.0/api/revoke", body=body)
    assert answer.status == 200, answer.body
    return {"Authorization": f"Bearer {project.token}"}


def run(matrix, database, canary):
    server = Server(database=database)
    try:
        prepare(server)
        expired = expired_token(server)
        server.start()
        ours, them, names = sign_in(server, "OURS", "ana"), sign_in(server, "THEIRS", "ana"), listed_names()
        theirs = populate(them, names, "theirs-0")
        populate(ours, names, "ours-0")
        if canary:
            check_neighbours(matrix, them, theirs, absent_ids(theirs), names)
            return
        strangers = {"no token": {}, "a malformed token": {"Authorization": "Bearer %%%"},
                     "an unknown token": {"Authorization": "Bearer " + "A" * 43}, "an expired token": expired,
                     "a revoked token": revoked_token(server),
                     "a refresh token": {"Authorization": "Bearer " + them.tokens["refresh_token"]}}
        before = snapshot(them, theirs)
        check_strangers(matrix, server, theirs, names, strangers)
        check_neighbours(matrix, ours, theirs, absent_ids(theirs), names)
        matrix.check("the other project's data is what it was", snapshot(them, theirs) == before, "something of theirs changed")
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    matrix = Matrix(quiet=arguments.canary)
    for store in arguments.store or ["sqlite", "postgresql"]:
        postgres = Postgres() if store == "postgresql" else None
        try:
            run(matrix, postgres.new_database() if postgres else None, arguments.canary)
        finally:
            if postgres:
                postgres.close()
    if arguments.canary:
        found = matrix.failed > 0
        print(f"{int(found)} passed, {int(not found)} failed")
        return 0 if found else 1
    print(f"{matrix.passed} passed, {matrix.failed} failed")
    return 1 if matrix.failed or not matrix.passed else 0


if __name__ == "__main__":
    sys.exit(main())
