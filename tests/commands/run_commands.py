"""`vedette doctor` and `vedette replay` on installations that are whole, new, and broken in one way each; commands on none;
the line that shows how far an import is.
Prints "N passed, N failed" at the end."""
import base64
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import pty
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, ROOT, Server, clean_environment  # noqa: E402

PASSWORD = "only for this test"
passed = failed = 0


def check(title, condition, detail=""):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {title}: {detail}")


def vedette(*words, environment=None):
    return subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True, env={**clean_environment(), **(environment or {})})


class Diagnosis:
    """What the doctor says of a data directory."""

    def __init__(self, data, *more, environment=None):
        done = vedette("doctor", "--json", "--data", data, *more, environment=environment)
        self.status = done.returncode
        self.text = done.stdout + done.stderr
        self.findings = json.loads(done.stdout)["findings"] if done.stdout else []

    def has(self, state, name, *words):
        """Whether a finding of that name is in that state, mentions the words, and says what to do unless all is well."""
        return any(each["state"] == state and each["check"] == name and all(word in each["what"] + each["next"] for word in words)
                   and (state == "ok" or each["next"]) for each in self.findings)


def doctor_checks(data):
    whole = Diagnosis(data)
    check("nothing is bad in a whole installation", whole.status == 0 and not any(each["state"] == "bad" for each in whole.findings), whole.text)
    for name in ("settings", "data directory", "server key", "ledger", "catalogue", "list vedette-demo", "network"):
        check(f"a whole installation: {name} is well", whole.has("ok", name), whole.text)
    check("nobody fetches lists, which is worth a word", whole.has("warn", "sources", "update_sources"), whole.text)
    plain = vedette("doctor", "--data", data)
    check("people get one line each", "ok    data directory" in plain.stdout and ", 0 bad" in plain.stdout, plain.stdout)

    empty = pathlib.Path(tempfile.mkdtemp(prefix="vedette-empty-"))
    fresh = Diagnosis(empty)
    check("a new installation cannot screen", fresh.status == 1 and fresh.has("bad", "catalogue", "lists import"), fresh.text)
    check("and the doctor makes nothing there", not any(empty.iterdir()), list(empty.iterdir()))
    missing = Diagnosis(empty / "nowhere")
    check("a data directory that is not there", missing.status == 1 and missing.has("bad", "data directory", "--data"), missing.text)
    check("stays away", not (empty / "nowhere").exists())
    shutil.rmtree(empty)

    settings = vedette("doctor", "--json", "--data", data, environment={"VEDETTE_MAX_BODI_BYTES": "1"})
    check("a misspelt setting is a finding", settings.returncode == 1 and "max_body_bytes" in settings.stdout, settings.stdout)
    check("and what would stop at it as well is not the way to mend it", "vedette settings" not in settings.stdout and "mend its name" in settings.stdout, settings.stdout)
    wrong = vedette("doctor", "--data", data, environment={"VEDETTE_MAX_BODY_BYTES": "much"})
    check("a wrong value comes with what the setting means", wrong.returncode == 1 and "--max-body-bytes" in wrong.stdout and "it means: " in wrong.stdout, wrong.stdout)
    check("tokens of two years are worth a word", Diagnosis(data, "--environment", "uat").has("warn", "settings", "uat"))
    check("plain HTTP for other machines is worth a word", Diagnosis(data, "--listen", "0.0.0.0:8080").has("warn", "network", "TLS"))
    few = subprocess.run([str(BINARY), "doctor", "--data", str(data), "--max-connections", "5000"], capture_output=True, text=True, env=clean_environment(),
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024)))
    check("more connections than files", "LimitNOFILE=5512" in few.stdout, few.stdout)
    check("room for all connections", Diagnosis(data, "--max-connections", "100").has("ok", "open files"))
    stranger = Diagnosis(data, "--database", "postgresql://nobody@127.0.0.1:1/none")
    check("a database that does not answer", stranger.status == 1 and stranger.has("bad", "ledger", "PostgreSQL"), stranger.text)


