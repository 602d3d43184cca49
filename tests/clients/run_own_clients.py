"""The clients under clients/: the Python one held against docs/openapi.json operation by operation, and
both run against a real server. Prints "N passed, N failed" at the end."""
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import ROOT, Checks, Server  # noqa: E402

sys.path.insert(0, str(ROOT / "clients" / "python"))

from vedette_client import Vedette, VedetteError  # noqa: E402

PASSWORD = "correct: horse & battery ü"
VERBS = ("get", "post", "put", "delete", "patch")


def words_of(name):
    """The same words whether a name is written itLikeThis, It-Like-This or it_like_this."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-_]", " ", name).lower().split()


class Recorder(Vedette):
    """A client that notes what it would send."""

    def call(self, method, template, **parts):
        self.called = (method, template, parts)


def deref(description, node):
    while "$ref" in node:
        found = description
        for step in node["$ref"][2:].split("/"):
            found = found[step]
        node = found
    return node


def description_checks(checks):
    """Every operation of the description is a method of the client that asks for exactly that."""
    description = json.loads((ROOT / "docs" / "openapi.json").read_text())
    client = Recorder("http://nowhere", "P", "u", "p")
    methods = {tuple(words_of(name)): method for name, method in inspect.getmembers(client, inspect.ismethod)}
    wanted = set()
    for path, item in description["paths"].items():
        for verb in VERBS:
            if verb not in item:
                continue
            operation = item[verb]
            key = tuple(words_of(operation["operationId"]))
            wanted.add(key)
            title = f"{verb.upper()} {path} ({operation['operationId']})"
            if key not in methods:
                checks.check(title, False, "the client has no such method")
                continue
            parameters = [deref(description, each) for each in [*item.get("parameters", []), *operation.get("parameters", [])]]
            expected = {place: {each["name"] for each in parameters if each["in"] == place} for place in ("path", "query", "header")}
            signature = inspect.signature(methods[key]).parameters
            methods[key](**{name: f"<{name}>" for name in signature})
            method, template, parts = client.called
            sent = {place: set(parts.get(place, {})) for place in expected}
            values = {name: value for place in expected for name, value in parts.get(place, {}).items()}
            required = {tuple(words_of(each["name"])) for each in parameters if each.get("required")}
            must = {tuple(words_of(name)) for name, each in signature.items() if each.default is each.empty and name != "body"}
            has_body = "requestBody" in operation and verb != "get"
            problems = [
                (method, template) != (verb.upper(), path) and f"asks for {method} {template}",
                sent != expected and f"sends {sent} instead of {expected}",
                any(words_of(name) != words_of(str(value).strip("<>")) for name, value in values.items()) and f"mixes up {values}",
                must != required and f"needs {must} instead of {required}",
                ("body" in signature) != has_body and "has a body where the description has none, or none where it has one",
            ]
            checks.check(title, not any(problems), [each for each in problems if each])
    own = {tuple(words_of(name)) for name in vars(__import__("vedette_client.operations", fromlist=["x"]).Operations)
           if not name.startswith("_")}
    checks.check("the client has no operation that the description lacks", own == wanted, own ^ wanted)


def raises(action):
    try:
        action()
    except VedetteError as problem:
        return problem
    return None


def python_checks(checks, server):
    def client(password=PASSWORD, url=server.url):
        return Vedette(url, "DEMO", "ana", password)

    api = client(url=server.url + "/")
    found = api.get_screening(search_type="individual", name="Barney Thistlewicke", datasets=["PEP", "SAN"])
    checks.check("a search finds the fictional minister", found["hits"][0]["doc"]["name"] == "Barnaby Aldous Thistlewick", found)
    record = api.get_search(found["ref"])
    checks.check("a value in the path", record["ref"] == found["ref"], record)
    saved = api.post_individual_add_or_update_single({"id": "a/b ü", "name": "Rupert Fenwright"}, idempotency_key="k-1")
    again = api.get_individual_get_single(individual_monitor_record_id="a/b ü")
    checks.check("a body and a header, then a query", again["id"] == "a/b ü", (saved, again))
    with api.stream_events(after=0) as lines:
        first = next(line for line in lines if line.startswith("event:"))
    checks.check("a stream is read line by line", first.startswith("event:"), first)
    problem = raises(lambda: api.get_screening(search_type="individual", name="X", threshold=900))
    checks.check("a refused input is named", problem and problem.status == 400 and problem.details[0]["path"] == "threshold"
                 and problem.request_id, problem)
    problem = raises(lambda: client(password="not this one").list_datasets())
    checks.check("a wrong password is told", problem and (problem.status, problem.code) == (401, "invalid_client"), problem)

    token = dict(api._token)
    api.revoke_token({"token": token["access_token"], "client_id": token["client_id"], "client_secret": token["client_secret"]})
    checks.check("a revoked access token is renewed", api.list_datasets()["datasets"], "")
    checks.check("by the refresh token", api._token["access_token"] != token["access_token"]
                 and api._token["refresh_token"] != token["refresh_token"], "")
    api.revoke_token({"token": api._token["refresh_token"], "client_id": token["client_id"], "client_secret": token["client_secret"]})
    checks.check("a revoked family is replaced by signing in", api.list_datasets()["datasets"], "")

    shared, counts, send = client(), [], Vedette._send
    Vedette._send = lambda self, method, url, *rest: (counts.append(url), send(self, method, url, *rest))[1]
    try:
        threads = [threading.Thread(target=shared.list_datasets) for _ in range(8)]
        [each.start() for each in threads]
        [each.join() for each in threads]
    finally:
        Vedette._send = send
    signed_in = [url for url in counts if "/token/" in url]
    checks.check("eight threads sign in once", len(signed_in) == 1 and len(counts) == 9, counts)
    shared.sign_out()
    checks.check("after signing out the next call signs in anew", shared.list_datasets()["datasets"], "")


def node():
    """A Node.js; the one of the test clients when it is there, which is newer than Debian's."""
    own = HERE / "node_modules" / ".bin" / "node"
    return str(own) if own.exists() else "node"


