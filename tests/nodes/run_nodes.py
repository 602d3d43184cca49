"""Several servers on one PostgreSQL: nothing is lost and nothing doubled, whatever happens to one of them.

Three servers share a ledger and a directory of generations. A client goes round them and saves records; the lists change; meanwhile
servers are killed, stopped for longer than their leases, cut off from the database, restarted one after the other, and the database
itself is replaced by its standby. Two servers that look for work once in an hour show that they tell each other. Afterwards records, matches, their history, events and deliveries are compared with what one
server alone makes of the same records and lists.

  tests/nodes/run_nodes.py [--rounds N] [--records N] [--seed N] [--verbose] [--canary]

--canary proves that the run can fail: a match is taken away behind the servers' back.
"""
import argparse
import base64
import os
import pathlib
import random
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "webhooks"))

from announcements import check_announcements  # noqa: E402
from cluster import DEMO, Balancer, Cluster, Writer, customers, differences, rows, state  # noqa: E402
from harness import Checks, Gone, Postgres, chosen_seed  # noqa: E402
from receiver import Receiver  # noqa: E402

LONG = bool(os.environ.get("VEDETTE_TEST_LONG"))


class ChainHold:
    """A psql that holds the audit chain of the project, and with it every change to the project, once somebody has a lease on a chunk."""

    def __init__(self, url):
        self.psql = subprocess.Popen(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, text):
        self.psql.stdin.write(text + "\n")
        self.psql.stdin.flush()

    def owners(self, seconds):
        """Waits for a lease, holds the chain, and gives who has leases now."""
        self.say("begin; do $$ declare ends timestamptz := clock_timestamp() + interval '%d seconds'; begin loop"
                 " exit when exists (select 1 from screening_chunks where lease_until > 0) or clock_timestamp() > ends; perform pg_sleep(0.002);"
                 " end loop; end $$;" % seconds)
        self.say("select count(*) from (select 1 from audit_heads where project_id > 0 for update) x;")
        self.say("select distinct lease_owner from screening_chunks where lease_until > 0;\n\\echo end")
        lines = [line.strip() for line in iter(self.psql.stdout.readline, "end\n")]
        return [line for line in lines[1:] if line]

    def release(self):
        self.say("commit;\n\\q")
        self.psql.wait()


