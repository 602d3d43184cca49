"""Tries every operation of docs/openapi.json with every role.

The answer must be 403 INSUFFICIENT_ROLE exactly where data/access/operations.tsv says no. An operation that is not in the table fails the
run. Afterwards an auditor, who has called everything, has changed nothing: no row of the ledger but those of the sign-in itself.

  tests/roles/run_roles.py [--canary]

--canary gives the auditor the role of an admin, which must be found out.
"""
import argparse
import json
import pathlib
import re
import sqlite3
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import Client, Server  # noqa: E402

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())
TABLE = ROOT / "data" / "access" / "operations.tsv"
LIST = str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl")
ROLES = ("analyst", "auditor", "admin", "operator")
METHODS = ("get", "post", "put", "delete", "patch")
PASSWORD = "correct horse battery"
# An endless answer, and what fetches from elsewhere.
NOT_CALLED = {("/monitoring/events/stream", "GET")}
# Rows of the sign-in itself.
OWN_TABLES = {"access_tokens", "refresh_tokens", "token_families", "audit_heads", "audit_entries", "audit_payloads", "counters", "clients", "reads", "read_log"}
NAME = "Barney Thistlewicke"
QUERY = "?search_type=individual&name=Barney+Thistlewicke&individual_monitor_record_id=C-1&business_monitor_record_id=B-1&family=individual&id=C-1&page=cases"
BODY = {"search_type": "individual", "name": NAME, "individual_monitor_record_id": "C-2", "business_monitor_record_id": "B-2", "username": "fresh", "generatePassword": True,
        "items": [{"key": "1", "name": NAME}], "monitorRecords": [{"id": "C-3", "name": NAME}], "page": "cases", "query": "", "threshold": 81}


def table():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {(path, method): (token, dict(zip(ROLES, roles))) for path, method, token, *roles in rows}


def described():
    return {(path, method.upper()): of[method] for path, of in DOCUMENT["paths"].items() for method in METHODS if method in of}


def needs_token(operation):
    return any("bearer" in way for way in operation.get("security", DOCUMENT.get("security", [])))


def call(client, path, method):
    """(status, code) of one call with something in every parameter."""
    target = re.sub(r"\{[^}]*\}", "none-1", path) + QUERY
    body = {} if path == "/users/me/password" else BODY
    try:
        status, answer = client.call(target, None if method == "GET" else body, method)
    except Exception:  # not JSON
        return 200, ""
    error = answer.get("error") if isinstance(answer, dict) else ""
    return status, error.get("code", "") if isinstance(error, dict) else str(error)


def ledger(server):
    """What every table holds, as text, without the rows of sign-ins."""
    database = sqlite3.connect(f"file:{server.data}/ledger.db?mode=ro", uri=True)
    try:
        names = [name for name, in database.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")]
        return {name: sorted(map(repr, database.execute(f"select * from {name}"))) for name in names if name not in OWN_TABLES}
    finally:
        database.close()


def run(server, canary, faults):
    rows, operations = table(), described()
    for missing in sorted(set(operations) ^ set(rows)):
        faults.append(f"{missing} is in one of docs/openapi.json and {TABLE.name} alone")
    for key, operation in operations.items():
        if key in rows and (rows[key][0] == "needed") != needs_token(operation):
            faults.append(f"{key}: the table and the description differ on whether a token is needed")
    tried = 0
    # The auditor first, so that what others change is not taken for theirs.
    for role in ("auditor", "analyst", "admin", "operator"):
        client = Client(server, "BANK", role, PASSWORD)
        before = ledger(server)
        for (path, method), (token, roles) in rows.items():
            if token == "none" or (path, method) in NOT_CALLED:
                continue
            status, code = call(client, path, method)
            tried += 1
            refused = (status, code) == (403, "INSUFFICIENT_ROLE")
            if refused != (roles[role] == "no"):
                faults.append(f"{method} {path} as {role}: {status} {code}, and the table says {roles[role]}")
            if status >= 500:
                faults.append(f"{method} {path} as {role}: {status} {code}")
            if status == 401:
                client = Client(server, "BANK", role, PASSWORD)
        if role == "auditor":
            after = ledger(server)
            for name in after:
                if after[name] != before.get(name):
                    faults.append(f"an auditor changed {name}")
    return tried


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    server, faults = Server(), []
    try:
        server.add_project("BANK", "Bank plc")
        for role in ROLES:
            server.add_user("BANK", role, PASSWORD, role="admin" if arguments.canary and role == "auditor" else role)
        server.command("lists", "import", LIST)
        server.start()
        admin = Client(server, "BANK", "admin", PASSWORD)
        for family, record in (("individual", "C-1"), ("business", "B-1")):
            admin.data(f"/monitoring/{family}/records/addOrUpdateSingle", {f"{family}_monitor_record_id": record, "name": NAME})
        tried = run(server, arguments.canary, faults)
        for fault in faults:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        good = bool(faults) == arguments.canary
        print(f"{tried if good else 0} passed, {0 if good else max(1, len(faults))} failed")
        return 0 if good else 1
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