def build_typescript():
    """clients/typescript, installed, generated and compiled; the complaint when that fails."""
    folder = ROOT / "clients" / "typescript"
    steps = [["npm", "run", "--silent", "build"]]
    if not (folder / "node_modules" / ".package-lock.json").exists():
        steps.insert(0, ["npm", "ci", "--silent"])
    for step in steps:
        done = subprocess.run(step, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            return " ".join(step) + ": " + done.stdout[-3000:] + done.stderr[-3000:]
    return ""


def typescript_checks(checks, server):
    problem = build_typescript()
    checks.check("the TypeScript client is generated and compiles", not problem, problem)
    if problem:
        return
    environment = dict(os.environ, API_URL=server.url, API_PROJECT="DEMO", API_USER="ana", API_PASSWORD=PASSWORD)
    done = subprocess.run([node(), "--test", "--test-reporter=tap", "test/client.test.js"], cwd=ROOT / "clients" / "typescript",
                          env=environment, capture_output=True, text=True)
    counts = {word: int(number) for word, number in re.findall(r"^# (pass|fail) (\d+)$", done.stdout, re.M)}
    checks.passed += counts.get("pass", 0)
    checks.check("the tests of the TypeScript client", done.returncode == 0 and counts.get("pass", 0) > 0,
                 done.stdout[-5000:] + done.stderr[-3000:])


def main():
    checks = Checks()
    description_checks(checks)
    server = Server()
    try:
        server.command("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"))
        server.add_project("DEMO", "Demo Bank plc")
        server.add_user("DEMO", "ana", PASSWORD)
        server.start()
        python_checks(checks, server)
        typescript_checks(checks, server)
    finally:
        server.close()
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
