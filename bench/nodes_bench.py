"""Requests a second and the time of re-screening with one, two and three servers on one PostgreSQL.

  script/bench nodes [RECORDS]

All of it (servers, PostgreSQL and the clients that ask) shares this machine's cores, so that the figures tell what more servers cost
here, not what they gain on machines of their own; the processor time per request tells what that would be.
"""
import http.client
import json
import multiprocessing
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "nodes"))

from cluster import Balancer, Cluster, customers, rows  # noqa: E402
from harness import Postgres  # noqa: E402

CLIENTS, SECONDS = 8, 6
NAMES = ["Kestrel%20Harbour%20Shipping", "Boris%20Whosoever", "Sepetibano%20Pescados%20Limitada", "Nobody%20At%20All"]


def processor_seconds(pids):
    total = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def postgres_pids(postgres):
    """The postmaster and whom it started."""
    head = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    children = [int(each.name) for each in pathlib.Path("/proc").iterdir() if each.name.isdigit() and (each / "stat").exists()
                and (each / "stat").read_text().rpartition(")")[2].split()[1] == str(head)]
    return [head, *children]


def ask(addresses, token, start, count, spent):
    """One client that keeps its connection and goes to one server; asks one question after the other."""
    host, port = addresses
    connection = http.client.HTTPConnection(host, port)
    latencies = []
    start.wait()
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        began = time.monotonic()
        connection.request("GET", f"/screening?search_type=business&name={NAMES[len(latencies) % len(NAMES)]}",
                           headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {json.loads(body)}")
        latencies.append(time.monotonic() - began)
    count.put(len(latencies))
    spent.put(sorted(latencies)[len(latencies) * 99 // 100])


def requests_per_second(cluster, balancer, postgres):
    start, count, spent = multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Queue()
    clients = [multiprocessing.Process(target=ask, args=((node.host, node.port), balancer.token, start, count, spent))
               for node in (cluster.nodes * CLIENTS)[:CLIENTS]]
    for client in clients:
        client.start()
    servers = [node.process.pid for node in cluster.nodes]
    before = processor_seconds(servers), processor_seconds(postgres_pids(postgres))
    start.set()
    done = sum(count.get() for _ in clients)
    slowest = max(spent.get() for _ in clients)
    after = processor_seconds(servers), processor_seconds(postgres_pids(postgres))
    for client in clients:
        client.join()
    return done / SECONDS, slowest, (after[0] - before[0]) / done, (after[1] - before[1]) / done


def rescreening(cluster, balancer, generation, month):
    made = cluster.import_list(month, cluster.nodes[0])
    began = time.monotonic()
    balancer.wait_until_screened(made, seconds=600)
    assert made == generation, made
    return time.monotonic() - began


def measure(count, records, postgres):
    url = postgres.new_database()
    cluster = Cluster(count, url).prepare().start()
    try:
        balancer = Balancer(cluster.nodes)
        began = time.monotonic()
        balancer.load(customers(records))
        loaded = time.monotonic() - began
        rate, slowest, server, database = requests_per_second(cluster, balancer, postgres)
        changed = [rescreening(cluster, balancer, 2, 1), rescreening(cluster, balancer, 3, 0)]
        balancer.call("/monitoring/settings", {**balancer.data("/monitoring/settings"), "threshold": 75}, method="PUT")
        began = time.monotonic()
        balancer.wait_until_screened(3, seconds=600)
        whole = time.monotonic() - began
        matches = rows(url, "select count(*) from matches")[0]
        print(f"figure: {count} server(s): {rate:.0f} recorded searches/s (p99 {slowest * 1000:.0f} ms; processor per search: "
              f"{server * 1e6:.0f} us server, {database * 1e6:.0f} us PostgreSQL); {records} records loaded in {loaded:.1f} s, "
              f"{matches} matches; up to date {min(changed):.1f} to {max(changed):.1f} s after an import, {whole:.1f} s when all is screened again", flush=True)
    finally:
        cluster.close()


def main():
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 40000
    print(f"figure: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    postgres = Postgres()
    try:
        for count in (1, 2, 3):
            measure(count, records, postgres)
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