class Run:
    def __init__(self, arguments):
        self.arguments, self.dice, self.checks = arguments, random.Random(arguments.seed), Checks()
        self.generation = 1
        self.postgres = Postgres()
        self.receiver = Receiver()
        self.url = self.postgres.new_database()
        self.cluster = Cluster(3, self.postgres.with_standby(self.url))
        self.alone = Cluster(1, self.postgres.new_database())
        self.writers = 0

    def close(self):
        for each in (self.cluster, self.alone, self.receiver, self.postgres):
            each.close()

    def prepare(self):
        for cluster in (self.cluster, self.alone):
            cluster.prepare().start()
        self.balancer = Balancer(self.cluster.nodes)
        self.single = Balancer(self.alone.nodes)
        records = customers(self.arguments.records)
        threads = [threading.Thread(target=each.load, args=(records,)) for each in (self.balancer, self.single)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.balancer.wait_until_screened(1)
        self.balancer.data("/monitoring/webhooks", {"url": self.receiver.url("/good")})

    def write_meanwhile(self, what):
        """Two writers go on while `what` happens; what they were told is saved must be there once."""
        writers = [Writer(Balancer(self.cluster.nodes), f"{self.writers + number}") for number in range(2)]
        self.writers += len(writers)
        for writer in writers:
            writer.start()
        try:
            what()
        finally:
            for writer in writers:
                writer.stopping = True
            for writer in writers:
                writer.join()
        acknowledged = [name for writer in writers for name in writer.acknowledged]
        self.checks.check("every save is acknowledged in the end", not any(writer.failure for writer in writers), [writer.failure for writer in writers])
        made = [row for row in rows(self.url, "select data::json->>'monitorRecordId' from events where type = 'record.created'")
                if row.startswith(tuple(f"w-{writer.label}-" for writer in writers))]
        self.checks.check("what was acknowledged is there, and was made once",
                          len(made) == len(set(made)) and set(acknowledged) <= set(made), sorted(set(acknowledged) - set(made))[:5])
        return [failure for writer in writers for failure in writer.balancer.failed]

    def change_lists(self, node):
        self.generation += 1
        month = (self.generation + 1) % 2
        made = self.cluster.import_list(month, node)
        self.checks.check("the servers count generations together", made == self.generation, made)
        return month

    def settle(self, what):
        self.balancer.wait_until_screened(self.generation)
        month = (self.generation + 1) % 2
        self.alone.import_list(month, self.alone.nodes[0])
        self.single.wait_until_screened(self.generation)
        wrong = differences(state(self.url), state(self.alone.nodes[0].settings["database"]))
        self.checks.check(f"{what}: records, matches, history and events are those of a single server", not wrong, wrong)

    # What can happen to a server.

    def kill_one(self):
        node = self.dice.choice(self.cluster.nodes)

        def fault():
            self.change_lists(self.dice.choice(self.cluster.nodes))
            time.sleep(self.dice.uniform(0, 0.4))
            node.kill()
            time.sleep(self.dice.uniform(0, 0.5))
            node.start()
            self.balancer.wait_until_screened(self.generation)

        self.write_meanwhile(fault)
        self.settle("a server killed while records are screened")

    def stop_beyond_lease(self):
        """The server that is at work on a chunk is stopped until others have done its work, then goes on."""
        for _ in range(3):
            hold = ChainHold(self.url)
            changing = threading.Thread(target=self.change_lists, args=(self.dice.choice(self.cluster.nodes),))
            changing.start()
            owners = hold.owners(20)
            changing.join()
            stopped = [node for node in self.cluster.nodes if node.name() in owners][:1]
            for node in stopped:
                node.freeze()
            hold.release()
            if stopped:
                break
            self.settle("the lists changed")  # it was too quick to be caught
        others = Balancer([node for node in self.cluster.nodes if node not in stopped])
        others.wait_until_screened(self.generation)
        self.wait_for_deliveries()
        count = ("select (select count(*) from events) + (select count(*) from match_history) + (select count(*) from audit_entries where project_id > 0)"
                 " + (select coalesce(sum(attempts), 0) from webhook_deliveries)")
        before = rows(self.url, count)
        for node in stopped:
            node.go_on()
        self.balancer.wait_until_screened(self.generation)
        time.sleep(0.5)
        self.checks.check("a server that wakes after its lease writes nothing", rows(self.url, count) == before, (before, rows(self.url, count)))
        print(f"figure: {len(stopped)} server stopped with a chunk in its hands")
        self.settle("a server stopped beyond its lease")

    def cut_connections(self):
        def fault():
            self.change_lists(self.dice.choice(self.cluster.nodes))
            for _ in range(8):
                rows(self.url, "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'vedette'"
                               " and datname = current_database()")
                time.sleep(self.dice.uniform(0, 0.15))
            self.balancer.wait_until_screened(self.generation)

        self.write_meanwhile(fault)
        self.settle("connections to the database cut")

    def announcements(self):
        check_announcements(self.postgres, self.receiver, self.checks)

    def restart_in_turn(self):
        def fault():
            for node in self.cluster.nodes:
                node.stop()
                node.start()

        failed = self.write_meanwhile(fault)
        self.checks.check("a restart of one server after the other fails no request", not failed, failed[:3])

    def newer_schema(self):
        """What the first server of a newer version does to the ledger while the others run."""
        def fault():
            time.sleep(0.3)
            rows(self.url, "begin; create table things_of_tomorrow (project_id bigint primary key); alter table records add column of_tomorrow text;"
                           " alter table events add column of_tomorrow bigint not null default 0;"
                           " insert into schema_migrations select max(number) + 1, 'tomorrow', '\\x00', 0 from schema_migrations; commit")
            time.sleep(0.7)

        failed = self.write_meanwhile(fault)
        self.checks.check("servers go on while a newer one adds to the schema", not failed, failed[:3])

    def promote_standby(self):
        self.postgres.start_standby()

        def fault():
            self.change_lists(self.dice.choice(self.cluster.nodes))
            time.sleep(self.dice.uniform(0, 0.3))
            self.postgres.kill_primary_and_promote()
            self.url = self.postgres.at_standby(self.url)
            began = time.monotonic()
            self.balancer.save([{"id": "w-after", "name": "Nobody Whosoever"}])
            print(f"figure: writing again {time.monotonic() - began:.1f} s after the standby was promoted")
            self.balancer.wait_until_screened(self.generation)

        self.write_meanwhile(fault)
        # The single server lived in the database that is gone; its standby has its ledger too.
        self.alone.nodes[0].kill()
        self.alone.nodes[0].settings["database"] = self.postgres.at_standby(self.alone.nodes[0].settings["database"])
        self.alone.nodes[0].start()
        self.settle("the database replaced by its standby")

    # What must hold at the end.

    def wait_for_deliveries(self, seconds=60):
        """As long as they go on: how fast they are is the machine's affair."""
        left, deadline = None, 0
        while True:
            before, left = left, rows(self.url, "select count(*) from webhook_deliveries where status = 1 union all select count(*) from webhooks w where"
                                                " exists (select 1 from events e where e.project_id = w.project_id and e.sequence > w.reached)")
            if left == ["0", "0"]:
                return
            if left != before:
                deadline = time.monotonic() + seconds
            if time.monotonic() > deadline:
                late = rows(self.url, "select delivery_id || ': attempts ' || attempts || ', due ' || next_at || ', leased until ' || lease_until || ', '"
                                      " || last_error from webhook_deliveries where status = 1 order by delivery_id limit 5")
                raise AssertionError(f"deliveries are still on their way at {int(time.time() * 1000)}: {left}, {late}")
            time.sleep(0.1)

    def check_deliveries(self):
        self.wait_for_deliveries()
        events = rows(self.url, "select e.sequence from events e, webhooks w where e.sequence > (select min(event_sequence) - 1 from webhook_deliveries)")
        made = rows(self.url, "select event_sequence from webhook_deliveries where status = 2")
        self.checks.check("each event has one delivery in the ledger, and it arrived", made == events and len(made) > 0, (len(made), len(events)))
        got = [each["headers"]["webhook-id"] for each in self.receiver.at("/good")]
        self.checks.check("each event came to the receiver", len(set(got)) == len(made), (len(set(got)), len(made)))
        print(f"figure: {len(made)} events delivered with {len(got)} requests")

    def check_audit(self):
        for node in self.cluster.nodes[:1]:
            node.settings["database"] = self.url
            done = node.command("audit", "verify", check=False)
            self.checks.check("the audit chains are whole", done.returncode == 0, done.stdout + done.stderr)

    def check_shared_secrets(self):
        """Tokens, Idempotency-Keys and throttles hold on every server."""
        for node in self.cluster.nodes:
            status, _ = self.balancer.ask(node, "/monitoring/settings")
            self.checks.check("a token of one server is good on all", status == 200, status)
        answers = [None] * len(self.cluster.nodes)

        def save(number, node):
            answers[number] = self.balancer.ask(node, "/monitoring/individual/records/addOrUpdateSingle", {"id": "w-once", "name": "Nobody Whosoever"},
                                                {"Idempotency-Key": "the same on all servers"}, timeout=30)

        threads = [threading.Thread(target=save, args=each) for each in enumerate(self.cluster.nodes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        made = rows(self.url, "select type from events where data::json->>'monitorRecordId' = 'w-once'")
        self.checks.check("one Idempotency-Key on three servers at the same time is one change with one answer",
                          made == ["record.created"] and all(each == answers[0] for each in answers) and answers[0][0] == 200, (made, answers))
        basic = base64.b64encode(b"eve:a wrong password").decode()
        node = self.cluster.nodes[0]
        for _ in range(11):
            status, _ = self.balancer.ask(node, "/svc/3.0/api/token/BANK", headers={"Authorization": "Basic " + basic}, timeout=30)
        for node in self.cluster.nodes:
            status, _ = self.balancer.ask(node, "/svc/3.0/api/token/BANK", headers={"Authorization": "Basic " + basic}, timeout=30)
            self.checks.check("who guessed too often on one server is throttled on all", status == 429, status)

    def check_strangers(self):
        """Who would serve other lists than the rest does not start."""
        node = self.cluster.nodes[0]
        alone = node.command("lists", "import", str(DEMO[1]), check=False, without=["shared_directory"])
        self.checks.check("a server that does not share the generations of the others is refused",
                          alone.returncode != 0 and "set shared_directory" in alone.stderr, alone.stdout + alone.stderr)

    def run(self):
        self.prepare()
        self.check_shared_secrets()
        self.check_strangers()
        if self.arguments.canary:
            self.settle_and_damage()
            return
        faults = [self.stop_beyond_lease, self.kill_one, self.cut_connections]
        steps = [faults[number % len(faults)] for number in range(self.arguments.rounds)]
        steps += [self.announcements, self.restart_in_turn, self.promote_standby, self.check_audit, self.newer_schema, self.check_deliveries]
        for step in steps:
            began = time.monotonic()
            step()
            if self.arguments.verbose:
                print(f"{step.__name__}: {time.monotonic() - began:.1f} s, {self.checks.passed} passed, {self.checks.failed} failed", flush=True)

    def settle_and_damage(self):
        self.change_lists(self.cluster.nodes[0])
        self.balancer.wait_until_screened(self.generation)
        rows(self.url, "delete from matches where (project_id, record_number, qr_code) in"
                       " (select project_id, record_number, qr_code from matches limit 1)")
        self.settle("a match taken away")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60 if LONG else 3)
    parser.add_argument("--records", type=int, default=100000 if LONG else 4500)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="how long each step took")
    arguments = parser.parse_args()
    if arguments.canary:
        arguments.records = min(arguments.records, 500)
    print("seed", arguments.seed)
    run = Run(arguments)
    try:
        run.run()
    except (AssertionError, Gone) as problem:
        run.checks.check("the run comes to its end", False, problem)
    finally:
        run.close()
    checks = run.checks
    if arguments.canary:
        found = checks.failed == 1
        print(f"{int(found)} passed, {int(not found)} failed")
        return 0 if found else 1
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
