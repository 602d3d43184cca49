"""The console in a real Chromium against a real server with the demonstration list: signs in, works
through every page, and holds each to the accessibility rules of axe. Screenshots of every page go
to build/console/screenshots. Prints "N passed, N failed" at the end.

  tests/console/run_console.py [NAME]     only the test files whose name contains NAME
"""
import concurrent.futures
import contextlib
import functools
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, Server  # noqa: E402

CONSOLE = ROOT / "console"
PASSWORD = "correct horse: battery ü"
# A browser waits most of the time: two test files at once, each with a server and a browser of its own.
AT_ONCE = 2
# The receivers of webhooks and the source of lists are on this machine.
SETTINGS = {"webhook_plain_http": "allow", "webhook_private_networks": "allow", "webhook_retry_seconds": "", "update_interval_minutes": 0}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def web(folder):
    """Serves the files of a folder; gives the address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def newer_node():
    """The node that script/build-console built with."""
    own = ROOT / "build" / "console" / "tools" / "node_modules" / ".bin" / "node"
    return str(own) if own.exists() else "node"


def prepare(server, source):
    server.add_project("DEMO", "Demonstration Bank")
    server.add_user("DEMO", "ana", PASSWORD)
    server.add_user("DEMO", "ben", PASSWORD, role="analyst")
    server.add_user("DEMO", "olga", PASSWORD, role="operator")
    server.add_project("EMPTY", "Empty Bank")
    server.add_user("EMPTY", "eva", PASSWORD)
    server.command("lists", "import", str(ROOT / "data/demo/vedette-demo-2026-01.jsonl"))
    (server.data / "sources.toml").write_text(
        f'[demonstration]\nurls = ["{source}/vedette-demo-2026-02.jsonl"]\nallow_http = true\nallow_private = true\n')


def run_file(path, source):
    """(passed, failed) of one test file, on a server of its own."""
    server = Server(SETTINGS)
    try:
        prepare(server, source)
        server.start()
        environment = dict(os.environ, DESK_URL=server.url, DESK_PASSWORD=PASSWORD, DESK_BINARY=str(BINARY),
                           DESK_DATA=str(server.data), DESK_ROOT=str(ROOT),
                           DESK_SCREENSHOTS=str(ROOT / "build" / "console" / "screenshots"))
        done = subprocess.run([newer_node(), "--test", "--test-reporter=tap", str(path)], cwd=CONSOLE, env=environment,
                              capture_output=True, text=True)
        passed = int((re.search(r"^# pass (\d+)$", done.stdout, re.M) or [0, 0])[1])
        failed = int((re.search(r"^# fail (\d+)$", done.stdout, re.M) or [0, 1])[1])
        for line in re.findall(r"^# (figure: .*)$", done.stdout, re.M):
            print(line)
        if done.returncode != 0 or passed == 0:
            failed = max(failed, 1)
            print(path.name, done.stdout[-8000:], done.stderr[-3000:])
        return passed, failed
    finally:
        server.close()


def main():
    if not shutil.which("chromium"):
        print("FAIL chromium is missing; script/bootstrap test installs it\n0 passed, 1 failed")
        return 1
    words = sys.argv[1:]
    paths = [path for path in (CONSOLE / "tests").glob("*.test.js") if not words or any(word in path.name for word in words)]
    # The longest first, so that none is left over at the end.
    longest = ["photos.test.js", "pace.test.js"]
    paths.sort(key=lambda path: (longest.index(path.name) if path.name in longest else len(longest), path.name))
    with web(ROOT / "data" / "demo") as source, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(functools.partial(run_file, source=source), paths))
    passed, failed = (sum(column) for column in zip(*results)) if results else (0, 1)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
