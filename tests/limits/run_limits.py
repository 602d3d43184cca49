"""Limits hold: whatever is too long, too deep, too many or no text is refused in clear words, quickly and with little memory.

  tests/limits/run_limits.py [--seed N] [--canary]

Each row is one hostile request as bytes. Its answer must be one of the statuses of the row, with a code and words, in JSON; the server must
not grow by more than what all of them together may hold, and answer as before afterwards. Time and memory of each row are printed as figures.
--canary proves that the run can fail: an ordinary request is said to be refused.
"""
import argparse
import json
import os
import pathlib
import socket
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, ROOT, Client, Server  # noqa: E402

LIST = str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl")
PASSWORD = "correct horse battery"
QUESTION = "/screening?search_type=business&name=Kestrel%20Harbour%20Shipping"
# What all connections together may hold (docs/http.md), once: a body is read up to 16 MiB, and its parts are held beside it.
MOST_GROWTH_MIB = 512


def get(path, headers=""):
    return f"GET {path} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer TOKEN\r\n{headers}\r\n".encode()


def post(path, body, headers=""):
    body = body if isinstance(body, bytes) else body.encode()
    return (f"POST {path} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{headers}\r\n").encode() + body


def screening(name):
    return get("/screening?search_type=individual&name=" + urllib.parse.quote(name))


def batch(items):
    return post("/screening/batch", json.dumps({"search_type": "individual", "items": items}))


def record(name):
    return post("/monitoring/individual/records/addOrUpdateSingle", json.dumps({"id": "1", "name": name}))


def chunks(size, count):
    """A body without end, in chunks."""
    chunk = f"{size:x}\r\n".encode() + b"x" * size + b"\r\n"
    return get("/screening/batch", "Transfer-Encoding: chunked\r\n").replace(b"GET", b"POST", 1) + chunk * count


REFUSED, FINE = {400}, {200}
ROWS = [
    ("a name of 100,000 letters in the address", screening("a" * 100_000), {414}),
    ("a name of 10,000 letters in the address", screening("a" * 10_000), REFUSED),
    ("a name of 100,000 letters in a body", record("a" * 100_000), REFUSED),
    ("a name of 10,000 words", record("ab " * 10_000), REFUSED),
    ("a batch with a name of 10,000 words", batch([{"key": "1", "name": "ab " * 10_000}]), REFUSED),
    ("a name of 60 words with 30 marks above a letter", screening("a\u0301" * 30 + " b" * 60), REFUSED | FINE),
    ("bytes that are no UTF-8 in the address", get("/screening?search_type=individual&name=%ff%fe%c0%80"), REFUSED),
    ("bytes that are no UTF-8 in a body", post("/monitoring/individual/records/addOrUpdateSingle", b'{"id":"1","name":"\xff\xfe"}'), REFUSED),
    ("half a surrogate pair in a body", post("/monitoring/individual/records/addOrUpdateSingle", r'{"id":"1","name":"\ud800"}'), REFUSED),
    ("NUL in the address", get("/screening?search_type=individual&name=a%00b"), REFUSED),
    ("NUL in a body", post("/monitoring/individual/records/addOrUpdateSingle", r'{"id":"1","name":"a\u0000b"}'), REFUSED | FINE),
    ("signs that turn the direction of text", screening("\u202eneb\u202c nitup\u2066\u2069"), REFUSED | FINE),
    ("a name of nothing but signs", screening("\u200b\u202e%&/()=?"), REFUSED),
    ("lists in lists, 100,000 deep", post("/screening/batch", "[" * 100_000 + "]" * 100_000), REFUSED),
    ("objects in objects, 100,000 deep", post("/screening/batch", '{"a":' * 100_000 + "1" + "}" * 100_000), REFUSED),
    ("a batch of 100,000 names", batch([{"key": str(number), "name": "Ann Example"} for number in range(100_000)]), {400, 413}),
    ("1,000,000 keys in a body", post("/screening/batch", "{" + ",".join(f'"k{number}":1' for number in range(1_000_000)) + "}"), {400, 413}),
    ("one key 100,000 times", post("/screening/batch", "{" + ",".join(['"search_type":"individual"'] * 100_000) + "}"), REFUSED),
    ("a body of 20 MiB", post("/screening/batch", b" " * (20 << 20)), {413}),
    ("a body that is said to have 10^15 bytes", get("/screening/batch", "Content-Length: 1000000000000000\r\n").replace(b"GET", b"POST", 1), {413}),
    ("a body said to be longer than any number", get("/screening/batch", "Content-Length: " + "9" * 40 + "\r\n").replace(b"GET", b"POST", 1), {400, 413}),
    ("chunks without end", chunks(65536, 400), {413}),
    ("a million chunks of a byte", chunks(1, 1_000_000) + b"0\r\n\r\n", {400, 413}),
    ("100,000 headers", get(QUESTION, "".join(f"X-{number}: 1\r\n" for number in range(100_000))), {431}),
    ("a header of 1 MiB", get(QUESTION, "X-Long: " + "x" * (1 << 20) + "\r\n"), {431}),
    ("a token of 60 KiB", get(QUESTION).replace(b"TOKEN", b"x" * 60_000), {401, 431}),
    ("1,000 fields in the address", get(QUESTION + "".join(f"&f{number}=1" for number in range(1000))), REFUSED | FINE),
    ("the same field 1,000 times", get(QUESTION + "&limit=1" * 1000), REFUSED | FINE),
    ("a path of 1,000 parts", get("/a" * 1000), {404}),
    ("a path that climbs", get("/" + "../" * 1000 + "etc/passwd"), {400, 404}),
    ("a number that is none", get(QUESTION + "&threshold=1e400"), REFUSED),
    ("a number of 5,000 digits", get(QUESTION + "&limit=" + "9" * 5000), REFUSED),
]


