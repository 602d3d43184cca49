"""Runs every API case file against a server on SQLite and one on PostgreSQL.

  tests/api/run_cases.py [--store sqlite|postgresql] [FILE...]
"""
import argparse
import pathlib
import socket
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from contract import Contract  # noqa: E402
from cases import Connection, Mismatch, check_answer, parse, request_bytes, substitute  # noqa: E402
from harness import Postgres, Server  # noqa: E402

TIMEOUT_SECONDS = 20


def prepare(server):
    """The accounts that every case may use."""
    server.add_project("DEMO", "Demo Bank plc")
    server.add_project("OTHER", "Other Bank AG")
    server.add_project("CLOSED", "Closed Bank SA")
    server.add_user("DEMO", "ana", "correct horse")
    server.add_user("DEMO", "colon", "with:colon:élan")
    server.add_user("OTHER", "bob", "battery staple")
    server.add_user("OTHER", "olga", "looks after it", role="operator")
    server.add_user("CLOSED", "eve", "still the right one")
    server.command("project", "disable", "CLOSED")
    client, other = server.add_client("DEMO"), server.add_client("OTHER")
    return {"client_id": client["client_id"], "client_secret": client["client_secret"],
            "other_client_id": other["client_id"], "other_client_secret": other["client_secret"]}


def run_case(case, server, variables, contract):
    with socket.create_connection((server.host, server.port), TIMEOUT_SECONDS) as raw:
        connection = Connection(raw)
        for step in case.steps:
            try:
                data = request_bytes(step, variables)
                answer = connection.ask(data, data.startswith(b"HEAD "))
                check_answer(step, answer, variables)
                contract.check(substitute(step.request[0], variables), answer)
            except (Mismatch, OSError, ValueError) as problem:
                return f"line {step.line}: {step.request[0]}\n      {problem}"
    return None


def run_file(path, store, database):
    cases = parse(path.read_text(), path.name)
    server = Server(cases.settings, database)
    contract = Contract()
    passed = failed = 0
    try:
        variables = prepare(server)
        for name in cases.lists:
            server.command("lists", "import", str(HERE.parent.parent / name))
        server.start()
        for case in cases.cases:
            problem = run_case(case, server, variables, contract)
            if problem is None:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {store} {path.name}: {case.title}\n   {problem}")
        if server.stop() != 0:
            failed += 1
            print(f"FAIL {store} {path.name}: the server did not stop with 0:\n" + "\n".join(server.log[-5:]))
    finally:
        server.close()
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    files = arguments.files or sorted(HERE.glob("*.case"))
    passed = failed = 0
    for store in arguments.store or ["sqlite", "postgresql"]:
        postgres = Postgres() if store == "postgresql" else None
        try:
            for path in files:
                more_passed, more_failed = run_file(path, store, postgres.new_database() if postgres else None)
                passed, failed = passed + more_passed, failed + more_failed
        finally:
            if postgres:
                postgres.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
