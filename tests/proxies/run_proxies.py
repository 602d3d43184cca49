"""Behind nginx and haproxy a request has one reading: nothing is smuggled past them.

Each malformed request is sent directly, and through each proxy with kept connections to the server, with another request hidden in or
behind it. The proxies stamp every request they pass on: the server must never see one without a stamp, nor the same stamp
twice, and the next client must get its own answer.

  tests/proxies/run_proxies.py [--seed N] [--canary]

nginx and haproxy are the installed ones or unpacked from their Debian packages; where neither works their part is skipped, loudly.
--canary proves that the run can fail: a request goes to the server past the proxy, without a stamp.
"""
import argparse
import json
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, Server, chosen_seed  # noqa: E402
from programs import program  # noqa: E402

HIDDEN = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
STAMP = "stamp-"
READ_SECONDS = 0.3


def post(headers, body):
    return b"POST /api/oauth/token HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n" + body


def cases():
    """name -> bytes. What is hidden stands where one reader may see a body and another a request."""
    size = str(len(HIDDEN)).encode()
    chunk = b"%x\r\n" % len(HIDDEN) + HIDDEN + b"\r\n0\r\n\r\n"
    yield "length and chunks", post(b"Content-Length: " + size + b"\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + HIDDEN)
    yield "chunks and length", post(b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", b"0\r\n\r\n" + HIDDEN)
    yield "short length, chunks", post(b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", chunk)
    for name, line in (("blank before the colon", b"Transfer-Encoding : chunked"), ("tab", b"Transfer-Encoding:\tchunked"), ("folded", b"Transfer-Encoding:\r\n chunked"),
                       ("twice", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"), ("xchunked", b"Transfer-Encoding: xchunked"),
                       ("upper case", b"TRANSFER-ENCODING: CHUNKED"), ("list", b"Transfer-Encoding: identity, chunked"), ("quoted", b'Transfer-Encoding: "chunked"'),
                       ("vertical tab", b"Transfer-Encoding: \x0bchunked"), ("bare line end", b"X: y\nTransfer-Encoding: chunked"), ("null", b"Transfer-Encoding: chunked\x00"),
                       ("underscore", b"Transfer_Encoding: chunked"), ("trailing comma", b"Transfer-Encoding: chunked,")):
        yield "coding: " + name, post(line + b"\r\nContent-Length: 5\r\n", b"0\r\n\r\n" + HIDDEN)
    yield "two lengths", post(b"Content-Length: 0\r\nContent-Length: " + size + b"\r\n", HIDDEN)
    yield "two lengths, turned", post(b"Content-Length: " + size + b"\r\nContent-Length: 0\r\n", HIDDEN)
    for name, value in (("sign", b"+0"), ("hex", b"0x0"), ("list", b"0, " + size), ("blank inside", b"0 0"), ("minus", b"-1"), ("empty", b""), ("huge", b"99999999999999999999"),
                        ("leading zeros", b"00000"), ("fraction", b"0.0"), ("letter", b"0a")):
        yield "length: " + name, post(b"Content-Length: " + value + b"\r\n", HIDDEN)
    yield "length in a GET", b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + b"\r\n\r\n" + HIDDEN
    for name, body in (("negative", b"-1\r\n\r\n"), ("prefix", b"0x0\r\n\r\n"), ("bare line end", b"0\n\r\n"), ("extension", b"0;a=\"\r\n\"\r\n\r\n"), ("blank", b"0 \r\n\r\n"),
                       ("too long", b"3\r\nabcd\r\n0\r\n\r\n"), ("past 64 bits", b"10000000000000000\r\nx\r\n0\r\n\r\n"), ("trailer", b"0\r\nContent-Length: 9\r\n\r\n"),
                       ("folded trailer", b"0\r\nA: b\r\n c\r\n\r\n"), ("no last chunk", b"1\r\nx\r\n")):
        yield "chunk: " + name, post(b"Transfer-Encoding: chunked\r\n", body + HIDDEN)
    yield "HTTP/1.0 with chunks", b"POST /api/oauth/token HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN
    yield "line end in the target", b"GET /health\r\nX: HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN
    yield "encoded line end in the target", b"GET /health%0d%0aHost:%20y HTTP/1.1\r\nHost: x\r\n\r\n"
    yield "two hosts", b"GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"
    yield "whole address", b"GET http://x/health HTTP/1.1\r\nHost: y\r\n\r\n"
    yield "expectation", post(b"Expect: 100-continue\r\nContent-Length: " + size + b"\r\n", HIDDEN)
    yield "upgrade", b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n" + HIDDEN


def exchange(port, data):
    """Everything that comes back until the other side ends or is silent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.settimeout(READ_SECONDS)
        try:
            connection.sendall(data)
            while part := connection.recv(65536):
                answer += part
                if answer.count(b"\r\n\r\n") >= 3:
                    break
        except OSError:
            pass
    return answer


def victim_is_served(port):
    answer = exchange(port, b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return answer.startswith(b"HTTP/1.1 200") and answer.count(b"HTTP/1.1 ") == 1, answer[:200]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Proxy:
    def __init__(self, name, upstream, folder):
        self.port = free_port()
        config = folder / f"{name}.conf"
        config.write_text(getattr(self, name)(upstream, folder))
        command, environment = program(name)
        words = {"nginx": [command, "-p", str(folder), "-c", str(config), "-e", str(folder / "error.log")],
                 "haproxy": [command, "-f", str(config), "-db"]}[name]
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise RuntimeError(f"{name} did not start") from None
                time.sleep(0.05)

    def nginx(self, upstream, folder):
        paths = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (f"daemon off; worker_processes 1; pid {folder}/pid;\nevents {{ worker_connections 256; }}\nhttp {{ access_log off; {paths}\n"
                f"upstream up {{ server {upstream}; keepalive 1; }}\nserver {{ listen 127.0.0.1:{self.port};\nlocation / {{ proxy_pass http://up; proxy_http_version 1.1;\n"
                f"proxy_set_header Connection ''; proxy_request_buffering off; proxy_set_header X-Request-Id {STAMP}$request_id; }} }} }}\n")

    def haproxy(self, upstream, _):
        return (f"global\n  maxconn 200\ndefaults\n  mode http\n  timeout connect 2s\n  timeout client 5s\n  timeout server 5s\n  http-reuse always\n"
                f"frontend f\n  bind 127.0.0.1:{self.port}\n  http-request set-header X-Request-Id {STAMP}%[uuid()]\n  default_backend b\n"
                f"backend b\n  server s {upstream} pool-max-conn 1\n")

    def close(self):
        self.process.terminate()
        self.process.wait(10)


def request_ids(server):
    return [(entry["requestId"], entry.get("path", "")) for entry in (json.loads(line) for line in server.log if line.startswith("{")) if "status" in entry]


def judge(server, seen, name, bytes_of_case, port, stamped, canary):
    """What went wrong with one case, or nothing."""
    exchange(port, bytes_of_case)
    if canary:
        exchange(server.port, HIDDEN)
    served, answer = victim_is_served(port)
    if not served:
        return f"{name}: the next client gets {answer}"
    time.sleep(0.02)
    fresh = request_ids(server)[seen:]
    if stamped and any(not number.startswith(STAMP) for number, _ in fresh):
        return f"{name}: the server saw a request that the proxy did not pass on: {fresh}"
    if stamped and len({number for number, _ in fresh}) != len(fresh):
        return f"{name}: one request of the proxy was read as two: {fresh}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=chosen_seed(), help="the order of the cases")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    print("seed", arguments.seed)
    attacks = list(cases())
    random.Random(arguments.seed).shuffle(attacks)
    work = pathlib.Path(tempfile.mkdtemp(prefix="vedette-proxies-"))
    server = Server({"trusted_proxies": "127.0.0.1"}).start()
    passed = failed = skipped = 0
    try:
        for name in ("direct", "nginx", "haproxy"):
            if name != "direct" and program(name) is None:
                print(f"skipped: {name} is neither installed nor to be had, so nothing is sent through it")
                skipped += 1
                continue
            proxy = Proxy(name, server.address, work) if name != "direct" else None
            faults = []
            try:
                for title, data in attacks:
                    seen = len(request_ids(server))
                    fault = judge(server, seen, title, data, proxy.port if proxy else server.port, proxy is not None, arguments.canary and proxy)
                    faults += [fault] if fault else []
                    if arguments.canary and faults:
                        break
            finally:
                if proxy:
                    proxy.close()
            for fault in faults[:5]:
                print(f"  {'' if arguments.canary else 'FAIL '}{name}: {fault}")
            if arguments.canary and proxy:
                passed, failed = passed + bool(faults), failed + (not faults)
            elif not arguments.canary:
                passed, failed = passed + len(attacks) - len(faults), failed + len(faults)
                print(f"figure: {name}: {len(attacks)} malformed requests, {len(faults)} read in two ways")
    finally:
        server.close()
        shutil.rmtree(work, ignore_errors=True)
    if arguments.canary and skipped == 2:
        passed = 1  # there is nothing to fail with
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