def resident_mib(process):
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def ask(server, request):
    """(status, body) of the one answer; a server may answer before it has read all, and close."""
    with socket.create_connection((server.host, server.port), PATIENCE) as connection:
        try:
            connection.sendall(request)
        except OSError:
            pass  # it has heard enough
        answer = b""
        try:
            while True:
                more = connection.recv(65536)
                if not more:
                    break
                answer += more
                head, mark, body = answer.partition(b"\r\n\r\n")
                size = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), None)
                if mark and size is not None and len(body) >= size:
                    break
        except OSError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head.startswith(b"HTTP/1.1 ") else 0), body


def problem_of(status, body, wanted):
    if status not in wanted:
        return f"answered with {status} {body[:200]!r}, not {sorted(wanted)}"
    if status == 200:
        return None
    try:
        error = json.loads(body)["error"]
        return None if error["code"] and error["message"] and len(body) < 100_000 else f"says {body[:200]!r}"
    except (ValueError, KeyError, TypeError):
        return f"does not say what is wrong: {body[:200]!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="taken for uniformity; nothing here is random")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    server, faults, slowest, largest = Server(), [], (0.0, ""), (0.0, "")
    rows = [("an ordinary question", get(QUESTION), REFUSED)] if arguments.canary else ROWS
    try:
        server.add_project("BANK", "Bank plc")
        server.add_user("BANK", "ana", PASSWORD)
        server.command("lists", "import", LIST)
        server.start()
        client = Client(server, "BANK", "ana", PASSWORD)
        right = client.data(QUESTION)["items"]
        before = resident_mib(server.process)
        for what, request, wanted in rows:
            size, began = resident_mib(server.process), time.monotonic()
            status, body = ask(server, request.replace(b"TOKEN", client.token.encode(), 1))
            slowest = max(slowest, (time.monotonic() - began, what))
            largest = max(largest, (resident_mib(server.process) - size, what))
            print(f"{what}: {status}, {1000 * (time.monotonic() - began):.0f} ms, {resident_mib(server.process) - size:+.1f} MiB")
            problem = problem_of(status, body, wanted)
            faults += [f"{what}: {problem}"] if problem else []
        grown = resident_mib(server.process) - before
        if grown > MOST_GROWTH_MIB:
            faults.append(f"the server grew by {grown:.0f} MiB")
        client.close()
        if client.data(QUESTION)["items"] != right or server.process.poll() is not None:
            faults.append("afterwards the answer is another")
        print(f"figure: {len(rows)} hostile requests; the slowest took {1000 * slowest[0]:.0f} ms ({slowest[1]}), the largest {largest[0]:.0f} MiB "
              f"({largest[1]}); all together {grown:.0f} MiB")
        for fault in faults:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        if arguments.canary:
            print(f"{int(bool(faults))} passed, {int(not faults)} failed")
            return 0 if faults else 1
        print(f"{len(rows) + 2 - len(faults)} passed, {len(faults)} failed")
        return 1 if faults else 0
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
