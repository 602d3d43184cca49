"""Starts the real things that black-box tests talk to: the server, and a private PostgreSQL."""
import base64
import contextlib
import fcntl
import http.client
import json
import os
import pathlib
import pwd
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = pathlib.Path(os.environ.get("VEDETTE_TEST_BINARY", ROOT / "build" / "release" / "vedette"))
# What has not come by then never comes. Long, because machines are slow and other suites run beside: no test
# is about how soon something happens unless it says so.
PATIENCE = 120


def clean_environment():
    """The caller's environment without settings of ours, so that tests see the defaults."""
    return {name: value for name, value in os.environ.items() if not name.startswith("VEDETTE_")}


def chosen_seed():
    """What a random run starts from: the given one, so that a run can be repeated, or a new one."""
    return int(os.environ.get("VEDETTE_TEST_SEED") or random.randrange(1 << 30))


class Checks:
    """Counts what held and says what did not."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, title, condition, detail=""):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {title}: {detail}")


class Postgres:
    """A PostgreSQL cluster in a temporary folder, on a unix socket, gone when it is closed."""

    def __init__(self):
        versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not versions:
            raise RuntimeError("PostgreSQL is not installed; script/bootstrap test installs it")
        self.bin = versions[-1]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-pg-"))
        self.as_user = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.as_user = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups", "--"]
        self._run("initdb", "-D", self.folder / "data", "-U", "vedette", "-A", "trust", "-E", "UTF8", "--locale=C")
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log",
                  "-o", f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'", "start")
        self.databases, self.making = 0, threading.Lock()
        self.primary, self.standby = True, False

    def _run(self, program, *arguments):
        command = [*self.as_user, str(self.bin / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stdout}{done.stderr}")

    def new_database(self, like=None):
        """The URL of a fresh database: an empty one, or a copy of the one at the given URL."""
        with self.making:  # two copies of one database at a time are refused
            self.databases += 1
            name = f"ledger{self.databases}"
            template = ["-T", like.partition("@/")[2].partition("?")[0]] if like else []
            self._run("createdb", "-h", self.folder, "-U", "vedette", *template, name)
        return f"postgresql://vedette@/{name}?host={self.folder}"

    # A standby that has every commit before it is acknowledged; it listens beside the primary, on the next port.

    def with_standby(self, url):
        """The URL of a database for those who go on when the standby is promoted."""
        return f"{url},{self.folder}&port=5432,5433&target_session_attrs=read-write"

    def at_standby(self, url):
        return f"{url}&port=5433"

    def start_standby(self):
        self._run("pg_basebackup", "-h", self.folder, "-U", "vedette", "-D", self.folder / "standby", "-R", "-X", "stream", "-c", "fast")
        self._run("pg_ctl", "-D", self.folder / "standby", "-w", "-l", self.folder / "standby.log",
                  "-o", f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c port=5433", "start")
        self._run("psql", "-h", self.folder, "-U", "vedette", "postgres", "-c", "alter system set synchronous_standby_names = '*'",
                  "-c", "select pg_reload_conf()")
        self.standby = True

    def kill_primary_and_promote(self):
        """The primary is gone from one moment to the next."""
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")
        # The new primary has no standby of its own to wait for.
        (self.folder / "standby" / "postgresql.auto.conf").open("a").write("synchronous_standby_names = ''\n")
        self._run("pg_ctl", "-D", self.folder / "standby", "-w", "promote")
        self.primary = False

    def close(self):
        try:
            for name in ["data"] * self.primary + ["standby"] * self.standby:
                self._run("pg_ctl", "-D", self.folder / name, "-m", "immediate", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """One `vedette serve` on a port of its own, with a data directory of its own."""

    def __init__(self, settings=None, database=None):
        self.data = pathlib.Path(tempfile.mkdtemp(prefix="vedette-test-"))
        self.settings = {"data": str(self.data), **({"database": database} if database else {})}
        self.extra = dict(settings or {})
        self.environment = {}  # more for the server's process alone
        self.under = []        # a command that the server is started by, such as prlimit
        self.process = None
        self.log = []

    def command(self, *arguments, stdin=None, check=True):
        """Runs `vedette ...` on this installation; gives what it printed."""
        words = [str(BINARY), *arguments]
        for name, value in self.settings.items():
            words += ["--" + name.replace("_", "-"), value]
        done = subprocess.run(words, input=stdin, capture_output=True, text=True, env=clean_environment())
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
        return done

    def add_project(self, code, company):
        self.command("project", "add", code, "--company", company)

    def add_user(self, project, username, password, role="admin"):
        self.command("user", "add", "--project", project, "--username", username, "--role", role, stdin=password + "\n")

    def add_client(self, project):
        return json.loads(self.command("client", "add", "--project", project, "--json").stdout)

    def start(self):
        words = [*self.under, str(BINARY), "serve"]
        for name, value in {**self.settings, "listen": "127.0.0.1:0", **self.extra}.items():
            words += ["--" + name.replace("_", "-"), str(value)]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, errors="replace",
                                        env={**clean_environment(), **self.environment})
        # A server that logs faster than we are given time to read must not wait for us.
        with contextlib.suppress(OSError):
            fcntl.fcntl(self.process.stderr, fcntl.F_SETPIPE_SZ, 1 << 20)
        serving = threading.Event()

        def read():
            for line in self.process.stderr:
                self.log.append(line.rstrip("\n"))
                if '"message":"serving"' in line:
                    self.address = json.loads(line)["address"]
                    serving.set()
            serving.set()

        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()
        if not serving.wait(PATIENCE) or not hasattr(self, "address"):
            self.process.kill()
            raise RuntimeError("the server did not start:\n" + "\n".join(self.log))
        host, _, port = self.address.rpartition(":")
        self.host, self.port = host, int(port)
        self.url = f"http://{self.address}"
        return self

    def stop(self):
        """SIGTERM; gives the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.reader.join(10)
        return status

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.data, ignore_errors=True)


