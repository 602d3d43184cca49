"""The program as an operator meets it: commands, settings, start, stop, restart, logs, files on disk.

Prints "N passed, N failed". Each check says what must be true.
"""
import base64
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zipfile
from xml.etree import ElementTree
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, PATIENCE, Postgres, Server, clean_environment  # noqa: E402

IDLE_CONNECTIONS = 10_000
REVOCATION_SECONDS = 3

checks = []


def check(function):
    checks.append(function)
    return function


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


def call(server, path, token=None, basic=None, body=None, headers=None):
    """(status, JSON body) of one request."""
    request = urllib.request.Request(server.url + path, data=body.encode() if body is not None else None)
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    if basic:
        request.add_header("Authorization", "Basic " + base64.b64encode(basic.encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        return answer.code, json.loads(answer.read())


def run(*arguments, environment=None, stdin=None):
    return subprocess.run([str(BINARY), *map(str, arguments)], capture_output=True, text=True, input=stdin,
                          env={**clean_environment(), **(environment or {})})


def wait_for_log(server, words):
    """Returns once the server has logged a line with these words."""
    deadline = time.monotonic() + PATIENCE
    while not any(words in line for line in server.log):
        expect(time.monotonic() < deadline, f"the log never says {words!r}:\n" + "\n".join(server.log[-5:]))
        time.sleep(0.01)


class Demo(Server):
    """A server with one project and one user."""
    password = "correct horse battery"

    def __enter__(self):
        self.add_project("DEMO", "Demo Bank plc")
        self.add_user("DEMO", "ana", self.password)
        return self.start()

    def __exit__(self, *_):
        self.close()

    def token(self):
        status, token = call(self, "/svc/3.0/api/token/DEMO", basic=f"ana:{self.password}")
        expect(status == 200, token)
        return token


@check
def help_names_every_command():
    text = run("--help").stdout
    for word in ("serve", "lists", "screen", "project", "user", "client", "compare", "verify", "audit", "backup", "restore", "settings"):
        expect(word in text, f"--help does not name {word}")
    expect(run("--version").stdout.startswith("vedette "), "--version")


@check
def settings_show_values_and_sources_and_hide_secrets():
    done = run("settings", "--json", "--listen", "127.0.0.1:1", environment={
        "VEDETTE_ENVIRONMENT": "uat", "VEDETTE_DATABASE": "postgresql://u:hidden-password@h/d"})
    rows = {row["name"]: row for row in json.loads(done.stdout)["settings"]}
    expect(rows["listen"]["value"] == "127.0.0.1:1" and rows["listen"]["from"] == "flag", rows["listen"])
    expect(rows["environment"]["from"] == "environment", rows["environment"])
    expect("hidden-password" not in done.stdout, "the database password is shown")


@check
def wrong_settings_stop_the_start_and_say_what_is_allowed():
    done = run("serve", environment={"VEDETTE_LISTN": "x"})
    expect(done.returncode == 2 and "listn" in done.stderr and "listen" in done.stderr, done.stderr)
    done = run("serve", "--max-connections", "0")
    expect(done.returncode == 2 and "max_connections" in done.stderr and "1 to 1000000" in done.stderr, done.stderr)
    done = run("serve", "--no-such-flag")
    expect(done.returncode == 2, done.stderr)
    done = run("serve", "--config", "/nowhere/vedette.toml")
    expect(done.returncode == 2 and "/nowhere/vedette.toml" in done.stderr, done.stderr)


@check
def a_settings_file_in_the_data_directory_is_read():
    server = Server()
    try:
        (server.data / "vedette.toml").write_text("environment = 'uat'\n")
        rows = json.loads(run("settings", "--json", "--data", server.data).stdout)["settings"]
        row = next(row for row in rows if row["name"] == "environment")
        expect(row["value"] == "uat" and row["from"] == "file", row)
    finally:
        server.close()


@check
def accounts_are_added_listed_and_refused_with_a_reason():
    server = Server()
    try:
        server.add_project("DEMO", "Demo Bank plc")
        again = server.command("project", "add", "DEMO", "--company", "X", check=False)
        expect(again.returncode == 1 and "DEMO" in again.stderr, again.stderr)
        short = server.command("user", "add", "--project", "DEMO", "--username", "u", stdin="short\n", check=False)
        expect(short.returncode == 1 and "8" in short.stderr, short.stderr)
        lost = server.command("user", "add", "--project", "NONE", "--username", "u", stdin="long enough\n", check=False)
        expect(lost.returncode == 1 and "NONE" in lost.stderr, lost.stderr)
        guessed = server.command("user", "add", "--project", "DEMO", "--username", "u", stdin="Summer2026!\n", check=False)
        expect(guessed.returncode == 1 and "guessers try first" in guessed.stderr, guessed.stderr)
        made = json.loads(server.command("user", "add", "--project", "DEMO", "--username", "u", "--generate", "--json").stdout)
        expect(len(made["password"]) >= 16 and made["role"] == "analyst", made)
        changed = server.command("user", "set-role", "--project", "DEMO", "--username", made["username"], "--role", "analyst")
        expect("is analyst now" in changed.stdout, changed.stdout)
        wrong = server.command("user", "set-role", "--project", "DEMO", "--username", made["username"], "--role", "boss", check=False)
        expect("--role must be analyst, auditor, admin or operator" in wrong.stderr, wrong.stderr)
        of = {user["username"]: user["role"] for user in json.loads(server.command("user", "list", "--project", "DEMO", "--json").stdout)["users"]}
        expect(of[made["username"]] == "analyst", of)
        server.command("user", "set-role", "--project", "DEMO", "--username", made["username"], "--role", "admin")
        users = json.loads(server.command("user", "list", "--project", "DEMO", "--json").stdout)["users"]
        expect([user["username"] for user in users] == ["u"] and "password" not in users[0], users)
        client = server.add_client("DEMO")
        expect(isinstance(client["client_id"], int) and len(client["client_secret"]) >= 40, client)
        table = server.command("client", "list", "--project", "DEMO").stdout
        expect(str(client["client_id"]) in table and client["client_secret"] not in table, table)
    finally:
        server.close()


@check
def accounts_may_change_while_the_server_runs():
    with Demo() as server:
        server.add_user("DEMO", "late", "added while serving")
        status, token = call(server, "/svc/3.0/api/token/DEMO", basic="late:added while serving")
        expect(status == 200, token)
        server.command("user", "disable", "--project", "DEMO", "--username", "late")
        deadline = time.monotonic() + REVOCATION_SECONDS
        while call(server, "/monitoring/datasets", token=token["access_token"])[0] != 401:
            expect(time.monotonic() < deadline, "the token of a disabled user still opens resources")
        status, _ = call(server, "/svc/3.0/api/token/DEMO", basic="late:added while serving")
        expect(status == 401, f"a disabled user signs in: {status}")


@check
def a_second_server_on_the_same_data_is_refused():
    with Demo() as server:
        second = run("serve", "--data", server.data, "--listen", "127.0.0.1:0")
        expect(second.returncode == 1 and str(server.process.pid) in second.stderr, second.stderr)


@check
def an_address_in_use_is_an_error_with_the_address():
    with Demo() as server:
        other = Server()
        try:
            done = run("serve", "--data", other.data, "--listen", server.address)
            expect(done.returncode == 1 and server.address in done.stderr, done.stderr)
        finally:
            other.close()


@check
def tokens_survive_a_restart_and_a_kill():
    with Demo() as server:
        token = server.token()
        expect(server.stop() == 0, "SIGTERM did not end with 0")
        server.start()
        expect(call(server, "/monitoring/datasets", token=token["access_token"])[0] == 200, "lost after a restart")
        later = server.token()
        server.kill()
        server.start()
        for kept in (token, later):
            expect(call(server, "/monitoring/datasets", token=kept["access_token"])[0] == 200, "lost after a kill")
        body = json.dumps({name: later[name] for name in ("refresh_token", "client_id", "client_secret")})
        expect(call(server, "/svc/3.0/api/refresh/", body=body)[0] == 200, "the refresh token was lost")


@check
def logs_are_json_lines_without_secrets():
    with Demo() as server:
        token = server.token()
        body = json.dumps({name: token[name] for name in ("refresh_token", "client_id", "client_secret")})
        fresh = call(server, "/svc/3.0/api/refresh/", body=body)[1]
        call(server, "/screening?search_type=individual&name=Canary%20Personname", token=fresh["access_token"],
             headers={"X-Canary": "canary-header"})
        call(server, "/svc/3.0/api/token/DEMO", basic="ana:canary-wrong-password")
        call(server, "/nowhere?x=canary-query%0d%0aforged")
        server.stop()
        secrets = [server.password, token["access_token"], token["refresh_token"], token["client_secret"], fresh["access_token"],
                   fresh["refresh_token"], "canary", "Canary", "Personname"]
        requests = 0
        for line in server.log:
            entry = json.loads(line)
            requests += "status" in entry
            for secret in secrets:
                expect(secret not in line, f"{secret} is in the log: {line}")
        expect(requests == 5, f"{requests} request lines for 5 requests:\n" + "\n".join(server.log))


@check
def secrets_are_not_readable_on_disk():
    with Demo() as server:
        token = server.token()
        body = json.dumps({name: token[name] for name in ("refresh_token", "client_id", "client_secret")})
        fresh = call(server, "/svc/3.0/api/refresh/", body=body)[1]
        secrets = [server.password, token["access_token"], token["refresh_token"], token["client_secret"],
                   fresh["access_token"], fresh["refresh_token"]]
        for path in server.data.rglob("*"):
            if not path.is_file():
                continue
            content = path.read_bytes()
            for secret in secrets:
                expect(secret.encode() not in content, f"a secret is in {path.name}")
            expect(path.stat().st_mode & 0o077 == 0, f"{path.name} can be read by others: {oct(path.stat().st_mode)}")
        (server.data / "server.key").chmod(0o644)
        server.stop()
        done = run("serve", "--data", server.data, "--listen", "127.0.0.1:0")
        expect(done.returncode == 1 and "server.key" in done.stderr, done.stderr)


@check
def a_crash_leaves_no_file_with_secrets():
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    try:
        with Demo() as server:
            limits = pathlib.Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()
            core = next(line.split() for line in limits if line.startswith("Max core file size"))
            expect(core[4:6] == ["0", "0"], core)
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


@check
def a_request_under_way_is_finished_when_the_server_is_asked_to_stop():
    with Demo() as server:
        body = json.dumps({"grant_type": "password"})
        with socket.create_connection((server.host, server.port), 20) as raw:
            raw.sendall(f"POST /api/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode())
            # The head has been read when another request on a new connection has been answered.
            call(server, "/health")
            server.process.terminate()
            wait_for_log(server, "stopping")
            raw.sendall(body.encode())
            answer = b""
            while chunk := raw.recv(65536):
                answer += chunk
        expect(answer.startswith(b"HTTP/1.1 400") and b"invalid_request" in answer, answer[:300])
        expect(b"\r\nConnection: close\r\n" in answer, answer[:300])
        expect(server.process.wait(30) == 0, "did not end with 0")


@check
def ten_thousand_idle_connections_do_not_disturb_others():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = IDLE_CONNECTIONS + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        print(f"skipped: ten thousand idle connections need {wanted} open files, the limit is {hard}")
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    with Demo({"max_connections_per_address": 0}) as server:
        idle = []
        try:
            for _ in range(IDLE_CONNECTIONS):
                idle.append(socket.create_connection((server.host, server.port), 20))
            token = server.token()
            for _ in range(50):
                expect(call(server, "/monitoring/datasets", token=token["access_token"])[0] == 200, "not served")
            idle[-1].sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            expect(idle[-1].recv(100).startswith(b"HTTP/1.1 200"), "an idle connection is dead")
            resident = int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            print(f"figure: {IDLE_CONNECTIONS} idle connections, {resident / 2**20:.0f} MiB resident")
        finally:
            for connection in idle:
                connection.close()


@check
def few_open_files_mean_fewer_connections_and_never_a_hang():
    server = Demo({"max_connections_per_address": 0})
    server.under = ["prlimit", "--nofile=96:96"]
    with server:
        wait_for_log(server, "leaves room for fewer connections")
        token = server.token()["access_token"]
        idle, refused = [], 0
        try:
            for _ in range(200):
                connection = socket.create_connection((server.host, server.port), 20)
                connection.settimeout(20)
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                try:
                    answer = connection.recv(4000)
                except ConnectionError:
                    answer = b""
                refused += not answer.startswith(b"HTTP/1.1 200")
                idle.append(connection)
            expect(refused > 100, f"{refused} of 200 refused with 96 open files")
        finally:
            for connection in idle:
                connection.close()
        expect(not any("cannot accept" in line for line in server.log), "ran out of open files")
        expect(call(server, "/monitoring/datasets", token=token)[0] == 200, "not served after the crowd has left")


@check
def no_room_for_connections_at_all_is_said_at_the_start():
    small = subprocess.run(["prlimit", "--nofile=16:16", str(BINARY), "serve", "--data", tempfile.mkdtemp(), "--listen", "127.0.0.1:0"],
                           capture_output=True, text=True, env=clean_environment(), timeout=PATIENCE)
    expect(small.returncode != 0 and "LimitNOFILE" in small.stderr + small.stdout, small.stderr)


def make_certificate(folder, name):
    """A self-signed certificate for localhost; (certificate file, key file)."""
    files = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout", files[1]],
                   check=True, capture_output=True)
    return files


def tls_names(server, certificate, version=None):
    """The subject of the certificate that the server shows, and the version of TLS spoken."""
    context = ssl.create_default_context(cafile=certificate)
    if version:
        context.minimum_version = context.maximum_version = version
    with socket.create_connection((server.host, server.port), 20) as raw:
        with context.wrap_socket(raw, server_hostname="localhost") as secure:
            secure.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = secure.recv(100)
            expect(answer.startswith(b"HTTP/1.1 200"), answer)
            return dict(pair[0] for pair in secure.getpeercert()["subject"])["commonName"], secure.version()


@check
def tls_is_served_by_setting_and_the_certificate_is_read_again_on_a_signal():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-tls-"))
    first, second = make_certificate(folder, "first"), make_certificate(folder, "second")
    live = folder / "live.pem", folder / "live.key"
    for source, target in zip(first, live):
        shutil.copy(source, target)
    server = Server({"tls_certificate": live[0], "tls_key": live[1]})
    try:
        server.start()
        expect(tls_names(server, first[0]) == ("first", "TLSv1.3"), "TLS 1.3")
        expect(tls_names(server, first[0], ssl.TLSVersion.TLSv1_2)[1] == "TLSv1.2", "TLS 1.2")
        for source, target in zip(second, live):
            shutil.copy(source, target)
        server.process.send_signal(signal.SIGHUP)
        wait_for_log(server, "certificate read again")
        expect(tls_names(server, second[0])[0] == "second", "the old certificate is still shown")
        expect(server.stop() == 0, "did not end with 0")
    finally:
        server.close()
        shutil.rmtree(folder)


@check
def without_tls_the_signal_to_read_the_certificate_again_is_no_error():
    with Demo() as server:
        server.process.send_signal(signal.SIGHUP)
        wait_for_log(server, "no TLS certificate")
        expect(not any('"level":"error"' in line for line in server.log), server.log)
        expect(call(server, "/health")[0] == 200, "not served after the signal")


@check
def slow_clients_are_cut_and_disturb_nobody():
    with Demo({"head_timeout_seconds": 1}) as server:
        slow = [socket.create_connection((server.host, server.port), 20) for _ in range(300)]
        try:
            for connection in slow:
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            for _ in range(50):
                expect(call(server, "/health")[0] == 200, "not served beside slow clients")
            for connection in slow:
                answer = b""
                while chunk := connection.recv(65536):
                    answer += chunk
                expect(answer.startswith(b"HTTP/1.1 408") and b'"REQUEST_TIMEOUT"' in answer, answer[:300])
        finally:
            for connection in slow:
                connection.close()


@check
def a_burst_of_password_guesses_holds_up_nobody_who_has_a_token():
    with Demo() as server:
        token = server.token()["access_token"]
        guesses = [socket.create_connection((server.host, server.port), 20) for _ in range(100)]
        try:
            for number, connection in enumerate(guesses):
                guess = base64.b64encode(f"user{number}:wrong password".encode()).decode()
                connection.sendall(f"GET /svc/3.0/api/token/DEMO HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {guess}\r\n\r\n".encode())
            expect(call(server, "/health")[0] == 200, "the server does not say that it lives")
            expect(call(server, "/monitoring/countries", token=token)[0] == 200, "a token is not served")
            refused = sum('"status":401' in line for line in list(server.log))
            expect(refused < len(guesses) / 2, f"{refused} guesses were answered first")
        finally:
            for connection in guesses:
                connection.close()


@check
def expired_rows_are_all_removed_however_many_there_are():
    with Demo() as server:
        server.stop()
        rows = 2_500
        with contextlib.closing(sqlite3.connect(server.data / "ledger.db")) as ledger:
            ledger.executemany("insert into login_throttles (key_sha256, blocked_until) values (?, 1)",
                               [(number.to_bytes(32, "big"),) for number in range(rows)])
            ledger.commit()
            server.start()
            deadline = time.monotonic() + PATIENCE
            while left := ledger.execute("select count(*) from login_throttles").fetchone()[0]:
                expect(time.monotonic() < deadline, f"{left} of {rows} expired rows are still there")
                time.sleep(0.05)


def processes_of(postgres):
    """The process ids of a private PostgreSQL: the first one and its children."""
    first = int((postgres.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [first, *map(int, children)]


@check
def health_is_answered_while_the_database_hangs():
    postgres = Postgres()
    try:
        server = Demo({"worker_threads": 4}, postgres.new_database())
        with server:
            tokens = [server.token()["access_token"] for _ in range(12)]
            frozen = processes_of(postgres)
            for process in frozen:
                os.kill(process, signal.SIGSTOP)
            try:
                # Revocation reaches every node within a second, so that each token is looked up again.
                time.sleep(1)
                stuck = [threading.Thread(target=lambda token=token: call(server, "/monitoring/datasets", token=token), daemon=True)
                         for token in tokens]
                for thread in stuck:
                    thread.start()
                status, answer = call(server, "/health")
                expect(status == 200, answer)
                status, answer = call(server, "/ready")
                expect(status == 503 and "ledger" in str(answer), answer)
                expect(any(thread.is_alive() for thread in stuck), "nothing waited for the database: the check shows nothing")
            finally:
                for process in frozen:
                    os.kill(process, signal.SIGCONT)
            for thread in stuck:
                thread.join(30)
    finally:
        postgres.close()


def demo_list(folder, name, count):
    """A list file of our own format with invented people."""
    path = folder / name
    with path.open("w") as out:
        for number in range(count):
            out.write(json.dumps({"kind": "person", "list": "house", "record": str(number), "datasets": "SAN-CURRENT",
                                  "births": ["1961"], "names": [{"text": f"Zebulon Quarterstaff{'abcdefghij'[number % 10]}"}]}) + "\n")
    return path


@check
def an_import_is_accounted_for_and_a_running_server_takes_it_over():
    with Demo() as server:
        expect(call(server, "/ready")[0] == 503, "ready without a catalogue")
        done = server.command("lists", "import", str(demo_list(server.data, "one.jsonl", 10)), "--json")
        report = json.loads(done.stdout)
        expect(report["generation"] == 1, report)
        account = report["lists"][0]
        expect((account["list"], account["records"], account["accepted"], account["rejected"]) == ("house", 10, 10, 0), account)
        deadline = time.monotonic() + PATIENCE
        while call(server, "/ready")[0] != 200:
            expect(time.monotonic() < deadline, "the server did not take the generation over")
        data = call(server, "/ready")[1]["data"]
        expect(data["generation"] == 1 and data["lists"][0]["list"] == "house" and data["stale"] == [], data)
        refused = server.command("lists", "import", str(demo_list(server.data, "two.jsonl", 3)), check=False)
        expect(refused.returncode == 1 and "shrink" in refused.stderr, refused.stderr)
        (server.data / "page.xml").write_text("<!doctype html><html>no list</html>")
        refused = server.command("lists", "import", str(server.data / "page.xml"), check=False)
        expect(refused.returncode == 1, "an HTML page was imported")
        expect(call(server, "/ready")[1]["data"]["generation"] == 1, "a refused import changed what serves")
        status = json.loads(server.command("lists", "status", "--json").stdout)
        expect(status["kept"] == [1] and status["lists"][0]["records"] == 10, status)


@check
def the_catalogue_is_searched_and_verified_from_the_terminal():
    server = Server()
    try:
        empty = server.command("screen", "Anyone", check=False)
        expect(empty.returncode == 1 and "lists import" in empty.stderr, empty.stderr)
        server.command("lists", "import", str(demo_list(server.data, "one.jsonl", 10)))
        found = json.loads(server.command("screen", "QUARTERSTAFFC, Zebulon", "--json").stdout)
        expect(found["hits"][0]["score"] == 100 and found["hits"][0]["match"] == "Zebulon Quarterstaffc", found)
        expect("no match" in server.command("screen", "Somebody Else").stdout, "a stranger matched")
        report = json.loads(server.command("verify", "--queries", "200", "--seed", "7", "--json").stdout)
        expect(report["queries"] == 200 and report["differences"] == [], report)
        file = next((server.data / "catalogue").glob("generation-*.vedcat"))
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.chmod(0o600)
        file.write_bytes(content)
        broken = server.command("verify", check=False)
        expect(broken.returncode == 1 and broken.stderr, "a damaged catalogue passes")
        (server.data / "one.csv").write_text("name\nZebulon Quarterstaffc\n")
        for words in (["screen", "Zebulon Quarterstaffc"], ["screen", "--csv", str(server.data / "one.csv")]):
            broken = server.command(*words, check=False)
            expect(broken.returncode == 1 and "damaged" in broken.stderr, f"{words} searched a damaged catalogue: {broken}")
        broken = server.command("doctor", check=False)
        expect(broken.returncode != 0 and "damaged" in broken.stdout, f"doctor is content with a damaged catalogue: {broken.stdout}")
    finally:
        server.close()


DEMO_LIST = str(HERE.parent.parent / "data" / "demo" / "vedette-demo-2026-01.jsonl")
CUSTOMERS = """Date of Birth,Customer ID,Full Name,Country,Type,Branch
1959-01-31,C1,Rupert Fenwright,GB,individual,North
,C2,Kestrel Harbour Shipping Ltd.,,company,North
,C3,Nobody Unlisted,,,
1/3/1959,C4,Rupert Fenwright,,,
,C5,,,,
,=C6,<i>Barnaby Thistlewick,gb;ie,,"a ""b\"""
"""


@check
def a_file_of_customers_is_screened_from_the_terminal():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        customers, out, report = (str(server.data / name) for name in ("c.csv", "out", "report.html"))
        pathlib.Path(customers).write_text(CUSTOMERS)
        done = server.command("screen", "--csv", customers, "--report", report, check=False)
        expect(done.returncode == 1, "rows were not screened, and a nightly job takes the run for clean")
        rows = list(csv.DictReader(done.stdout.splitlines()))
        expect({row["key"]: row["status"] for row in rows if row["key"] in ("C3", "C4", "C5")} == {"C3": "clear", "C4": "hit", "C5": "error"}, rows)
        expect(next(row for row in rows if row["key"] == "C4")["note"].startswith("dob '1/3/1959' is not a date that can be read in one way only (1965-10-31, "), rows)
        first = rows[0]
        expect((first["dob"], first["birth_date"]) == ("1959-01-31", "sameDay") and rows[-1]["birth_date"] == "", "the customer's birth date is not beside the hit's")
        expect((first["key"], first["score"], first["listed_name"], first["born"]) == ("C1", "100", "Rupert Fenwright", "1959-01-31"), first)
        expect([row["type"] for row in rows if row["key"] == "C3"] == ["both"] and first["listed_type"] == "individual", "nobody said what C3 is, and the answer does not tell that it was searched as either")
        expect(any(row["key"] == "C2" and row["datasets"] == "SAN-CURRENT" for row in rows), rows)
        expect(rows[-1]["key"] == "'=C6", "a cell that a spreadsheet would run is not made harmless")
        expect("not used: Branch, Country" in done.stderr and "4 with hits" in done.stderr and "1 not screened" in done.stderr and "are not clear" in done.stderr, done.stderr)
        expect("stale" not in done.stderr, "a list that was read just now is called stale")
        page = pathlib.Path(report).read_text()
        expect("<th>Columns that are not used</th><td>Branch, Country (see --countries-from-file)</td>" in page, "the report does not name the columns that are not used")
        expect("<th>Countries</th><td>all</td>" in page and "stale</span>" not in page, "the report says of countries or ages what is not true")
        for words in ("Rupert Fenwright", "&lt;i&gt;Barnaby", "generation 1", "vedette-demo", "They are not clear", "type not known, searched as individual and business", "(3 names were searched in both families)", "Searched without a field", "(same day)", "identical after normalisation"):
            expect(words in page, f"the report does not say {words}")
        expect("<script" not in page and "http" not in re.sub(r"https?://example.org[^<]*", "", page), "the report needs something from elsewhere")
        server.command("screen", "--csv", customers, "--out", out, "--format", "ndjson", check=False)
        lines = [json.loads(line) for line in pathlib.Path(out).read_text().splitlines()]
        expect([line["key"] for line in lines] == ["C1", "C2", "C3", "C4", "C5", "=C6"], lines)
        server.command("screen", "--csv", customers, "--out", out, "--format", "json", check=False)
        expect(json.loads(pathlib.Path(out).read_text()) == lines, "json and ndjson differ")
        expect(not pathlib.Path(out + ".partial").exists(), "the partial file stays after the end")
        server.command("screen", "--csv", customers, "--countries-from-file", "--out", out, "--report", report, check=False)
        expect("of each customer those that the file says" in pathlib.Path(report).read_text(), "the report does not tell that the file's countries were used")
        cut = server.data / "cut.csv"
        cut.write_text('name\nFenwright, Rupert\n"Fenwright, Rupert"\n')
        done = server.command("screen", "--csv", str(cut), "--type", "individual", check=False)
        rows = [(row["status"], row["error"]) for row in csv.DictReader(done.stdout.splitlines())]
        expect(rows[0] == ("error", "row 1 has 2 cells, the header 1: a comma within a value needs quotes around the value") and rows[1][0] == "hit", rows)
        expect(done.returncode == 1 and "0 clear, 1 not screened" in done.stderr, f"half a name was searched, and the customer is called clear: {done}")
        no_names = server.data / "no.csv"
        no_names.write_text("a,b\n1,2\n")
        refused = server.command("screen", "--csv", str(no_names), check=False)
        expect(refused.returncode == 1 and "no column has names" in refused.stderr, refused.stderr)
        no_names.write_text("id;Nombre;Primer apellido;Segundo apellido\n1;Rupert;Fenwright;Gone\n")
        rows = list(csv.DictReader(server.command("screen", "--csv", str(no_names), check=False).stdout.splitlines()))
        expect(rows[0]["name"] == "Rupert Fenwright Gone", rows)
        no_names.write_text("id;Name;Maiden name\n1;Rupert Fenwright;Gone\n")
        for refused in (server.command("screen", "--csv", str(no_names), check=False), server.command("records", "import", str(no_names), "--project", "default", check=False)):
            expect(refused.returncode == 1 and "Maiden name looks like a part of the customers' names" in refused.stderr, refused.stderr)
    finally:
        server.close()


@check
def half_a_name_is_not_called_clear_without_a_word():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        server.add_project("DEMO", "Demo Bank plc")
        customers, report = server.data / "c.csv", server.data / "report.html"
        customers.write_text("id,First,Middle,Last,type\nC1,,,Fenwrightson,individual\nC2,Nobody,,Unlisted,individual\nC3,,,Kestrelling,business\n")
        done = server.command("screen", "--csv", str(customers), "--report", str(report))
        notes = {row["key"]: (row["status"], row["note"]) for row in csv.DictReader(done.stdout.splitlines())}
        expect(notes["C1"][0] == "clear" and "single word" in notes["C1"][1] and notes["C2"][1] == notes["C3"][1] == "", notes)
        expect("1 names are a single word" in done.stderr, done.stderr)
        expect("Searched by a part of the name" in report.read_text(), "the report calls half a name clear")
        imported = server.command("records", "import", str(customers), "--project", "DEMO")
        expect("1 records have a name of a single word" in imported.stdout, imported.stdout)
    finally:
        server.close()


@check
def hits_of_a_customer_that_are_not_written_are_told():
    server = Server()
    try:
        many, customers, out, report = (server.data / name for name in ("many.jsonl", "c.csv", "out", "report.html"))
        many.write_text('{"listHeader": {"list": "many", "name": "Many"}}\n' + "".join(
            f'{{"list": "many", "record": "{i}", "names": [{{"text": "Rupert Fenwright"}}]}}\n' for i in range(120)))
        server.command("lists", "import", str(many))
        customers.write_text("id,name\nC1,Rupert Fenwright\nC2,Nobody Unlisted\n")
        done = server.command("screen", "--csv", str(customers), "--out", str(out), "--report", str(report))
        rows = list(csv.DictReader(out.read_text().splitlines()))
        expect(len(rows) == 101 and rows[0]["total"] == "120" and rows[0]["note"] == "the first 100 of 120 hits, --limit raises it", rows[0])
        expect(rows[-1]["note"] == "", rows[-1])
        expect("20 hits of 1 names were not written" in done.stderr and "--limit" in done.stderr, done.stderr)
        page = report.read_text()
        expect("the first 100 of 120 hits" in page and "20 hits are left out" in page, "the report passes over hits that it does not show")
        done = server.command("screen", "--csv", str(customers), "--format", "ndjson", "--limit", "7")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        expect([line.get("warnings") for line in lines] == [["HITS_CUT"], None] and len(lines[0]["hits"]) == 7, lines)
        whole = server.command("screen", "--csv", str(customers), "--limit", "120", "--report", str(report))
        customers.write_text("id,name,type\nC1,Nobody Unlisted,B\nC1,Nobody Unlisted,I\nC2,Nobody Else,I\nC2,Nobody Else,I\n,,\n")
        twice = server.command("screen", "--csv", str(customers))
        expect("1 rows have an id that stands in the file before, the first of them C2" in twice.stderr and "4 names: " in twice.stderr, twice.stderr)
        expect("not written" not in whole.stderr and len(whole.stdout.splitlines()) == 122 and "the first" not in whole.stdout, whole.stderr)
        expect("120 hits" in report.read_text() and "the first 1" not in report.read_text(), "the report says that hits are missing")
        expect("20 of 120 matches" in server.command("screen", "Rupert Fenwright").stdout, "one name fills more than a screen")
    finally:
        server.close()


@check
def a_customer_of_unknown_type_is_searched_as_individual_and_business():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        customers = server.data / "c.csv"
        customers.write_text("id,name\nC1,Kestrel Harbour Shipping Ltd.\nC2,Rupert Fenwright\nC3,Nobody Unlisted\n")
        done = server.command("screen", "--csv", str(customers))
        seen = {(row["key"], row["type"], row["status"], row["listed_type"]) for row in csv.DictReader(done.stdout.splitlines())}
        expect({("C1", "both", "hit", "business"), ("C2", "both", "hit", "individual"), ("C3", "both", "clear", "")} <= seen, seen)
        expect("3 names have no type" in done.stderr, done.stderr)
        told = server.command("screen", "--csv", str(customers), "--type", "business")
        seen = {(row["key"], row["type"], row["status"]) for row in csv.DictReader(told.stdout.splitlines())}
        expect(seen == {("C1", "business", "hit"), ("C2", "business", "clear"), ("C3", "business", "clear")} and "no type" not in told.stderr, seen)
        expect("Kestrel" in server.command("screen", "Kestrel Harbour Shipping").stdout, "one name without --type is not searched among businesses")
        expect("among individuals" in server.command("screen", "Kestrel Harbour Shipping", "--type", "individual").stdout, "no word of where it was searched")
    finally:
        server.close()


@check
def a_file_of_customers_may_have_semicolons_or_tabs():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        customers = server.data / "c.csv"
        for separator in (";", "\t"):
            customers.write_text(f'Id{separator}"Name; of, customer"{separator}Full Name\nC1{separator}x{separator}Rupert Fenwright\n')
            done = server.command("screen", "--csv", str(customers))
            rows = list(csv.DictReader(done.stdout.splitlines()))
            expect({(row["key"], row["status"]) for row in rows} == {("C1", "hit")}, rows)
        customers.write_text("Id,Name\nC1,Rupert Fenwright\n", encoding="utf-16")
        wide = server.command("screen", "--csv", str(customers))
        expect("was read as UTF-16LE" in wide.stderr and "C1,Rupert Fenwright" in wide.stdout, wide.stderr)
    finally:
        server.close()


def sheet_of(rows):
    """The bytes of an .xlsx workbook with these rows as texts."""
    cells = "".join("<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(each)}</t></is></c>' for each in row) + "</row>" for row in rows)
    parts = {"xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Kunden" r:id="a"/></sheets></workbook>',
             "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/s.xml"/></Relationships>',
             "xl/worksheets/s.xml": f"<worksheet><sheetData>{cells}</sheetData></worksheet>"}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            book.writestr(name, content)
    return packed.getvalue()


def rows_of(path):
    """The texts of each row of a workbook that Vedette wrote."""
    with zipfile.ZipFile(path) as book:
        expect(book.testzip() is None, "the workbook is damaged")
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    return [["".join(cell.itertext()) for cell in row.iter() if cell.tag.endswith("}c")] for row in sheet.iter() if row.tag.endswith("}row")]


@check
def a_workbook_of_customers_is_screened_imported_and_handed_back():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        book, out, rejected = (server.data / name for name in ("kunden.xlsx", "hits.xlsx", "rejected.xlsx"))
        book.write_bytes(sheet_of([["Kundennr", "Bezeichnung", "Geburtsdatum", "Typ"], ["C1", "Rupert Fenwright", "31/10/1965", "Privatkunde"],
                                   ["C2", "Nobody Unlisted", "03/04/1970", "Privatkunde"], ["C3", "", "", "Firma"]]))
        refused = server.command("screen", "--csv", str(book), check=False)
        expect(refused.returncode == 1 and "--map name=COLUMN" in refused.stderr, refused.stderr)
        done = server.command("screen", "--csv", str(book), "--map", "name=Bezeichnung", "--out", str(out), "--rejected", str(rejected), check=False)
        expect(done.returncode == 1 and "with the day first, as line 2 shows (31/10/1965)" in done.stderr, done.stderr)
        heading, *hits = rows_of(out)
        seen = [dict(zip(heading, row)) for row in hits]
        customers = list(dict.fromkeys((row["key"], row["dob"], row["status"]) for row in seen))
        expect(customers == [("C1", "1965-10-31", "hit"), ("C2", "1970-04-03", "clear"), ("C3", "", "error")], seen)
        left = rows_of(rejected)
        expect(left[0] == ["Kundennr", "Bezeichnung", "Geburtsdatum", "Typ", "Not taken because"] and len(left) == 2 and left[1][0] == "C3" and "name" in left[1][4], left)
        server.command("project", "add", "first-day", "--company", "Bank")
        mapping = server.data / "columns.toml"
        mapping.write_text('[columns]\nname = "Bezeichnung"\n')
        imported = server.command("records", "import", str(book), "--project", "first-day", "--mapping", str(mapping), "--rejected", str(rejected), "--json", check=False)
        account = json.loads(imported.stdout)
        expect((account["created"], account["refused"], len(account["notes"])) == (2, 1, 1), account)
        expect([row[0] for row in rows_of(rejected)] == ["Kundennr", "C3"], rows_of(rejected))
        wrong = server.command("screen", "--csv", str(book), "--map", "shoe=Typ", check=False)
        expect("no field 'shoe'" in wrong.stderr and "the fields are id, name" in wrong.stderr, wrong.stderr)
    finally:
        server.close()


@check
def a_person_is_erased_with_a_certificate_and_again_after_a_restore():
    server = Demo()
    server.command("lists", "import", DEMO_LIST)
    with server:
        customers, certificate = server.data / "c.csv", server.data / "erased.json"
        customers.write_text("id,name,type\nC-1,Rupert Fenwright,I\nC-2,Nobody Unlisted,I\n")
        importing = ("records", "import", str(customers), "--project", "DEMO")
        server.command(*importing)
        token = server.token()["access_token"]
        ref = call(server, "/screening?search_type=individual&name=RUPERT%20Fenwright", token)[1]["data"]["ref"]
        erasing = ("erase", "--project", "DEMO", "--record", "C-1", "--name", "Rupert Fenwright")
        counted = json.loads(server.command(*erasing, "--dry-run", "--json").stdout)
        expect(counted["dryRun"] and counted["erased"]["records"] == 1 and counted["erased"]["searches"] == 1, counted)
        expect(call(server, f"/screening/searches/{ref}", token)[0] == 200, "a dry run erased a search")
        done = server.command(*erasing, "--certificate", str(certificate))
        expect("1 records" in done.stdout and "1 searches" in done.stdout, done.stdout)
        status, answer = call(server, f"/screening/searches/{ref}", token)
        expect((status, answer["error"]["code"]) == (410, "SEARCH_ERASED"), answer)
        expect("erasure-certificate" in server.command("verify", str(certificate)).stdout, "the certificate does not hold")
        expect("Fenwright" not in certificate.read_text() and "C-1" not in certificate.read_text(), "the certificate tells the name")
        expect(server.command("verify", "--queries", "5").returncode == 0, "verify complains")
        expect("has nothing of this person" in server.command(*erasing).stdout, "something is left")
        server.command(*importing)
        again = json.loads(server.command("erase", "--project", "DEMO", "--again", str(certificate), "--json").stdout)
        expect(again["erased"]["records"] == 1, again)
        unsaid = server.command("erase", "--project", "DEMO", check=False)
        expect(unsaid.returncode == 1 and "say whose data" in unsaid.stderr, unsaid.stderr)


OLD_LIST = """{"listHeader": {"list": "un-sc", "name": "UN Security Council", "date": "2020-01-31"}}
{"list": "un-sc", "record": "1", "names": [{"text": "Rupert Fenwright"}]}
"""


@check
def stale_lists_are_told_wherever_names_are_screened():
    server = Server()
    try:
        old, customers, report = (server.data / name for name in ("old.jsonl", "c.csv", "report.html"))
        old.write_text(OLD_LIST)
        customers.write_text("id,name\nC1,Nobody Unlisted\n")
        server.command("lists", "import", DEMO_LIST, str(old))
        undated = server.data / "undated.jsonl"
        undated.write_text(OLD_LIST.replace("un-sc", "ofac-sdn").replace(', "date": "2020-01-31"', ""))
        server.command("lists", "import", str(undated))
        status = server.command("lists", "status").stdout
        expect("ofac-sdn does not say when it was published" in status and "un-sc does not say" not in status and re.search(r"ofac-sdn .* -  .* 0 h\?", status), status)
        expect([row["undated"] for row in json.loads(server.command("lists", "status", "--json").stdout)["lists"] if row["list"] == "ofac-sdn"] == [True], "a list without a date of publication looks new")
        one = server.command("screen", "Nobody Unlisted")
        expect("stale: un-sc (" in one.stderr and "vedette-demo" not in one.stderr, one.stderr)
        expect(json.loads(server.command("screen", "Nobody Unlisted", "--json").stdout)["staleLists"] == ["un-sc"], "the answer as JSON does not name the stale list")
        many = server.command("screen", "--csv", str(customers), "--report", str(report))
        expect("stale: un-sc (" in many.stderr, many.stderr)
        page = report.read_text()
        expect("Attention: these lists are stale: un-sc (" in page and page.count("stale</span>") == 1, "the report is signed without a word of the old list")
    finally:
        server.close()


def kill_at_the_report(server, customers, out):
    """Kills a bulk screening after its last name: its report goes to a pipe that nobody reads."""
    pipe, partial = server.data / "pipe", pathlib.Path(str(out) + ".partial")
    os.mkfifo(pipe)
    process = subprocess.Popen([str(BINARY), "screen", "--csv", str(customers), "--out", str(out), "--report", str(pipe), "--data", str(server.data)],
                               env=clean_environment(), stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    while not (partial.exists() and partial.read_bytes().count(b"\n") == 1501):
        expect(time.monotonic() < deadline, "the names were never searched")
        time.sleep(0.01)
    process.kill()
    process.wait()
    return partial


@check
def a_broken_off_bulk_screening_goes_on_where_it_stopped():
    server = Server()
    try:
        server.command("lists", "import", DEMO_LIST)
        customers, out = server.data / "c.csv", server.data / "out"
        names = ["Rupert Fenwright", "Nobody Unlisted", "Barnaby Thistlewick"]
        customers.write_text("id,name\n" + "".join(f"{i},{names[i % 3]}\n" for i in range(1500)))
        server.command("screen", "--csv", str(customers), "--out", str(out))
        whole = out.read_text()
        partial = kill_at_the_report(server, customers, out)
        lines = partial.read_text().splitlines(keepends=True)
        partial.write_text("".join(lines[:701]) + lines[701][:40])
        again = server.command("screen", "--csv", str(customers), "--out", str(out))
        expect("continuing after 700 names" in again.stderr, again.stderr)
        expect(out.read_text() == whole, "the continued run differs from a whole one")
        expect(not partial.exists(), "the partial file stays after the end")
        partial.write_text("".join(lines[:10]))
        other = ("screen", "--csv", str(customers), "--out", str(out), "--threshold", "90")
        refused = server.command(*other, check=False)
        expect(refused.returncode == 1 and "--restart" in refused.stderr, refused.stderr)
        server.command(*other, "--restart")
    finally:
        server.close()


@check
def a_batch_is_streamed_line_by_line():
    server = Demo()
    server.command("lists", "import", DEMO_LIST)
    with server:
        token = server.token()["access_token"]
        items = [{"key": str(i), "name": ["Rupert Fenwright", "Nobody Unlisted"][i % 2]} for i in range(1000)]
        body = json.dumps({"search_type": "individual", "threshold": 95, "items": items}).encode()
        headers = {"Authorization": "Bearer " + token, "Accept": "application/x-ndjson", "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(server.url + "/screening/batch", data=body, headers=headers)) as answer:
            expect(answer.headers["Content-Type"] == "application/x-ndjson", answer.headers)
            reference = answer.headers["X-Search-Ref"]
            lines = [json.loads(line) for line in answer]
        expect([line["key"] for line in lines] == [str(i) for i in range(1000)], "keys are not in order")
        expect(all((line["total"] > 0) == (i % 2 == 0) for i, line in enumerate(lines)), "an answer is another name's")
        status, record = call(server, f"/screening/searches/{reference}?limit=1000", token)
        expect(status == 200 and record["data"]["complete"] and len(record["data"]["items"]) == 1000, record["data"].get("itemCount"))


@check
def compare_explains_a_score():
    done = run("compare", "V. Putin", "Vladimir Putin", "--json")
    answer = json.loads(done.stdout)
    expect(answer["score"] >= 80, answer)
    done = run("compare", "--csv", "-", stdin="note,schema,name1,name2\nfirst,Person,Ann Lee,Anne Lee\nsecond,Person,Ann Lee,Juan Gomez\n")
    rows = [line.split(",") for line in done.stdout.splitlines()]
    expect(rows[0] == ["note", "schema", "name1", "name2", "score"], rows)
    expect(int(rows[1][4]) >= 80 > int(rows[2][4]), rows)
    expect(run("compare", "only one").returncode == 2, "one name alone is accepted")


@check
def compare_weighs_whole_entities():
    def side(number, birth):
        return {"id": f"p-{number}", "schema": "Person", "caption": "Zelimkhan Qadhafuddin", "datasets": [f"list_{number}"],
                "properties": {"name": ["Zelimkhan Qadhafuddin"], "birthDate": [birth]}}
    lines = [{"left": side(1, "1961-07-14"), "right": side(2, other), "note": "kept"} for other in ("1961-07-14", "1985-02-03")]
    done = run("compare", "--entities", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    same, other = (json.loads(line) for line in done.stdout.splitlines())
    expect(same["score"] == other["score"] == 100 and same["note"] == "kept", same)
    expect(same["confidence"] > 90 > 50 > other["confidence"], (same["confidence"], other["confidence"]))
    terms = {term["attribute"]: term for term in other["evidence"]["terms"]}
    expect(terms["birthDate"]["outcome"] == "conflicts" and terms["birthDate"]["contribution"] < 0, terms)
    done = run("compare", "--entities", "-", stdin='{"left": {}}\n')
    expect(done.returncode != 0 and "line 1" in done.stderr and "left" in done.stderr, done.stderr)


def main():
    wanted = sys.argv[1:]
    passed = failed = 0
    for function in checks:
        if wanted and not any(word in function.__name__ for word in wanted):
            continue
        try:
            function()
            passed += 1
        except Exception as problem:  # whatever went wrong is this check's failure, the others go on
            failed += 1
            print(f"FAIL {function.__name__.replace('_', ' ')}: {type(problem).__name__}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
