"""Runs real clients, unmodified, against a real server: curl, python3-requests, and the npm packages
of package.json. Prints "N passed, N failed" at the end."""
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import requests  # noqa: E402
from harness import Checks, Server  # noqa: E402

PASSWORD = "correct: horse & battery ü"


def curl(*arguments):
    """(status, body) of one curl call."""
    done = subprocess.run(["curl", "-sS", "-w", "\n%{http_code}", *arguments], capture_output=True, text=True)
    body, _, status = done.stdout.rpartition("\n")
    return int(status or 0), body


def curl_checks(checks, server):
    base = server.url
    status, body = curl("-u", f"ana:{PASSWORD}", f"{base}/svc/3.0/api/token/DEMO")
    checks.check("curl creates a token", status == 200, body)
    token = json.loads(body)
    fields = {name: token[name] for name in ("refresh_token", "client_id", "client_secret")}
    status, body = curl("-H", "Content-Type: application/json", "-d", json.dumps(fields), f"{base}/svc/3.0/api/refresh/")
    checks.check("curl refreshes with JSON", status == 200, body)
    fields["refresh_token"] = json.loads(body)["refresh_token"]
    status, body = curl("-d", json.dumps(fields), f"{base}/svc/3.0/api/refresh/")
    checks.check("curl -d sends JSON as a form and is understood", status == 200, body)
    access = json.loads(body)["access_token"]
    status, body = curl("-H", f"Authorization: Bearer {access}", f"{base}/monitoring/datasets")
    checks.check("curl reads a resource", status == 200 and json.loads(body)["success"] is True, body)
    status, body = curl("-X", "POST", f"{base}/svc/3.0/api/refresh/")
    checks.check("curl -X POST without a body is told what is missing", status == 400 and len(json.loads(body)["missing"]) == 3, body)
    status, body = curl("-X", "GET", "-d", '{"a":1}', "-H", f"Authorization: Bearer {access}", f"{base}/monitoring/countries")
    checks.check("curl sends a body with GET", status == 200, body)
    big = json.dumps({"refresh_token": "x" * 2_000_000})
    done = subprocess.run(["curl", "-sS", "-w", "\n%{http_code}", "--data-binary", "@-", f"{base}/svc/3.0/api/refresh/"],
                          input=big, capture_output=True, text=True)
    checks.check("curl with a body over the limit gets 413", done.stdout.endswith("413"), done.stdout[-300:] + done.stderr)
    status, body = curl("-H", "Transfer-Encoding: chunked", "-d", json.dumps({}), f"{base}/svc/3.0/api/refresh/")
    checks.check("curl with a chunked body", status == 400, body)
    status, body = curl("--compressed", "-H", f"Authorization: Bearer {access}", f"{base}/monitoring/countries")
    checks.check("curl --compressed reads gzip", status == 200 and len(json.loads(body)["data"]["countries"]) >= 250, body[:300])


def requests_checks(checks, server):
    session = requests.Session()
    answer = session.get(f"{server.url}/svc/3.0/api/token/DEMO", auth=("ana", PASSWORD.encode()))
    checks.check("requests creates a token", answer.status_code == 200, answer.text)
    token = answer.json()
    session.headers["Authorization"] = f"{token['token_type']} {token['access_token']}"
    answer = session.get(f"{server.url}/monitoring/datasets", params={"aml": True, "countries": ["RU", "DE"]})
    checks.check("requests reads a resource with a lower-case scheme", answer.status_code == 200, answer.text)
    answer = session.post(f"{server.url}/svc/3.0/api/refresh/", json={
        "refresh_token": token["refresh_token"], "client_id": int(token["client_id"]), "client_secret": token["client_secret"]})
    checks.check("requests refreshes with an integer client id", answer.status_code == 200, answer.text)
    answer = session.post(f"{server.url}/svc/3.0/api/refresh/", data={
        "refresh_token": answer.json()["refresh_token"], "client_id": token["client_id"], "client_secret": token["client_secret"]})
    checks.check("requests refreshes with a form", answer.status_code == 200, answer.text)
    answer = session.get(f"{server.url}/svc/3.0/api/refresh/")
    checks.check("requests sees 405 with Allow", answer.status_code == 405 and "POST" in answer.headers["Allow"], answer.text)


def npm_checks(checks, server, client):
    if not (HERE / "node_modules" / ".package-lock.json").exists():
        done = subprocess.run(["npm", "ci", "--silent"], cwd=HERE, capture_output=True, text=True)
        if done.returncode != 0:
            checks.check("npm ci", False, done.stdout + done.stderr)
            return
    environment = dict(os.environ, VEDETTE_URL=server.url, VEDETTE_PROJECT="DEMO", VEDETTE_USER="ana",
                       VEDETTE_PASSWORD=PASSWORD, VEDETTE_CLIENT_ID=str(client["client_id"]),
                       VEDETTE_CLIENT_SECRET=client["client_secret"])
    done = subprocess.run([str(HERE / "node_modules" / ".bin" / "node"), "--test", "--test-reporter=tap"], cwd=HERE,
                          env=environment, capture_output=True, text=True)
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.M)
    failed = re.search(r"^# fail (\d+)$", done.stdout, re.M)
    checks.passed += int(passed.group(1)) if passed else 0
    checks.failed += int(failed.group(1)) if failed else 1
    if done.returncode != 0 or not passed or passed.group(1) == "0":
        checks.failed += 0 if failed and int(failed.group(1)) else 1
        print(done.stdout[-6000:], done.stderr[-3000:])


def main():
    checks = Checks()
    server = Server()
    try:
        server.add_project("DEMO", "Demo Bank plc")
        server.add_user("DEMO", "ana", PASSWORD)
        client = server.add_client("DEMO")
        server.start()
        curl_checks(checks, server)
        requests_checks(checks, server)
        npm_checks(checks, server, client)
        checks.check("the server ends with 0", server.stop() == 0, server.log[-3:])
    finally:
        server.close()
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
