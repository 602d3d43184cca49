"""Heads of the audit chains that were put elsewhere show a chain that was cut: a file, a webhook, a timestamp authority.

A server anchors at its start, to a file and to a local endpoint, with timestamps of a local authority made with `openssl ts`.

  tests/audit/run_anchors.py [--canary]

--canary proves that the run can fail: the chain is not cut, and the run must miss that.
"""
import contextlib
import http.server
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, Checks, Server  # noqa: E402

AUTHORITY = """[tsa]
default_tsa = own
[own]
serial = {folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
[ca]
basicConstraints = critical, CA:true
[stamps]
extendedKeyUsage = critical, timeStamping
"""


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


class Authority:
    """A certificate authority and a timestamp authority that it vouches for."""

    def __init__(self, folder):
        self.folder, self.config = folder, folder / "tsa.cnf"
        folder.mkdir()
        self.config.write_text(AUTHORITY.format(folder=folder))
        (folder / "serial").write_text("01\n")
        for name, subject in (("ca", "/CN=Test CA"), ("tsa", "/CN=Test TSA")):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.csr", "-subj", subject)
        openssl("x509", "-req", "-in", folder / "ca.csr", "-signkey", folder / "ca.key", "-out", folder / "ca.pem", "-days", "2",
                "-extfile", self.config, "-extensions", "ca")
        openssl("x509", "-req", "-in", folder / "tsa.csr", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key", "-CAcreateserial",
                "-out", folder / "tsa.pem", "-days", "2", "-extfile", self.config, "-extensions", "stamps")

    def answer(self, query):
        (self.folder / "query").write_bytes(query)
        openssl("ts", "-reply", "-config", self.config, "-queryfile", self.folder / "query", "-inkey", self.folder / "tsa.key",
                "-signer", self.folder / "tsa.pem", "-out", self.folder / "answer")
        return (self.folder / "answer").read_bytes()


class Endpoint:
    """Answers /stamp as a timestamp authority and keeps what is posted to /anchors."""

    def __init__(self, authority):
        self.anchors = anchors = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = authority.answer(body) if self.path == "/stamp" else b"{}"
                if self.path == "/anchors":
                    anchors.append(body.decode())
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("no anchor came")
        time.sleep(0.02)


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def cut(ledger_file):
    """Takes the last entry of the installation's chain away and turns its head back."""
    with contextlib.closing(sqlite3.connect(ledger_file)) as ledger, ledger:
        last = ledger.execute("select max(sequence) from audit_entries where project_id = 0").fetchone()[0]
        for table in ("audit_entries", "audit_payloads"):
            ledger.execute(f"delete from {table} where project_id = 0 and sequence = ?", (last,))
        ledger.execute("update audit_heads set sequence = ?, mac = (select mac from audit_entries where project_id = 0 and sequence = ?)"
                       " where project_id = 0", (last - 1, last - 1))


def run(checks, work, canary):
    def expect(condition, title):
        checks.check(title, condition)

    authority, stranger = Authority(work / "authority"), Authority(work / "stranger")
    endpoint, file = Endpoint(authority), work / "anchors.jsonl"
    server = Server({"anchor_file": str(file), "anchor_webhook": endpoint.url + "/anchors", "anchor_timestamp": endpoint.url + "/stamp"})
    try:
        server.add_project("BANK", "Bank plc")
        for wanted in (1, 2):
            server.start()
            until(lambda: len(lines(file)) >= wanted and len(endpoint.anchors) >= wanted)
            server.stop()
            server.add_project(f"BANK{wanted}", "Another bank")
        server.start()
        until(lambda: len(lines(file)) >= 3)
        server.stop()

        def verify(*flags):
            return server.command("audit", "verify", *flags, check=False)

        expect([line + "\n" for line in lines(file)] == endpoint.anchors, "the endpoint got what is in the file")
        expect(verify("--anchors", str(file)).returncode == 0, "untouched chains fit their anchors")
        expect(verify("--anchors", str(file), "--timestamp-ca", str(authority.folder / "ca.pem")).returncode == 0,
               "the timestamps are by the authority")
        expect(verify("--anchors", str(file), "--timestamp-ca", str(stranger.folder / "ca.pem")).returncode == 1,
               "timestamps of another authority are refused")
        forged = work / "forged.jsonl"
        anchor = json.loads(lines(file)[0])
        anchor["heads"] = anchor["heads"].replace('"sequence":', '"sequence":1')
        forged.write_text(json.dumps(anchor) + "\n")
        expect(verify("--anchors", str(forged)).returncode == 1, "a forged anchor is refused")
        forged.write_text("")
        expect(verify("--anchors", str(forged)).returncode == 1, "an empty file proves nothing")
        if not canary:
            cut(server.data / "ledger.db")
        expect(verify().returncode == 0, "a cut chain looks whole without anchors")
        expect(verify("--anchors", str(file)).returncode == 1, "a cut chain does not fit its anchors")
        refused = server.command("serve", "--listen", "127.0.0.1:0", "--anchor-timestamp", endpoint.url, check=False)
        expect(refused.returncode != 0 and "anchor_file" in refused.stderr, "a timestamp without a place is refused")
    finally:
        server.close()
        endpoint.server.shutdown()


def main():
    canary = "--canary" in sys.argv
    checks = Checks()
    with tempfile.TemporaryDirectory() as work:
        run(checks, pathlib.Path(work), canary)
    if canary:
        print(f"{int(checks.failed == 1)} passed, {int(checks.failed != 1)} failed")
        return 0 if checks.failed == 1 else 1
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
