"""Runs every API case file against a server on SQLite and one on PostgreSQL.

  tests/api/run_cases.py [--store sqlite|postgresql] [--canary] [FILE...]

--canary proves that the run can fail: a case that expects another answer, and one whose answer docs/openapi.json does not describe.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import socket
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from contract import Contract  # noqa: E402
from cases import Connection, Mismatch, check_answer, parse, request_bytes, substitute  # noqa: E402
from harness import PATIENCE, Postgres, Server  # noqa: E402

CANARY = "=== an answer that it does not give\n> GET /health\n< 404\n=== an answer that nobody described\n> GET /health\n< 200\n"


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
    with socket.create_connection((server.host, server.port), PATIENCE) as raw:
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


class Store:
    """Makes installations. Accounts and lists are made once for each set of lists, and copied for each case file."""

    def __init__(self, name):
        self.name, self.originals, self.making = name, {}, threading.Lock()
        self.postgres = Postgres() if name == "postgresql" else None

    def original(self, lists):
        with self.making:
            if lists not in self.originals:
                server = Server(database=self.postgres.new_database() if self.postgres else None)
                self.originals[lists] = server, prepare(server)
                for name in lists:
                    server.command("lists", "import", str(HERE.parent.parent / name))
            return self.originals[lists]

    def new_server(self, settings, lists):
        """An installation that nobody else has, and the variables of its cases."""
        original, variables = self.original(tuple(lists))
        server = Server(settings, self.postgres.new_database(original.settings["database"]) if self.postgres else None)
        shutil.copytree(original.data, server.data, dirs_exist_ok=True)
        return server, dict(variables)

    def close(self):
        for server, _ in self.originals.values():
            server.close()
        if self.postgres:
            self.postgres.close()


def run_file(text, name, store, contract):
    """(passed, what went wrong) of one case file."""
    cases = parse(text, name)
    server, variables = store.new_server(cases.settings, cases.lists)
    passed, problems = 0, []
    try:
        server.start()
        for case in cases.cases:
            problem = run_case(case, server, variables, contract)
            if problem is None:
                passed += 1
            else:
                problems.append(f"FAIL {store.name} {name}: {case.title}\n   {problem}")
        if server.stop() != 0:
            problems.append(f"FAIL {store.name} {name}: the server did not stop with 0:\n" + "\n".join(server.log[-5:]))
    finally:
        server.close()
    return passed, problems


def run_all(files, stores):
    """Two files at a time, each on a server of its own."""
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for more, problems in pool.map(lambda job: run_file(job[0].read_text(), job[0].name, job[1], Contract()),
                                       [(path, store) for path in files for store in stores]):
            passed, failed = passed + more, failed + len(problems)
            print("".join(problem + "\n" for problem in problems), end="")
    return passed, failed


def run_canary(store):
    contract = Contract()
    right = run_file(CANARY, "canary", store, contract)
    contract.document["paths"]["/health"]["get"]["responses"].pop("200")
    wrong = run_file(CANARY, "canary", store, contract)
    return (1, 0) if (right[0], len(right[1]), wrong[0], len(wrong[1])) == (1, 1, 0, 2) else (0, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--canary", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    stores = [Store(name) for name in arguments.store or ["sqlite", "postgresql"]]
    try:
        passed, failed = run_canary(stores[0]) if arguments.canary else run_all(arguments.files or sorted(HERE.glob("*.case")), stores)
    finally:
        for store in stores:
            store.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