def broken_checks(data):
    """One thing broken at a time, in a copy."""
    def copy():
        made = pathlib.Path(tempfile.mkdtemp(prefix="vedette-broken-"))
        shutil.copytree(data, made, dirs_exist_ok=True)
        made.chmod(0o700)
        return made

    def with_key_for_all(made):
        (made / "server.key").chmod(0o644)

    def without_key(made):
        (made / "server.key").unlink()

    def for_everybody(made):
        made.chmod(0o755)

    def newer_schema(made):
        ledger = sqlite3.connect(made / "ledger.db")
        ledger.execute("insert into schema_migrations values (9999, 'later', zeroblob(32), 0)")
        ledger.commit()

    def older_schema(made):
        ledger = sqlite3.connect(made / "ledger.db")
        ledger.execute("delete from schema_migrations where number = (select max(number) from schema_migrations)")
        ledger.commit()

    def spoilt_ledger(made):
        (made / "ledger.db").write_bytes(b"this is no database" * 1000)

    def cut_catalogue(made):
        for file in (made / "catalogue").glob("generation-*.vedcat"):
            os.truncate(file, 1000)

    def future(made):
        for file in (made / "catalogue").glob("generation-*.vedcat"):
            os.utime(file, (time.time() + 10 * 86400, time.time() + 10 * 86400))

    def another_key(made):
        (made / "server.key").write_bytes(bytes(range(32)))

    def ledger_gone(made):
        for file in made.glob("ledger.db*"):
            file.unlink()

    def empty_ledger(made):
        ledger_gone(made)
        (made / "ledger.db").touch(0o600)

    def older_lists(made):
        for generation in (2, 3):
            done = vedette("lists", "import", ROOT / "data" / "demo" / f"vedette-demo-2026-0{2 if generation == 2 else 1}.jsonl", "--allow-shrink", "--allow-older", "--data", made)
            assert done.returncode == 0, done.stderr
        ledger = sqlite3.connect(made / "ledger.db")
        ledger.execute("insert into watched_generations values (3, 0, 0)")  # as if a server had served it
        ledger.commit()
        ledger.close()
        os.truncate(made / "catalogue" / "generation-3.vedcat", 1000)

    cases = [(another_key, "bad", "server key", ("key_file",)), (ledger_gone, "bad", "ledger", ("vedette restore", "nobody is monitored")),
             (empty_ledger, "bad", "ledger", ("vedette restore", "ledger.begun")),
             (older_lists, "bad", "catalogue", ("generation 2 serves instead",)), (older_lists, "bad", "older lists", ("generation 3 has served",)),
             (with_key_for_all, "bad", "server key", ("chmod 600",)), (without_key, "bad", "server key", ("audit chain",)),
             (for_everybody, "warn", "data directory", ("chmod 700",)), (newer_schema, "bad", "ledger", ("schema",)),
             (older_schema, "warn", "ledger", ("backup",)), (spoilt_ledger, "bad", "ledger", ("backup",)),
             (cut_catalogue, "bad", "catalogue", ()), (future, "bad", "clock", ("not come yet",))]
    for breaks, state, name, words in cases:
        made = copy()
        breaks(made)
        found = Diagnosis(made)
        check(f"{breaks.__name__.replace('_', ' ')}: {name} is {state}", found.has(state, name, *words) and found.status == (state == "bad"), found.text)
        shutil.rmtree(made)


def tls_checks(data):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-tls-"))

    def certificate(name, days):
        # openssl refuses to sign for the past; a certificate that lives for minutes is as good as ended in three weeks.
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", str(days),
                        "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"], check=True, capture_output=True)
        (folder / f"{name}.key").chmod(0o600)

    def diagnosis(certificate_name, key_name):
        return Diagnosis(data, "--tls-certificate", folder / f"{certificate_name}.pem", "--tls-key", folder / f"{key_name}.key")

    certificate("good", 365)
    certificate("short", 5)
    check("a good certificate", diagnosis("good", "good").has("ok", "network", "TLS"))
    check("one that ends soon", diagnosis("short", "short").has("warn", "network", "renew"))
    check("one with another's key", diagnosis("good", "short").has("bad", "network", "belong"))
    check("one that is not there", diagnosis("none", "good").has("bad", "network", "none.pem"))
    (folder / "good.key").chmod(0o644)
    check("a key that everybody can read", diagnosis("good", "good").has("bad", "network", "chmod"))
    shutil.rmtree(folder)


