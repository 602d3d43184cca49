"""Servers that tell each other what they changed, and look at intervals as well."""
import os
import signal
import time

from cluster import Balancer, Cluster, customers, rows

AN_HOUR = 3_600_000
PATIENCE = 180  # seconds; far below an hour, far above what a busy machine takes

DELIVERED = ("select count(*) filter (where status = 2) > 0 and count(*) filter (where status <> 2) = 0"
             " and not exists (select 1 from events e, webhooks w where e.sequence > w.reached) from webhook_deliveries")


def wait_for(what, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def listeners(url):
    return [int(pid) for pid in rows(url, "select pid from pg_stat_activity where datname = current_database() and query = 'listen vedette'")]


def check_announcements(postgres, receiver, checks):
    """Two servers that would look for work once in an hour: what happens earlier, they were told. Then the connections over which
    they are told fall silent, and looking finds the work."""
    url = postgres.new_database()
    cluster = Cluster(2, url, look_milliseconds=AN_HOUR, webhook_timeout_seconds=30)  # no try fails: the next one would wait for a look
    try:
        cluster.prepare().start()
        checks.check("each server listens", wait_for(lambda: len(listeners(url)) == 2), listeners(url))
        balancer = Balancer(cluster.nodes)
        balancer.load(customers(70))
        balancer.data("/monitoring/webhooks", {"url": receiver.url("/told")})
        _check_told(cluster, balancer, receiver, checks, url)
        _check_silence(cluster, balancer, checks, url)
    finally:
        cluster.close()


def _check_told(cluster, balancer, receiver, checks, url):
    made = cluster.import_list(1, cluster.nodes[0])
    began = time.monotonic()
    balancer.wait_until_screened(made, seconds=PATIENCE)
    print(f"figure: a generation served by both and all records screened {time.monotonic() - began:.2f} s after the import, told by NOTIFY")
    checks.check("a generation is served and screened everywhere without waiting for the next look", True)
    status, _ = balancer.ask(cluster.nodes[1], "/monitoring/settings", {"threshold": 70}, method="PUT")
    checks.check("settings are changed", status == 200, status)
    balancer.wait_until_screened(made, seconds=PATIENCE)
    checks.check("changed settings screen all records without waiting for the next look", True)
    arrived = wait_for(lambda: rows(url, DELIVERED) == ["t"])
    checks.check("events are delivered without waiting for the next look", arrived and receiver.at("/told"), rows(url, DELIVERED))


def _check_silence(cluster, balancer, checks, url):
    late = cluster.nodes[1]
    late.stop()
    late.extra["look_milliseconds"] = 500
    late.start()
    checks.check("a server that comes back listens again", wait_for(lambda: len(listeners(url)) == 2), listeners(url))
    silent = listeners(url)
    try:
        for pid in silent:
            os.kill(pid, signal.SIGSTOP)
        made = cluster.import_list(0, cluster.nodes[0])
        Balancer([late]).wait_until_screened(made, seconds=PATIENCE)
        checks.check("a server that is not told finds the generation and the records by looking", True)
    finally:
        for pid in silent:
            os.kill(pid, signal.SIGCONT)
    balancer.wait_until_screened(made, seconds=PATIENCE)
