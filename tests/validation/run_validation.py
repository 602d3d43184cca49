"""`vedette validate` on an installation of its own: the result repeats byte for byte, is signed and recorded in the audit chain;
weak classes and who accepts them; what is refused. Prints "N passed, N failed" at the end.

  tests/validation/run_validation.py [--canary]

--canary proves that the run can fail: the second run has another seed.
"""
import argparse
import csv
import hashlib
import html
import json
import pathlib
import re
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import ROOT, Checks, Client, Server  # noqa: E402

LIST = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
SMALL = ("--per-class", "12", "--per-population", "20")
PASSWORD = "correct horse battery"
FILES = ("validation.json", "validation.csv", "validation.html")
checks = Checks()
check = checks.check


class Run:
    def __init__(self, server, folder, *more, seed=7):
        self.folder = folder
        done = server.command("validate", "--seed", str(seed), "--out", str(folder), "--json", *SMALL, *map(str, more), check=False)
        self.status, self.text = done.returncode, done.stdout + done.stderr
        self.summary = json.loads(done.stdout) if done.stdout.startswith("{") else {}

    def file(self, name):
        return (self.folder / name).read_text()

    def result(self):
        return json.loads(self.file("validation.json"))


def without_run(page):
    return re.sub(r'<p id="run">.*\n', "", page)


def repeat_checks(one, two):
    for name in FILES[:2]:
        check(f"{name} repeats byte for byte", one.file(name) == two.file(name))
    check("the page repeats but for its run", without_run(one.file(FILES[2])) == without_run(two.file(FILES[2])))
    check("each run has an id of its own", one.summary["runId"] != two.summary["runId"], one.summary)


def content_checks(run):
    result = run.result()
    check("at least 25 classes are tested", len(result["treated"]["classes"]) >= 25, len(result["treated"]["classes"]))
    check("every listed name is found", result["control"]["found"] == result["control"]["queries"] > 0, result["control"])
    check("people, organisations and vessels are tested",
          {"people", "organisations"} <= {row["id"] for row in result["treated"]["parties"]}, result["treated"]["parties"])
    check("each class has its interval", all(0 <= row["low"] <= row["recall"] <= row["high"] <= 1 for row in result["treated"]["classes"]))
    check("the result is bound to the lists", all(len(each["sha256"]) == 64 for each in result["binding"]["lists"]), result["binding"])
    check("ordinary names of every region", len({row["population"] for row in result["ordinary"]}) >= 10, result["ordinary"])
    rows = list(csv.DictReader(run.file("validation.csv").splitlines()))
    treated = sum(int(row["queries"]) for row in rows if row["part"] == "treated")
    check("the cells of the CSV add up", treated == result["treated"]["queries"], (treated, result["treated"]))
    page = run.file("validation.html")
    check("the page stands alone", "<script" not in page and "http" not in re.sub(r"<p id=.run.*", "", page).replace("http-equiv", ""))
    for heading in ("What was tested", "What is weak", "Control", "Treated", "Stability", "Ordinary", "Sweep", "Difference", "How to repeat"):
        check(f"the page says: {heading}", f"<h2>{heading}" in page)
    digest = hashlib.sha256((run.folder / "validation.json").read_bytes()).hexdigest()
    check("the page names the digest of the result", digest in page and digest == run.summary["resultSha256"])


def signature_checks(server, run):
    for name in FILES:
        done = server.command("verify", str(run.folder / name), check=False)
        check(f"{name} is signed", done.returncode == 0 and "validation-report" in done.stdout, done.stdout + done.stderr)
    changed = run.folder / "validation.html"
    original = changed.read_text()
    changed.write_text(original.replace("weak", "strong", 1))
    done = server.command("verify", str(changed), check=False)
    check("a changed page is caught", done.returncode == 1, done.stdout)
    changed.write_text(original)