class Gone(Exception):
    """The server did not answer."""


class Client:
    """One signed-in user of one server, on one connection. Not for several threads at once."""

    def __init__(self, server, project, user, password):
        self.server, self.connection, self.token = server, None, None
        basic = base64.b64encode(f"{user}:{password}".encode()).decode()
        status, self.tokens = self.call(f"/svc/3.0/api/token/{project}", headers={"Authorization": "Basic " + basic})
        if status != 200:
            raise RuntimeError(f"{user} cannot sign in: {status} {self.tokens}")
        self.token = self.tokens["access_token"]

    def call(self, path, body=None, method=None, headers=None):
        """(status, JSON) of one request; Gone when there was no whole answer."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        given = {"Content-Type": "application/json", **({"Authorization": "Bearer " + self.token} if self.token else {}), **(headers or {})}
        try:
            self.connection.request(method or ("GET" if body is None else "POST"), path,
                                    None if body is None else json.dumps(body), given)
            answer = self.connection.getresponse()
            content = answer.read()
            if answer.getheader("Connection", "").lower() == "close":
                self.close()
            return answer.status, json.loads(content) if content else None
        except (OSError, ValueError, http.client.HTTPException) as problem:
            self.close()
            raise Gone(repr(problem)) from problem

    def data(self, path, body=None, method=None):
        status, answer = self.call(path, body, method)
        if status != 200 or not answer.get("success"):
            raise AssertionError(f"{path}: {status} {answer}")
        return answer["data"]

    def refresh(self):
        body = {name: self.tokens[name] for name in ("refresh_token", "client_id", "client_secret")}
        status, fresh = self.call("/svc/3.0/api/refresh/", body)
        assert status == 200, fresh
        self.tokens |= fresh
        self.token = self.tokens["access_token"]

    def revoke(self):
        status, answer = self.call("/svc/3.0/api/revoke", {
            "token": self.tokens["refresh_token"], "client_id": self.tokens["client_id"], "client_secret": self.tokens["client_secret"]})
        assert status == 200, answer

    def wait_until_screened(self, generation, seconds=PATIENCE):
        """Returns when the generation serves and every record was screened under it."""
        deadline = time.monotonic() + seconds
        while True:
            status = self.data("/monitoring/screening-status")
            if status["generation"] == generation and status["status"] == "IDLE":
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"generation {generation} is not screened after {seconds} s: {status}")
            time.sleep(0.02)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