def made_for_owner_alone():
    """Whether `lists import` into a new place keeps others out of it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-first-"))
    vedette("lists", "import", ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl", "--data", folder / "data")
    mode = (folder / "data").stat().st_mode
    shutil.rmtree(folder)
    return mode & 0o077 == 0


def import_on_terminal(columns, *words):
    """`lists import` with standard error on a terminal: its exit status, standard output, and each state of the line."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([str(BINARY), "lists", "import", *map(str, words)], stdout=subprocess.PIPE, stderr=theirs, env=clean_environment())
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 4096):
            shown += block
    except OSError:  # how Linux says that the other side is closed
        pass
    os.close(ours)
    out = process.communicate()[0].decode()
    return process.returncode, out, shown.decode().split("\r\x1b[K")


def progress_checks():
    """The line that shows how far an import is, on a list whose files are looked through before they are read."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-progress-"))
    nothing = "-0- ," * 7
    parties = (f'{i},"NAME{i}, Some","individual","SDGT",{nothing}"{"A remark that is long. " * 5}"\n' for i in range(1, 3001))
    (folder / "sdn.csv").write_text("".join(parties))
    (folder / "alt.csv").write_text('1,1,"aka","OTHER NAME",-0- \n')
    (folder / "add.csv").write_text('1,1,"A street","A town","Cuba",-0- \n')
    files = [folder / name for name in ("sdn.csv", "alt.csv", "add.csv")]
    columns = 60
    status, out, states = import_on_terminal(columns, *files, "--data", folder / "data")
    first = states[1] if len(states) > 1 else ""
    check("an import on a terminal shows what it reads", status == 0 and first.startswith("reading ofac-sdn, 1,000 records [#"), states)
    check("the bar is not full while there is more to read", ".]" in first, first)
    check("no line is longer than the terminal is wide", all(len(each) < columns for each in states), states)
    check("the line is wiped at the end", states[0] == "" and states[-1] == "" and "\x1b" not in out, (states, out))
    quiet = vedette("lists", "import", *files, "--data", folder / "data")
    check("an import that nobody watches shows no line", quiet.returncode == 0 and quiet.stderr == "", quiet.stderr)
    shutil.rmtree(folder)


def nothing_is_made():
    """A mistyped data directory is named, never made; a good check of nothing would be a wrong answer."""
    empty = pathlib.Path(tempfile.mkdtemp(prefix="vedette-empty-"))
    nowhere = empty / "nowhere"
    ledger = (("project", "list"), ("user", "list", "--project", "DEMO"), ("client", "list", "--project", "DEMO"), ("replay", "1-x"),
              ("records", "export", "--project", "DEMO"), ("audit", "verify"), ("audit", "export-head"),
              ("user", "add", "--project", "DEMO", "--username", "eva"))
    catalogue = (("screen", "Barnaby Thistlewick"), ("verify",), ("lists", "rebuild"), ("lists", "status"), ("lists", "remove", "un-sc"))
    for words, what in [(each, "there is no ledger in") for each in ledger] + [(each, "there is no catalogue in") for each in catalogue]:
        done = vedette(*words, "--data", nowhere)
        check(f"{' '.join(words)} says that there is nothing", done.returncode == 1 and what in done.stderr, done.stdout + done.stderr)
        check(f"{' '.join(words)} makes nothing", not nowhere.exists(), words)
        shutil.rmtree(nowhere, ignore_errors=True)
    shutil.rmtree(empty)


def odd_screenings(data):
    """Flags that leave nothing to show, and files that would take each other's place."""
    none = vedette("screen", "Barney Thistlewicke", "--limit", "0", "--data", data)
    check("a page without rows tells how many matches there are", none.returncode == 0 and none.stdout == "0 of 1 matches\n", (none.returncode, none.stdout + none.stderr))
    for words in (("--id", "passport:DEMO-PP-US-000006"), ("--id", "passport:US:demo pp us 000006"), ("Passport DEMO-PP-US-000006",)):
        hits = json.loads(vedette("screen", *words, "--json", "--data", data).stdout)["hits"]
        check(f"screen {words[-1]} finds its owner", len(hits) == 1 and hits[0]["matchedBy"] == ["identifier"]
              and hits[0]["identifierMatches"][0]["outcome"] == "agrees", hits)
    slip = json.loads(vedette("screen", "--id", "passport:DEMO-PP-US-000007", "--json", "--data", data).stdout)["hits"]
    check("screen --id with a slip gives a hint", [hit["identifierMatches"][0]["outcome"] for hit in slip] == ["oneOff"], slip)
    wrong = vedette("screen", "--id", "imo:9116413", "--data", data)
    check("screen --id says that a check digit is wrong", wrong.returncode == 0 and "check digit" in wrong.stderr, wrong.stderr)
    unknown = vedette("screen", "--id", "shoe:42", "--data", data)
    check("screen --id names the types", unknown.returncode != 0 and "passport, nationalId" in unknown.stderr, unknown.stderr)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-screened-"))
    customers = folder / "customers.csv"
    customers.write_text("name\nBarney Thistlewicke\n")
    (folder / "same.csv").symlink_to(customers)
    for words in (("--out", customers), ("--out", folder / "same.csv"), ("--report", customers), ("--out", folder / "new", "--report", folder / "new")):
        done = vedette("screen", "--csv", customers, *words, "--restart", "--data", data)
        check(f"screen --csv {' '.join(map(str, words))} is refused", done.returncode != 0 and "are the same file" in done.stderr
              and customers.read_text().startswith("name\n"), done.stdout + done.stderr)
    only = vedette("lists", "remove", "vedette-demo", "--data", data)
    check("the only list is not removed", only.returncode == 1 and "import another one first" in only.stderr, only.stdout + only.stderr)
    shutil.rmtree(folder)


