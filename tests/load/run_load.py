"""Load: at twice its capacity the service stays useful, and new lists under load are not felt and leave no memory behind.

  tests/load/run_load.py [--seconds N] [--swaps N] [--canary]

Correctness is judged: under overload every answer is the right one or 503, no connection is lost, and afterwards all is as before; while
generations are switched no request fails. Times and memory are printed as figures, and judged in the long form alone (VEDETTE_TEST_LONG=1).
The load comes from build/release/bench/http_bench, open-loop: latencies count from the moment a request was due.
--canary proves that the run can fail: the server is stopped in the middle of the swaps.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import ROOT, Client, Gone, Server  # noqa: E402

LISTS = [str(ROOT / "data" / "demo" / f"vedette-demo-2026-0{month}.jsonl") for month in (1, 2)]
BENCH = pathlib.Path(os.environ.get("VEDETTE_TEST_BENCH", ROOT / "build" / "release" / "bench")) / "http_bench"
LONG = bool(os.environ.get("VEDETTE_TEST_LONG"))
PASSWORD = "correct horse battery"
QUESTION = "/screening?search_type=business&name=Kestrel%20Harbour%20Shipping"
CROWD = 2000


class Figures:
    """What http_bench printed."""

    def __init__(self, text):
        self.text = text.strip()
        self.rate = float(re.search(r"(\d+) answers/s", text)[1])
        self.p99 = float(re.search(r" p99 (\d+) us", text)[1])
        refusals = re.search(r"refusals p99 (\d+) us", text)
        self.refusals = float(refusals[1]) if refusals else 0.0
        since_sent = re.search(r"since sent p99 (\d+) us", text)
        self.refusals_since_sent = float(since_sent[1]) if since_sent else 0.0
        arrived = re.search(r"arrived p99 (\d+) us", text)
        self.refusals_arrived = float(arrived[1]) if arrived else 0.0
        self.statuses = {int(status): int(count) for status, count in re.findall(r", (\d{3}): (\d+)", text)}
        self.lost = int(re.search(r"lost connections: (\d+)", text)[1])

    def good(self, seconds):
        return self.statuses.get(200, 0) / seconds


def load(bank, seconds, connections, rate=0):
    # Clients have machines of their own: where it is allowed, ours do not wait behind the server they measure.
    words = ["nice", "-n", "-15", str(BENCH), "--url", bank.url + QUESTION, "--header", "Authorization: Bearer " + bank.client.token, "--pid", str(bank.process.pid),
             "--seconds", str(seconds), "--connections", str(connections)]
    done = subprocess.run(words + (["--rate", str(rate)] if rate else []), capture_output=True, text=True)
    if done.returncode != 0 or "answers/s" not in done.stdout:
        raise AssertionError(f"http_bench failed: {done.stdout}{done.stderr}")
    return Figures(done.stdout)


def resident_mib(process):
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def answer_of(bank):
    data = bank.client.data(QUESTION)
    return [(hit["resourceId"], hit["score"]) for hit in data["items"]]


def overload(bank, seconds, crowd, faults):
    right = answer_of(bank)
    capacity = load(bank, seconds, 32)
    over = load(bank, seconds, crowd, 2 * capacity.rate)
    began = time.monotonic()
    calm = answer_of(bank)
    calm_after = time.monotonic() - began
    goodput = over.good(seconds) / capacity.good(seconds)
    print(f"figure: capacity {capacity.good(seconds):.0f}/s (p99 {capacity.p99 / 1000:.1f} ms); at twice that {over.good(seconds):.0f}/s answered "
          f"({100 * goodput:.0f} %), p99 {over.p99 / 1000:.0f} ms, {over.statuses.get(503, 0)} refused (p99 {over.refusals / 1000:.1f} ms, {over.refusals_since_sent / 1000:.1f} ms from when they were sent, {over.refusals_arrived / 1000:.1f} ms until the client's system had them), first answer afterwards in {calm_after:.2f} s")
    if set(over.statuses) - {200, 503} or over.lost:
        faults.append(f"under overload: {over.text}")
    if calm != right:
        faults.append("after the overload the answer is another")
    if LONG and (goodput < 0.95 or calm_after > 5):
        faults.append(f"goodput {goodput:.2f}, calm after {calm_after:.1f} s")


def storm(bank, seconds, crowd, faults):
    """Clients that ask again at once after every refusal, whatever Retry-After says."""
    capacity = load(bank, seconds, 32)
    stormy = load(bank, seconds, crowd)
    goodput = stormy.good(seconds) / capacity.good(seconds)
    print(f"figure: {crowd} clients that retry at once: {stormy.good(seconds):.0f}/s answered ({100 * goodput:.0f} % of {capacity.good(seconds):.0f}/s), "
          f"{stormy.statuses.get(503, 0) / seconds:.0f}/s refused")
    if set(stormy.statuses) - {200, 503} or stormy.lost:
        faults.append(f"in the storm: {stormy.text}")
    if not stormy.good(seconds):
        faults.append("in the storm nobody is answered")
    if LONG and goodput < 0.85:
        faults.append(f"goodput {goodput:.2f} in the storm")


def soak(bank, swaps, faults, canary):
    """Half of what the server can do, while lists change again and again."""
    quiet = load(bank, 2, 8)
    rate = quiet.rate / 2
    quiet = load(bank, 2, 16, rate)
    sizes, results = [], []
    done = threading.Event()

    def drive():
        while not done.is_set():
            try:
                results.append(load(bank, 3, 16, rate))
            except (AssertionError, TypeError) as problem:
                results.append(problem)
                return
    driver = threading.Thread(target=drive)
    driver.start()
    generation = 1
    for swap in range(swaps):
        bank.command("lists", "import", LISTS[(swap + 1) % 2], "--allow-shrink", "--allow-older")
        generation += 1
        if canary and swap == 1:
            bank.stop()
            break
        bank.client.wait_until_screened(generation)
        sizes.append(resident_mib(bank.process))
    done.set()
    driver.join()
    broken = [str(each) for each in results if not isinstance(each, Figures) or set(each.statuses) - {200} or each.lost]
    if broken:
        faults.append(f"while lists changed: {broken[0][:300]}")
    if canary or not sizes:
        return
    worst = max(each.p99 for each in results if isinstance(each, Figures))
    requests = sum(sum(each.statuses.values()) for each in results if isinstance(each, Figures))
    print(f"figure: {swaps} switches of lists under {rate:.0f} requests/s: {requests} requests, {len(broken)} rounds with a failure, p99 {quiet.p99 / 1000:.1f} ms without, "
          f"{worst / 1000:.1f} ms at the worst with; resident {sizes[0]:.0f} MiB after the first, {sizes[-1]:.0f} MiB after the last")
    if LONG and len(sizes) > 20 and sizes[-1] > 1.2 * sizes[len(sizes) // 3]:
        faults.append(f"memory grows: {[round(size) for size in sizes]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20 if LONG else 3)
    parser.add_argument("--swaps", type=int, default=60 if LONG else 4)
    parser.add_argument("--seed", type=int, default=0, help="taken for uniformity; nothing here is random")
    parser.add_argument("--canary", action="store_true")
    arguments = parser.parse_args()
    if not BENCH.exists():
        print(f"{BENCH.name} is not built, so there is no load: script/build release")
        print("0 passed, 1 failed")
        return 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CROWD + 500
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    bank, faults = Server(), []
    try:
        bank.add_project("BANK", "Bank plc")
        bank.add_user("BANK", "ana", PASSWORD)
        bank.command("lists", "import", LISTS[0])
        bank.start()
        bank.client = Client(bank, "BANK", "ana", PASSWORD)
        if not arguments.canary:
            overload(bank, arguments.seconds, min(CROWD, max(soft, most) - 300), faults)
            storm(bank, arguments.seconds, min(CROWD, max(soft, most) - 300), faults)
        try:
            soak(bank, arguments.swaps, faults, arguments.canary)
        except (Gone, AssertionError) as problem:
            faults.append(str(problem))
        for fault in faults:
            print(f"  {'' if arguments.canary else 'FAIL '}{fault}")
        good = bool(faults) == arguments.canary
        print(f"{2 if good else 0} passed, {0 if good else max(1, len(faults))} failed")
        return 0 if good else 1
    finally:
        bank.close()


if __name__ == "__main__":
    sys.exit(main())
