"""Several servers on one PostgreSQL, a client that goes round them, and what their ledger holds."""
import base64
import http.client
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import Gone, Server  # noqa: E402

PASSWORD = "correct horse battery"
DEMO = [ROOT / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl" for month in (1, 2)]
SETTINGS = {"lease_seconds": 2, "webhook_plain_http": "allow", "webhook_private_networks": "allow", "webhook_timeout_seconds": 1,
            "webhook_retry_seconds": "0,0,1,1,1,1", "update_interval_minutes": 0, "worker_threads": 4}
# Everything that re-screening and saving leave behind, without times and numbers that depend on who was first.
STATE = {
    "records": "select convert_from(record_id, 'UTF8'), family, name, open_count, false_positive_count, true_positive_count, discarded_count"
               " from records where deleted_at is null",
    "matches": "select convert_from(r.record_id, 'UTF8'), m.qr_code, m.status, m.score, m.version, m.match_version, m.deleted"
               " from matches m join records r on r.project_id = m.project_id and r.record_number = m.record_number",
    "history": "select convert_from(r.record_id, 'UTF8'), h.qr_code, row_number() over (partition by h.project_id, h.record_number, h.qr_code order by h.step), h.action, h.from_status, h.to_status, h.score"
               " from match_history h join records r on r.project_id = h.project_id and r.record_number = h.record_number",
    "events": "select data::json->>'monitorRecordId', type, data::json->'match'->>'qrCode', data::json->>'currentStatus' from events"
              " where type like 'match.%' or type like 'record.%' or type = 'profile.updated'",
}


def listed_names(kind):
    """A name of each profile of the demonstration lists."""
    names = {}
    for path in DEMO:
        for line in path.read_text().splitlines():
            profile = json.loads(line)
            if profile.get("kind") == kind:
                names.setdefault(profile["record"], profile["names"][0]["text"])
    return list(names.values())


def customers(count):
    """Every seventh is on a list."""
    listed = listed_names("person")
    return [{"id": f"c-{number}", "name": listed[number // 7 % len(listed)] if number % 7 == 0 else f"Nobody Whosoever {number}"}
            for number in range(count)]


def rows(url, text):
    done = subprocess.run(["psql", "-qAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", url, "-c", text], check=True, capture_output=True, text=True)
    return sorted(done.stdout.splitlines())


def state(url):
    """What the ledger holds, table by table; what writers of the test added is left out."""
    return {name: [row for row in rows(url, text) if not row.startswith("w")] for name, text in STATE.items()}


def differences(found, wanted):
    out = []
    for name in STATE:
        if found[name] != wanted[name]:
            lost = [row for row in wanted[name] if row not in set(found[name])]
            more = [row for row in found[name] if row not in set(wanted[name])]
            out.append(f"{name}: {len(found[name])} rows, a single server has {len(wanted[name])}; lost {lost[:3]}, more {more[:3]}")
    return out


class Node(Server):
    def freeze(self):
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self):
        os.kill(self.process.pid, signal.SIGCONT)

    def command(self, *arguments, without=(), **more):
        kept = self.settings
        self.settings = {name: value for name, value in kept.items() if name not in without}
        try:
            return super().command(*arguments, **more)
        finally:
            self.settings = kept

    def name(self):
        """As it stands in leases."""
        return f"{socket.gethostname()}:{self.data}"


class Cluster:
    def __init__(self, count, database, **more):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-shared-"))
        self.nodes = [Node({**SETTINGS, **more}, database) for _ in range(count)]
        for node in self.nodes:
            node.settings |= {"key_file": str(self.folder / "server.key"), "shared_directory": str(self.folder / "exchange")}

    def prepare(self):
        first = self.nodes[0]
        first.add_project("BANK", "Bank plc")
        first.add_user("BANK", "ana", PASSWORD)
        self.import_list(0, first)
        return self

    def start(self):
        for node in self.nodes:
            node.start()
        return self

    def import_list(self, month, node):
        """By whoever has a shell on that machine; gives the generation."""
        done = node.command("lists", "import", str(DEMO[month]), "--allow-shrink", "--allow-older", "--json")
        return json.loads(done.stdout)["generation"]

    def close(self):
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.go_on()
                node.kill()
            node.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Balancer:
    """Gives each request to the next server, as a load balancer does: one that takes no connection is passed over. A write carries
    an Idempotency-Key, so that it may be given to another server when there was no answer."""

    def __init__(self, nodes):
        self.nodes, self.turn, self.token = nodes, itertools.count(), None
        self.failed = []  # requests that a client without retries would have seen fail
        basic = base64.b64encode(f"ana:{PASSWORD}".encode()).decode()
        self.token = self.call("/svc/3.0/api/token/BANK", headers={"Authorization": "Basic " + basic})["access_token"]

    def ask(self, node, path, body=None, headers=None, method=None, timeout=20):
        connection = http.client.HTTPConnection(node.host, node.port, timeout=timeout)
        try:
            connection.connect()
        except OSError as problem:
            connection.close()
            raise Gone("no connection") from problem
        try:
            connection.request(method or ("GET" if body is None else "POST"), path, None if body is None else json.dumps(body),
                               {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def call(self, path, body=None, headers=None, method=None, seconds=60):
        given = dict(headers or {}, **({} if body is None else {"Idempotency-Key": str(uuid.uuid4())}))
        deadline = time.monotonic() + seconds
        while True:
            node = self.nodes[next(self.turn) % len(self.nodes)]
            try:
                status, answer = self.ask(node, path, body, given, method)
                if status == 200:
                    return answer
                problem = f"{status} {answer}"
                if status < 500 and status not in (401, 409, 429):
                    raise AssertionError(f"{path}: {problem}")
                self.failed.append(f"{path}: {problem}")
            except Gone as gone:
                problem = str(gone)
            except (OSError, ValueError, http.client.HTTPException) as gone:
                problem = repr(gone)
                self.failed.append(f"{path}: {problem}")
            if time.monotonic() > deadline:
                raise AssertionError(f"{path}: no server did it within {seconds} s: {problem}")
            time.sleep(0.02)

    def data(self, path, body=None):
        return self.call(path, body)["data"]

    def save(self, records):
        return self.data("/monitoring/individual/records/addOrUpdateMultiple", {"monitorRecords": records})

    def load(self, records):
        for at in range(0, len(records), 1000):
            self.save(records[at:at + 1000])

    def wait_until_screened(self, generation, seconds=90):
        """Returns when every server serves the generation and no record is behind."""
        deadline = time.monotonic() + seconds
        for node in self.nodes:
            while True:
                try:
                    status, answer = self.ask(node, "/monitoring/screening-status", timeout=10)
                    if status == 200 and answer["data"]["generation"] == generation and answer["data"]["status"] == "IDLE":
                        break
                except (Gone, OSError, ValueError, http.client.HTTPException) as problem:
                    answer = problem
                if time.monotonic() > deadline:
                    raise AssertionError(f"generation {generation} is not screened on {node.url} after {seconds} s: {answer}")
                time.sleep(0.05)


class Writer(threading.Thread):
    """Saves records one by one until it is told to stop; knows what was acknowledged."""

    def __init__(self, balancer, label):
        super().__init__()
        self.balancer, self.label, self.acknowledged, self.failure, self.stopping = balancer, label, [], None, False

    def run(self):
        try:
            while not self.stopping:
                name = f"w-{self.label}-{len(self.acknowledged)}"
                self.balancer.data("/monitoring/individual/records/addOrUpdateSingle", {"id": name, "name": "Nobody Whosoever"})
                self.acknowledged.append(name)
        except Exception as problem:  # told by the main thread
            self.failure = problem