def same_file_again():
    """A file that serves makes no generation, unless it is forced; help shows what an option may be."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-again-"))
    words = ("lists", "import", ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl", "--data", folder)
    vedette(*words)
    again = vedette(*words)
    check("the same file makes no generation", again.returncode == 0 and "nothing changed, generation 1 keeps serving" in again.stdout, again.stdout + again.stderr)
    told = json.loads(vedette(*words, "--json").stdout)
    check("--json says so too", told["nothingChanged"] is True and told["generation"] == 1, told)
    forced = vedette(*words, "--force")
    check("--force imports it all the same", "generation 2 serves" in forced.stdout, forced.stdout + forced.stderr)
    settings = [line for line in vedette("serve", "--help").stdout.split("\n") if "--stale-lists" in line or "answer, refuse" in line]
    check("help shows what a setting may be and what it is", "[answer, refuse; default answer]" in " ".join(settings) or "default answer]" in vedette("serve", "--help").stdout, settings)
    formats = vedette("lists", "import", "--help").stdout
    check("help names the formats", "ofac-csv" in formats and "un-xml" in formats, formats)
    (folder / "own.csv").write_text("Nom,Pays\nA,FR\n")
    unknown = vedette("lists", "import", folder / "own.csv", "--data", folder)
    check("a csv of one's own leads to --mapping", unknown.returncode == 1 and "--mapping FILE" in unknown.stderr, unknown.stderr)
    (folder / "own.toml").write_text('list = "own"\ndatasets = ["POI"]\n[columns]\nnom = "Nom"\n')
    wrong = vedette("lists", "import", folder / "own.csv", "--mapping", folder / "own.toml", "--data", folder)
    check("a wrong field leads to the fields", wrong.returncode == 1 and "'nom' is not a field; the fields are id, name" in wrong.stderr, wrong.stderr)
    shutil.rmtree(folder)


def demo_bank():
    """`vedette demo` leaves a bank that has customers, reviewed and open cases, and something new from the second version of a list."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-demo-"))
    words = ("demo", "--lists", ROOT / "data" / "demo", "--json", "--data", folder / "data")
    done = vedette(*words)
    made = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {}
    check("demo makes 300 customers", made.get("customers") == 300, done.stdout + done.stderr)
    check("some of their matches are reviewed, some wait", made.get("reviewed", 0) >= 10 and made.get("open", 0) >= 10, made)
    users = json.loads(vedette("user", "list", "--project", "DEMO", "--json", "--data", folder / "data").stdout)["users"]
    check("its analysts are no admins", {each["role"] for each in users} == {"analyst"}, users)
    again = vedette(*words)
    check("a second demo changes nothing", again.returncode == 1 and "has 300 customers already" in again.stderr, again.stdout + again.stderr)
    other = vedette(*words, "--project", "OTHER", "--customers", "40")
    check("another project can have one too", other.returncode == 0 and '"customers":40' in other.stdout, other.stdout + other.stderr)
    records = vedette("records", "export", "--project", "DEMO", "--data", folder / "data").stdout
    check("the listed are among the ordinary", records.count("\n") == 301 and "Goetz Kuehnapfel" in records, records[:300])
    check("verify holds", vedette("verify", "--queries", "5", "--data", folder / "data").returncode == 0)
    shutil.rmtree(folder)


