"""Slow clients cost little: half-sent heads, half-sent bodies and answers that nobody takes hold no more memory than is set, and others are served.

  tests/slow_clients/run_slow_clients.py [--readers N] [--seed N] [--canary]

All of them are there at one time: clients that stop in the middle of a head, of a body, and clients that ask and do not read, for an answer
made for them and for one that is the same for all. Meanwhile and afterwards ordinary questions get the right answer. The times of these are
printed as figures. --canary proves that the run can fail: a server that may hold a GiB is expected to keep to 16 MiB.
"""
import argparse
import contextlib
import os
import pathlib
import resource
import socket
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PATIENCE, ROOT, Client, Server  # noqa: E402

LIST = str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl")
LONG = bool(os.environ.get("VEDETTE_TEST_LONG"))
PASSWORD = "correct horse battery"
QUESTION = "/screening?search_type=business&name=Kestrel%20Harbour%20Shipping"
HELD_MIB = 16
# What is held, what eight workers have in hand, and what the allocator keeps of it.
MOST_GROWTH_MIB = 96
ANSWER_BYTES = 250_000
KINDS = {"heads": 300, "bodies": 400, "readers": 400, "readers of one answer for all": 400}


def resident_mib(process):
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def large_answer(client):
    """The path of an answer of some hundred KB that is made anew for everybody: a recorded batch."""
    items = [{"key": str(number), "name": "Kestrel Harbour Shipping Holdings Limited"} for number in range(40)]
    batch = client.data("/screening/batch", {"search_type": "business", "threshold": 0, "limit": 100, "items": items})
    return f"/screening/searches/{batch['ref']}?limit=100"


def connect(server):
    """A connection for which the kernel takes as little as possible off the server's hands."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE)
    connection.connect((server.host, server.port))
    return connection


def hold(server, client, path, counts, held):
    """Opens all the slow clients."""
    said = f"Host: bank\r\nAuthorization: Bearer {client.token}\r\n"
    requests = {"heads": f"GET {QUESTION} HTTP/1.1\r\nHost: ba".encode(),
                "bodies": f"POST /screening/batch HTTP/1.1\r\n{said}Content-Length: 800000\r\n\r\n".encode() + b" " * 400_000,
                "readers": f"GET {path} HTTP/1.1\r\n{said}\r\n".encode(),
                "readers of one answer for all": b"GET /openapi.json HTTP/1.1\r\nHost: bank\r\n\r\n"}
    for kind, count in counts.items():
        for _ in range(count):
            held.append(connect(server))
            with contextlib.suppress(OSError):  # it may be told in the middle that there is no room
                held[-1].sendall(requests[kind])


def ask_others(client, right, times, faults, when):
    for _ in range(200 if LONG else 50):
        began = time.monotonic()
        if client.data(QUESTION)["items"] != right:
            faults.append(f"{when} the answer is another")
        times.append(time.monotonic() - began)


def percentile(times):
    return 1000 * sorted(times)[int(len(times) * 0.95)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=5000 if LONG else KINDS["readers"])
    parser.add_argument("--seed", type=int, default=0, help="taken for uniformity; nothing here is random")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    counts = {**KINDS, "readers": arguments.readers, "readers of one answer for all": arguments.readers}
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 2 * sum(counts.values()) if hard == resource.RLIM_INFINITY else min(2 * sum(counts.values()), hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    server = Server({"max_buffered_bytes": (1024 if arguments.canary else HELD_MIB) << 20})
    held, faults, quiet, beside = [], [], [], []
    try:
        server.add_project("BANK", "Bank plc")
        server.add_user("BANK", "ana", PASSWORD)
        server.command("lists", "import", LIST)
        server.start()
        client = Client(server, "BANK", "ana", PASSWORD)
        path = large_answer(client)
        whole = client.call(path)[1]
        if len(str(whole)) < ANSWER_BYTES:
            faults.append(f"the large answer has {len(str(whole))} letters only")
        right = client.data(QUESTION)["items"]
        ask_others(client, right, quiet, faults, "before")
        before = resident_mib(server.process)
        hold(server, client, path, counts, held)
        ask_others(client, right, beside, faults, "beside slow clients")
        deadline = time.monotonic() + PATIENCE
        answered = 0
        while answered < 2 * counts["readers"] and time.monotonic() < deadline:
            answered = sum('"route":"/screening/searches/{ref}"' in line or '"route":"/openapi.json"' in line for line in server.log)
            time.sleep(0.05)
        if answered < 2 * counts["readers"]:
            faults.append(f"only {answered} of {2 * counts['readers']} answers were made")
        grown = resident_mib(server.process) - before
        if grown > MOST_GROWTH_MIB:
            faults.append(f"{sum(counts.values())} slow clients made the server grow by {grown:.0f} MiB, though it may hold {HELD_MIB}")
        for connection in held:
            connection.close()
        client.close()
        if client.call(path)[1] != whole or client.data(QUESTION)["items"] != right:
            faults.append("afterwards the answer is another")
        print(f"figure: {sum(counts.values())} slow clients at one time: the server grew by {grown:.0f} MiB (may hold {HELD_MIB}); others' answers took "
              f"{percentile(quiet):.1f} ms without and {percentile(beside):.1f} ms with them (95th percentile)")
        for fault in faults:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        good = bool(faults) == arguments.canary
        print(f"{(1 if arguments.canary else 5) if good else 0} passed, {0 if good else max(1, len(faults))} failed")
        return 0 if good else 1
    finally:
        for connection in held:
            connection.close()
        server.close()


if __name__ == "__main__":
    sys.exit(main())
