"""/metrics of a real server: who may read it, that the figures follow what happens, that nothing in it names a client, and
that the dashboard of packaging/grafana asks for figures that exist. Prints "N passed, N failed"."""
import base64
import json
import pathlib
import re
import sys
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, Checks, Server  # noqa: E402

LIST = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
DASHBOARD = ROOT / "packaging" / "grafana" / "vedette.json"
PASSWORD = "correct horse battery"
LISTED = "Sepetibano Pescados Limitada"
SAMPLE = re.compile(r'^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]*(?:\{[^}]*\}[^}]*)*\})? (\S+)$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')


def ask(url, headers=None, body=None):
    request = urllib.request.Request(url, headers=headers or {}, data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def token(server, user):
    basic = base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()
    return {"Authorization": "Bearer " + json.loads(ask(f"{server.url}/svc/3.0/api/token/SECRETBANK", {"Authorization": f"Basic {basic}"})[2])["access_token"]}


def samples(text):
    """{(name, labels): value}; anything that is not in the text format is an error."""
    out = {}
    for line in text.splitlines():
        if line.startswith("# HELP ") or line.startswith("# TYPE "):
            continue
        match = SAMPLE.match(line)
        if not match:
            raise AssertionError(f"not a line of the text format: {line}")
        out[(match.group(1), tuple(sorted(LABEL.findall(match.group(2) or ""))))] = float(match.group(3))
    return out


def value(found, name, **labels):
    return found.get((name, tuple(sorted(labels.items()))))


def run(checks):
    server = Server({"metrics_listen": "127.0.0.1:0"})
    try:
        server.add_project("SECRETBANK", "Discreet Bank plc")
        for user, role in (("olga", "operator"), ("ana", "admin"), ("ben", "analyst")):
            server.add_user("SECRETBANK", user, PASSWORD, role=role)
        server.command("lists", "import", str(LIST))
        server.start()
        own = next(json.loads(line)["address"] for line in server.log if '"serving metrics"' in line)
        url = f"{server.url}/metrics"
        checks.check("nobody reads the figures beside the API without a token", ask(url)[0] == 401)
        for user in ("ana", "ben"):
            checks.check("nor does a user of a project", ask(url, token(server, user))[0] == 403)
        status, headers, beside = ask(url, token(server, "olga"))
        checks.check("an operator does", status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4"), beside[:200])
        checks.check("the listener of its own serves figures and nothing else",
                     ask(f"http://{own}/metrics")[0] == 200 and ask(f"http://{own}/monitoring/webhooks")[0] == 404)
        before = samples(ask(f"http://{own}/metrics")[2])
        admin = token(server, "ana")
        ask(f"{server.url}/monitoring/business/records/addOrUpdateSingle", admin, {"id": "CUSTOMER-77", "name": LISTED})
        ask(f"{server.url}/screening?search_type=individual&name=Barney+Thistlewicke", admin)
        ask(f"{server.url}/no/such/path/CUSTOMER-77")
        # A request is counted once its answer has been sent, so the figure may follow the answer by a moment.
        deadline = time.monotonic() + 10
        while True:
            text = ask(f"http://{own}/metrics")[2]
            after = samples(text)
            counted = [value(after, "vedette_http_requests_total", method="GET", route=route, code=code)
                       for route, code in (("none", "404"), ("/screening", "200"))]
            if all(counted) or time.monotonic() > deadline:
                break
            time.sleep(0.02)
        more = {key: after[key] - before.get(key, 0) for key in after}
        checks.check("a search is counted, with its time and the names it scored", value(more, "vedette_search_seconds_count") == 1 and
                     value(after, "vedette_search_names_scored_sum") > 0, more)
        checks.check("a request is counted under the pattern of its route",
                     value(more, "vedette_http_requests_total", method="GET", route="/screening", code="200") == 1, text[:3000])
        checks.check("a path that leads nowhere is no label", value(after, "vedette_http_requests_total", method="GET", route="none", code="404") >= 1)
        checks.check("its latency is in the histogram", value(more, "vedette_http_request_seconds_count", method="GET", route="/screening") == 1)
        checks.check("the saved record and its match are there", value(more, "vedette_records", family="business") == 1 and
                     value(more, "vedette_matches", family="business", status="open") >= 1)
        checks.check("what the search waited for the ledger is timed", value(more, "vedette_ledger_write_seconds_count", outcome="durable") == 1)
        checks.check("the generation, the lists and their ages are there", value(after, "vedette_generation") == 1 and
                     any(name == "vedette_list_age_seconds" for name, _ in after) and value(after, "vedette_catalogue_profiles") > 0)
        told = [word for word in ("SECRETBANK", "Discreet", "CUSTOMER-77", "Sepetibano", "Thistlewick", "olga", "ana\"") if word.lower() in text.lower()]
        checks.check("nothing names a project, a user or a customer", told == [], told)
        wanted = set(re.findall(r"\b(?:vedette|process)_[a-z_]+", json.dumps([target["expr"] for panel in json.loads(DASHBOARD.read_text())["panels"]
                                                                               for target in panel.get("targets", [])])))
        there = {name for name, _ in after}
        checks.check("every figure of the dashboard exists", len(wanted) > 10 and wanted <= there, sorted(wanted - there))
        checks.check("the server ends with 0", server.stop() == 0, server.log[-3:])
    finally:
        server.close()


def main():
    checks = Checks()
    run(checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