def unknown_words():
    """What is not known is named, whatever else is missing."""
    for words, what in ((("lists", "import", "--bogus"), "does not know --bogus"), (("lists", "frob"), "vedette lists has no command frob; there are import, "),
                        (("frob",), "vedette has no command frob; there are serve, "), (("project", "add", "X", "--bogus"), "does not know --bogus"),
                        (("lists", "import"), "files is required")):
        done = vedette(*words)
        check(f"{' '.join(words)} names what is wrong", done.returncode == 2 and what in done.stderr, done.stdout + done.stderr)


def counts_agree():
    """All commands count the profiles that serve; an undated list is told by the doctor too."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-counts-"))
    line = '{"list": "ofac-sdn", "record": "%d", "names": [{"text": "Rupert Fenwright %s"}]}\n'
    for count in (3, 2):
        (folder / "list.jsonl").write_text('{"listHeader": {"list": "ofac-sdn", "name": "SDN"}}\n' + "".join(line % (i, "abc"[i]) for i in range(count)))
        done = vedette("lists", "import", folder / "list.jsonl", "--allow-shrink", "--data", folder / "data")
        check("the list is read", done.returncode == 0, done.stderr)
    (folder / "c.csv").write_text("name\nNobody Unlisted\n")
    status = vedette("lists", "status", "--data", folder / "data").stdout
    check("lists status counts what serves", "serves: 2 profiles (1 more have left their lists)" in status, status)
    found = Diagnosis(folder / "data")
    check("the doctor counts what serves", found.has("ok", "catalogue", "2 profiles (1 more"), found.text)
    check("the doctor warns of a list without a date", found.has("warn", "list ofac-sdn", "does not say when it was published"), found.text)
    screened_file = vedette("screen", "--csv", folder / "c.csv", "--data", folder / "data").stderr
    check("screen counts what serves", "(2 profiles of 1 lists)" in screened_file, screened_file)
    shutil.rmtree(folder)


def second_start(server):
    """`script/server` beside a server that runs on the data directory: it fails before it gives the user another password."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-second-"))
    (folder / "script").mkdir()
    (folder / "build" / "release").mkdir(parents=True)
    (folder / "build" / "release" / "vedette").symlink_to(BINARY)
    (folder / "data").symlink_to(ROOT / "data")
    shutil.copy(ROOT / "script" / "server", folder / "script" / "server")
    for name in ("bootstrap", "build"):  # everything is there and built
        (folder / "script" / name).write_text("#!/bin/sh\n")
        (folder / "script" / name).chmod(0o755)
    server.add_user("DEMO", "demo", PASSWORD)
    done = subprocess.run([folder / "script" / "server", "--data", server.data, "--listen", "127.0.0.1:0"], capture_output=True, text=True, env=clean_environment(), timeout=60)
    check("a second script/server fails", done.returncode == 1 and "another server (process" in done.stderr and "password" not in done.stdout, done.stdout + done.stderr)
    basic = "Basic " + base64.b64encode(f"demo:{PASSWORD}".encode()).decode()
    with urllib.request.urlopen(urllib.request.Request(server.url + "/svc/3.0/api/token/DEMO", headers={"Authorization": basic})) as answer:
        check("and leaves the password", answer.status == 200)
    shutil.rmtree(folder)