def acceptance_checks(server, folder, run):
    weak = [row["id"] for row in run.result()["weak"]]
    check("a class without an owner fails the run", bool(weak) == (run.status == 1), (weak, run.status, run.text))
    accepted = folder / "accepted.csv"
    accepted.write_text("class,owner,note\n" + "".join(f"{each},Jo Doe,\"known, <rare>\"\n" for each in weak))
    second = Run(server, folder / "accepted", "--accepted", accepted, "--against", run.folder / FILES[0])
    check("accepted classes pass", second.status == 0, second.text)
    check("owner and note are shown", not weak or "Jo Doe" in second.file(FILES[2]) and "known, &lt;rare&gt;" in second.file(FILES[2]))
    check("the same engine has no difference", "Every class has the same result" in second.file(FILES[2]))
    third = Run(server, folder / "carried", "--against", second.folder / FILES[0])
    check("the next run carries them on", third.status == 0, third.text)


def project_checks(server, folder):
    rows = folder / "customers.csv"
    rows.write_text("id,name,type\n1,Anna Huber,individual\n2,Paul Meyer,individual\n3,Bakery Meyer GmbH,business\n")
    server.command("records", "import", str(rows), "--project", "BANK")
    run = Run(server, folder / "project", "--project", "BANK")
    result = run.result()
    own = [row for row in result["ordinary"] if row["population"] == "own records"]
    check("the records of the project are tested", sum(row["queries"] for row in own) == 3 == result["binding"]["ownRecords"], own)
    check("no name of a customer is shown", "Huber" not in "".join(run.file(name) for name in FILES))
    audit = server.command("audit", "verify", check=False)
    check("the chains hold", audit.returncode == 0, audit.stdout + audit.stderr)


def own_test_checks(server, folder):
    listed = next(json.loads(line) for line in LIST.read_text().splitlines() if json.loads(line).get("names"))
    name = listed["names"][0]["text"]
    rows = folder / "own-cases.csv"
    rows.write_text(f'name,expected\n"{name}",match\n"{name}","{name}"\nAnna Huber,no match\n')
    done = server.command("validate", "--own", str(rows), "--out", str(folder / "own"), check=False)
    check("own cases that are right pass", done.returncode == 0 and "right: 3" in done.stdout, done.stdout + done.stderr)
    rows.write_text(f'name,expected\n"{name}",no match\nAnna Huber,match\n')
    done = server.command("validate", "--own", str(rows), "--out", str(folder / "own-wrong"), check=False)
    check("own cases that are wrong fail", done.returncode == 1 and "missed: 1" in done.stdout and "false alert: 1" in done.stdout, done.stdout)
    signed = server.command("verify", str(folder / "own-wrong" / "own.csv"), check=False)
    check("the outcomes are signed", signed.returncode == 0, signed.stdout + signed.stderr)


def text_of(page):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<style>.*?</style>|<svg.*?</svg>", " ", page, flags=re.S))).split())


def reader_checks(server, folder, run):
    """An examiner reads the page and nothing else: the text answers everything, and truly."""
    text, result = text_of(run.file(FILES[2])), run.result()
    bound = result["binding"]
    for each in bound["lists"]:
        check("on what: each list with its digest", each["list"] in text and each["sha256"] in text, each)
    check("on what: the generation", f"Generation {bound['generation']}, made" in text, text[:600])
    threshold = re.search(r"Threshold (\d+) of 100", text)
    check("on what: the threshold", threshold and int(threshold[1]) == bound["threshold"], text[:900])
    check("what: the number of variations of each class", f"{bound['perClass']} variations of each class" in text, text[:900])
    treated = result["treated"]
    share = f"{treated['found'] * 10000 // treated['queries'] // 100}.{treated['found'] * 10000 // treated['queries'] % 100:02} %"
    check("with what result", f"{share} of treated names found at {bound['threshold']}" in text, (share, text[:600]))
    weak = text[text.index("What is weak, and who accepted it"):text.index("Control", text.index("What is weak, and who accepted it"))]
    check("what is weak", all(row["id"] in weak for row in result["weak"]), weak)
    check("who accepted it: that no one did is said", weak.count("not accepted") == len(result["weak"]), weak)
    command = re.search(r"How to repeat it On generation \d+ with Vedette \S+ vedette validate ([-a-z0-9 ]+?) validation", text)
    check("how to repeat it", command, text[-900:])
    if command:
        again = folder / "again"
        server.command("validate", *command[1].split(), "--out", str(again), check=False)
        check("whoever repeats it gets the same bytes", (again / FILES[0]).read_text() == run.file(FILES[0]))