def as_stranger(*words, folder):
    """A command of a user who may not look into the data directory; the tests may be run by root, who may look everywhere."""
    def become_nobody():
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
    return subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True, env=clean_environment(), preexec_fn=become_nobody, cwd=folder)


def files_that_cannot_be_used(data):
    """What is wrong with a file or folder is said as the system says it; what may not be looked at is not missing."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-files-"))
    folder.chmod(0o777)
    closed = folder / "closed"
    shutil.copytree(data, closed)
    closed.chmod(0o000)
    # To another user than the owner the command is named that he may run; the owner is told what the system says.
    told = "belongs to root" if os.geteuid() == 0 else "Permission denied"
    for words in (("backup", folder / "copy"), ("screen", "Barney Thistlewicke"), ("lists", "status"), ("verify",)):
        done = as_stranger(*words, "--data", closed, folder=folder)
        check(f"{words[0]} without permission says so", done.returncode == 1 and told in done.stderr and "nothing" not in done.stderr, done.stdout + done.stderr)
    closed.chmod(0o700)
    customers = folder / "c.csv"
    customers.write_text("name\nBarney Thistlewicke\n")
    for words, what in ((("--csv", folder), "Is a directory"), (("--csv", folder / "none.csv"), "No such file or directory"),
                        (("--csv", customers, "--out", folder / "none" / "x.csv"), "No such file or directory"),
                        (("--csv", customers, "--report", folder / "none" / "x.html"), "No such file or directory")):
        done = vedette("screen", *words, "--data", data)
        check(f"screen {' '.join(map(str, words))} says why not", done.returncode == 1 and what in done.stderr, done.stderr)
    none = vedette("records", "import", folder / "none.csv", "--project", "DEMO", "--data", data)
    check("records import says why not", none.returncode == 1 and "No such file or directory" in none.stderr, none.stderr)
    empty = vedette("settings", "--json", environment={"VEDETTE_DATA": ""})
    check("an empty VEDETTE_DATA is none", empty.returncode == 0 and '"vedette-data"' in empty.stdout, empty.stdout + empty.stderr)
    named = vedette("settings", "--data", "")
    check("an empty --data is an error", named.returncode == 2 and "data: must name a directory" in named.stderr, named.stderr)
    shutil.rmtree(folder)


def lost_key(data):
    """A ledger whose key is gone waits for that key; a new one would not fit."""
    copy = pathlib.Path(tempfile.mkdtemp(prefix="vedette-keyless-")) / "data"
    shutil.copytree(data, copy)
    (copy / "server.key").unlink()
    for words in (("serve", "--listen", "127.0.0.1:0"), ("audit", "verify"), ("project", "list"), ("project", "add", "NEW", "--company", "New plc"),
                  ("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-02.jsonl"))):
        done = vedette(*words, "--data", copy)
        check(f"{' '.join(words[:2])} asks for the key", done.returncode == 1 and "put it back" in done.stderr, done.stdout + done.stderr)
        check(f"{' '.join(words[:2])} makes no key", not (copy / "server.key").exists())
    shutil.rmtree(copy.parent)


def lost_ledger(data):
    """An empty ledger in the place of one that was lost would leave everybody without monitoring, and nobody would know."""
    for what, leave in (("missing", lambda file: file.unlink()), ("empty", lambda file: os.truncate(file, 0))):
        copy = pathlib.Path(tempfile.mkdtemp(prefix="vedette-lost-")) / "data"
        shutil.copytree(data, copy)
        for file in copy.glob("ledger.db*"):
            leave(file)
        for words in (("serve", "--listen", "127.0.0.1:0"), ("audit", "verify"), ("project", "list"), ("project", "add", "NEW", "--company", "New plc"),
                      ("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-02.jsonl"))):
            done = vedette(*words, "--data", copy)
            check(f"{' '.join(words[:2])} begins no other ledger where it is {what}", done.returncode == 1 and "vedette restore" in done.stderr
                  and "ledger.begun" in done.stderr, done.stdout + done.stderr)
        (copy / "ledger.begun").unlink()
        done = vedette("project", "add", "NEW", "--company", "New plc", "--data", copy)
        check(f"unless the operator wants it ({what})", done.returncode == 0, done.stdout + done.stderr)
        shutil.rmtree(copy.parent)


def screened(server):
    """The refs of a recorded search and of a recorded batch."""
    def ask(path, headers, body=None):
        request = urllib.request.Request(server.url + path, headers=headers, data=json.dumps(body).encode() if body else None)
        return json.load(urllib.request.urlopen(request))
    basic = "Basic " + base64.b64encode(f"ana:{PASSWORD}".encode()).decode()
    bearer = {"Authorization": "Bearer " + ask("/svc/3.0/api/token/DEMO", {"Authorization": basic})["access_token"]}
    single = ask("/screening?search_type=individual&name=Barney+Thistlewicke", bearer)["data"]["ref"]
    batch = ask("/screening/batch", bearer, {"search_type": "individual", "items": [
        {"key": "C-1", "name": "Barney Thistlewicke"}, {"key": "C-2", "name": "Wilhelmina Quarterbrook"}]})["data"]["ref"]
    none_asked_for = ask("/screening?search_type=individual&name=Barney+Thistlewicke&limit=0", bearer)["data"]["ref"]
    return single, batch, none_asked_for


def record_as_it_stands(data, ref):
    """Gives a changed search the audit payload that it would have had, as if another engine had answered so."""
    with contextlib.closing(sqlite3.connect(pathlib.Path(data) / "ledger.db")) as ledger:
        question, total, hits, engine = ledger.execute("select question, total, hits, engine_version from searches where ref = ?", (ref,)).fetchone()
        of_search = f"%\"ref\":\"{ref}\"%"
        payload = json.loads(ledger.execute("select payload from audit_payloads where payload like ?", (of_search,)).fetchone()[0])
        question = question.encode()
        payload.update(total=total, engine=engine, sha256=hashlib.sha256(b"%d\n%d\n" % (len(question), total) + question + hits).hexdigest())
        ledger.execute("update audit_payloads set payload = ? where payload like ?", (json.dumps(payload, separators=(",", ":")), of_search))
        ledger.commit()


def replay_checks(data, single, batch, none_asked_for):
    empty = vedette("replay", none_asked_for, "--data", data)
    check("a page without hits is not a search without any", empty.returncode == 0 and "the page that was asked for (limit, offset) had no hits" in empty.stdout
          and "1 then, 1 now: identical" in empty.stdout and "no hits then, none now" not in empty.stdout, empty.stdout + empty.stderr)
    same = vedette("replay", single, "--data", data)
    check("a search asked again gives the same answer", same.returncode == 0 and "identical" in same.stdout
          and "Barnaby Aldous Thistlewick" in same.stdout, same.stdout + same.stderr)
    as_json = vedette("replay", single, "--project", "DEMO", "--json", "--data", data)
    answer = json.loads(as_json.stdout)["data"]
    check("the same for programs", as_json.returncode == 0 and answer["identical"] and answer["ref"] == single, as_json.stdout)
    whole = vedette("replay", batch, "--data", data)
    check("a batch", whole.returncode == 0 and "2 of 2 names" in whole.stdout, whole.stdout + whole.stderr)
    other = vedette("replay", single, "--project", "OTHER", "--data", data)
    check("not in another project", other.returncode == 1 and "no project has" in other.stderr, other.stdout + other.stderr)
    unknown = vedette("replay", "1-nothing", "--data", data)
    check("a ref that nobody gave out", unknown.returncode == 1 and "no project has" in unknown.stderr, unknown.stderr)

    with contextlib.closing(sqlite3.connect(pathlib.Path(data) / "ledger.db")) as ledger:
        ledger.execute("update searches set engine_version = '1', total = total + 1, hits = x'' where ref = ?", (single,))
        ledger.commit()
    forged = vedette("replay", single, "--data", data)
    check("a search that was changed in the ledger is not replayed", forged.returncode == 1 and "is not what was recorded" in forged.stderr
          and not forged.stdout, forged.stdout + forged.stderr)
    record_as_it_stands(data, single)
    changed = vedette("replay", single, "--data", data)
    check("an answer of another engine differs, and that is said", changed.returncode == 1 and "ENGINE_CHANGED" in changed.stdout
          and "Barnaby Aldous Thistlewick" in changed.stdout, changed.stdout + changed.stderr)
    for file in (pathlib.Path(data) / "catalogue").glob("generation-1.vedcat"):
        file.unlink()
    gone = vedette("replay", batch, "--data", data)
    check("a generation that is not kept any more is said to be gone", gone.returncode == 1 and "kept" in gone.stderr, gone.stdout + gone.stderr)


def stages(data):
    """`analyse`, `screen --plan` and `lists read` show the stages of a search."""
    read = json.loads(vedette("analyse", "Dr. THISTLEWICKE, Barney or Ann Bell", "--type", "person", "--json").stdout)
    names = read[0]["names"]
    check("analyse gives each word a role", [word["role"] for word in names[0]["words"]].count("title") == 1, names[0])
    check("analyse says which rule found a further name", any(name.get("rule") == "separator" and name["name"] == "Ann Bell" for name in names), names)
    moved = json.loads(vedette("analyse", "THISTLEWICKE, Barney", "--json").stdout)
    check("analyse shows both kinds without a type", [each["kind"] for each in moved] == ["person", "organisation"], moved)
    check("analyse shows what a rule changed", moved[0]["names"][0]["stages"][-1]["words"] == ["barney", "thistlewicke"], moved)
    wrong = vedette("analyse", "Barney", "--type", "dog")
    check("analyse refuses a type that is not known", wrong.returncode == 1 and "--type dog" in wrong.stderr, wrong.stderr)
    plan = json.loads(vedette("screen", "Barney Thistlewicke", "--type", "individual", "--plan", "--json", "--data", data).stdout)
    person = plan["searches"][0]
    check("a plan counts what the search did", person["kind"] == "person" and person["scored"] >= person["passed"] > 0 and plan["total"] == 1, plan)
    steps = [step for each in person["ranges"] for step in each["steps"]]
    check("a plan names the words that were followed", steps and {step["word"] for step in steps} <= {"barney", "thistlewicke"}, plan)
    check("a plan shows related words with their cost", any(each["related"] for each in person["words"]), plan)
    scan = json.loads(vedette("screen", "Barney Thistlewicke", "--threshold", "0", "--plan", "--json", "--data", data).stdout)
    check("a plan says when every name was looked at", all(each["scanned"] for each in scan["searches"][0]["ranges"]), scan)
    none = vedette("screen", "--id", "imo:9116412", "--plan", "--data", data)
    check("a plan needs a name", none.returncode != 0 and "--plan" in none.stderr, none.stderr)
    demo = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
    profiles = [json.loads(line) for line in vedette("lists", "read", demo).stdout.splitlines()]
    check("lists read prints each profile", len(profiles) == len(demo.read_text().splitlines()) - 1, len(profiles))
    broken = vedette("lists", "read", ROOT / "README.md")
    check("lists read refuses what is no list", broken.returncode == 1 and broken.stdout == "", broken.stdout + broken.stderr)


def main():
    server = Server()
    try:
        server.command("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"))
        server.add_project("DEMO", "Demo Bank plc")
        server.add_project("OTHER", "Other Bank plc")
        server.add_user("DEMO", "ana", PASSWORD)
        check("what an import made first is for its owner alone", made_for_owner_alone())
        server.start()
        check("the doctor knows that a server runs", Diagnosis(server.data).has("ok", "server", str(server.process.pid)))
        second_start(server)
        single, batch, none_asked_for = screened(server)
        server.stop()
        nothing_is_made()
        progress_checks()
        odd_screenings(server.data)
        stages(server.data)
        files_that_cannot_be_used(server.data)
        unknown_words()
        same_file_again()
        demo_bank()
        counts_agree()
        lost_key(server.data)
        lost_ledger(server.data)
        doctor_checks(server.data)
        broken_checks(server.data)
        tls_checks(server.data)
        server.command("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-02.jsonl"))
        replay_checks(server.data, single, batch, none_asked_for)
    finally:
        server.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