def until_done(desk, run, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        state = desk.data(f"/validation/runs/{run}")["run"]
        if state["state"] in ("done", "failed"):
            return state
        time.sleep(0.3)
    return state


def service_checks(server, folder):
    """A run inside the server: it goes on after the process was killed, and its files are signed."""
    server.add_user("BANK", "ana", PASSWORD)
    server.extra["validation_cpu_percent"] = "20"
    server.start()
    desk = Client(server, "BANK", "ana", PASSWORD)
    run = desk.data("/validation/runs", {"seed": 7, "perClass": 60, "perPopulation": 60}, "POST")["run"]["id"]
    deadline = time.monotonic() + 60
    while desk.data(f"/validation/runs/{run}")["run"]["state"] == "waiting" and time.monotonic() < deadline:
        time.sleep(0.05)
    desk.close()
    server.kill()
    server.start()
    desk = Client(server, "BANK", "ana", PASSWORD)
    ended = until_done(desk, run)
    check("a run ends though the server was killed", ended["state"] == "done", ended)
    digest = ended.get("result", {}).get("resultSha256")
    again = until_done(desk, desk.data("/validation/runs", {"seed": 7, "perClass": 60, "perPopulation": 60}, "POST")["run"]["id"])
    check("a run that was never broken off has the same result", again.get("result", {}).get("resultSha256") == digest, again)
    for name in FILES:
        for suffix in ("", ".sig"):
            wanted = urllib.request.Request(f"{server.url}/validation/runs/{run}/files/{name}{suffix}", headers={"Authorization": "Bearer " + desk.token})
            with urllib.request.urlopen(wanted) as answer:
                (folder / f"{name}{suffix}").write_bytes(answer.read())
        done = server.command("verify", str(folder / name), check=False)
        check(f"{name} of the service is signed", done.returncode == 0, done.stdout + done.stderr)
    desk.close()
    server.stop()


def refusal_checks(server, folder, run):
    for words, said in ((("--per-class", "0"), "--per-class"), (("--threshold", "101"), "--threshold"), (("--line", "0"), "--line"),
                        (("--threshold", "80", "--floor", "81"), "--floor"), (("--against", folder / "none.json"), "none.json"),
                        (("--accepted", run.folder / FILES[0]), "quote inside"), (("--project", "MISSING"), "MISSING")):
        refused = Run(server, folder / "refused", *words)
        check(f"refused: {words}", refused.status != 0 and said in refused.text, refused.text)
    again = Run(server, run.folder)
    check("a result is never written over", again.status != 0 and "--out" in again.text, again.text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--canary", action="store_true")
    canary = parser.parse_args().canary
    server = Server()
    with tempfile.TemporaryDirectory(prefix="vedette-validation-") as name:
        folder = pathlib.Path(name)
        try:
            server.add_project("BANK", "Bank plc")
            server.command("lists", "import", str(LIST))
            one = Run(server, folder / "one", "--threads", 1)
            two = Run(server, folder / "two", "--threads", 2, seed=8 if canary else 7)
            repeat_checks(one, two)
            content_checks(one)
            signature_checks(server, one)
            acceptance_checks(server, folder, one)
            project_checks(server, folder)
            own_test_checks(server, folder)
            refusal_checks(server, folder, one)
            reader_checks(server, folder, one)
            service_checks(server, folder)
        finally:
            server.close()
    if canary:
        print(f"{int(checks.failed > 0)} passed, {int(checks.failed == 0)} failed")
        return 0 if checks.failed else 1
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
