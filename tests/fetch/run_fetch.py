"""`vedette lists update` against servers that misbehave in every way we know, beside a running server.

Whatever goes wrong: the message says what, `lists status` and /ready show it, and the old generation goes on serving.
Prints "N passed, N failed". Each check says what must be true.
"""
import base64
import bz2
import concurrent.futures
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import bad_server as bad  # noqa: E402
from bad_server import BadServer, people  # noqa: E402
from harness import PATIENCE, Server  # noqa: E402

RECORDS = 50
checks = []


def check(function):
    checks.append(function)
    return function


def expect(condition, detail):
    if not condition:
        raise AssertionError(detail)


class Installation:
    """A data directory with a running server, sources of its own, and a web server to fetch from."""

    def __init__(self, settings=None):
        self.web = BadServer()
        self.server = Server({"update_interval_minutes": 0, **(settings or {})})
        self.sources = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()
        self.web.close()

    def source(self, name, *paths, urls=None, **options):
        """Describes a source in sources.toml; by default of our web server, which is neither https nor public."""
        options = {"allow_http": True, "allow_private": True, **options}
        self.sources[name] = {"urls": urls or [self.web.url(path) for path in paths], **options}
        text = "".join(f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
                       for name, table in self.sources.items())
        (self.server.data / "sources.toml").write_text(text)

    def start(self):
        self.server.start()
        return self

    def update(self, *words, code=0, attempts=2):
        """The report of one update; fails when the exit status is another."""
        done = self.server.command("lists", "update", "--json", "--fetch-wait-seconds", "0", "--fetch-attempts", str(attempts), *words,
                                   check=False)
        expect(done.returncode == code, f"exit status {done.returncode}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout) if done.stdout else done.stderr

    def state(self, report, source):
        return next(row for row in report["sources"] if row["source"] == source)

    def ready(self):
        with urllib.request.urlopen(self.server.url + "/ready", timeout=PATIENCE) as answer:
            return json.loads(answer.read())["data"]

    def wait_for_generation(self, generation):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ready()["generation"] == generation:
                    return
            except urllib.error.HTTPError:
                pass
            expect(time.monotonic() < deadline, f"generation {generation} never served")
            time.sleep(0.02)


def running_with_a_good_list():
    """An installation that serves generation 1, the list `red` fetched once from /red."""
    installation = Installation()
    installation.web.routes["/red"] = bad.good(people("red", RECORDS))
    installation.source("red", "/red")
    installation.start()
    report = installation.update("--wait")
    expect(report["generation"] == 1 and installation.state(report, "red")["state"] == "imported", report)
    expect(installation.ready()["generation"] == 1, "--wait returned before the server served the lists")
    return installation


shared = []


def shared_installation():
    """One installation for all checks that leave it as good as they found it: it serves the list `red`, fetched from /red."""
    if not shared:
        shared.append(running_with_a_good_list())
    return shared[0]


def expect_failure(answer, words, settings=(), attempts=2):
    """The web server answers `answer` for the list: the update fails with these words and nothing else changes. A good answer
    afterwards is taken."""
    installation = shared_installation()
    before = installation.ready()["generation"]
    records = RECORDS + before - 1
    installation.web.routes["/red"] = answer
    report = installation.update(*settings, code=1, attempts=attempts)
    row = installation.state(report, "red")
    expect(row["state"] == "failed" and words in row["error"], row)
    expect(report["generation"] is None, report)
    ready = installation.ready()
    expect(ready["generation"] == before and ready["lists"][0]["list"] == "red", ready)
    status = json.loads(installation.server.command("lists", "status", "--json").stdout)
    expect(status["generation"] == before and status["lists"][0]["records"] == records, status)
    expect(words in status["sources"][0]["error"], status)
    deadline = time.monotonic() + PATIENCE
    while installation.ready()["failing"] != ["red"]:
        expect(time.monotonic() < deadline, "/ready does not show the failing source")
        time.sleep(0.05)
    installation.web.routes["/red"] = bad.good(people("red", records + 1), etag=f'"v{before + 1}"')
    report = installation.update("--wait")
    expect(installation.state(report, "red")["state"] == "imported" and report["generation"] == before + 1, report)


@check
def a_list_is_fetched_once_and_then_requested_with_its_etag():
    with running_with_a_good_list() as installation:
        report = installation.update()
        expect(installation.state(report, "red")["state"] == "unchanged" and report["generation"] is None, report)
        expect(installation.web.requests_for("/red")[1].get("If-None-Match") == '"v1"', installation.web.log)
        installation.web.routes["/red"] = bad.good(people("red", RECORDS, "Changed"), etag='"v2"')
        report = installation.update()
        expect(report["generation"] == 2 and report["lists"][0]["records"] == RECORDS, report)
        installation.wait_for_generation(2)


@check
def the_same_bytes_without_an_etag_make_no_new_generation():
    with Installation() as installation:
        installation.web.routes["/red"] = bad.good(people("red", RECORDS), etag=None)
        installation.source("red", "/red")
        installation.update()
        report = installation.update()
        expect(installation.state(report, "red")["state"] == "unchanged" and report["generation"] is None, report)


@check
def a_list_that_the_catalogue_lost_is_imported_again_without_fetching_it():
    with Installation() as installation:
        installation.web.routes["/red"] = bad.good(people("red", RECORDS))
        installation.source("red", "/red")
        installation.update()
        shutil.rmtree(installation.server.data / "catalogue")
        report = installation.update()
        expect(installation.state(report, "red")["state"] == "imported", report)
        expect(installation.web.requests_for("/red")[1].get("If-None-Match") == '"v1"', installation.web.log)


@check
def a_transfer_that_breaks_off_goes_on_where_it_stopped():
    with Installation() as installation:
        body = people("red", 5000)
        installation.web.routes["/red"] = bad.in_turn(bad.cut(body, 100_000), bad.good(body))
        installation.source("red", "/red")
        report = installation.update()
        expect(report["lists"][0]["records"] == 5000, report)
        requests = installation.web.requests_for("/red")
        expect(requests[1].get("Range") == "bytes=100000-" and requests[1].get("If-Range") == '"v1"', requests)


@check
def a_transfer_goes_on_in_a_later_run():
    with Installation() as installation:
        body = people("red", 5000)
        installation.web.routes["/red"] = bad.cut(body, 100_000)
        installation.source("red", "/red")
        report = installation.update(code=1, attempts=1)
        expect("broke off" in installation.state(report, "red")["error"], report)
        installation.web.routes["/red"] = bad.good(body)
        report = installation.update()
        expect(report["lists"][0]["records"] == 5000, report)
        expect(installation.web.requests_for("/red")[1].get("Range") == "bytes=100000-", installation.web.log)


@check
def a_file_that_changed_meanwhile_is_fetched_from_the_beginning():
    with Installation() as installation:
        old, new = people("red", 5000, "Old"), people("red", 4000, "New")
        installation.web.routes["/red"] = bad.in_turn(bad.cut(old, 100_000, '"old"'), bad.good(new, '"new"'))
        installation.source("red", "/red")
        report = installation.update()
        expect(report["lists"][0]["records"] == 4000, report)


@check
def a_server_that_sends_another_part_than_requested_does_not_spoil_the_file():
    with Installation() as installation:
        body = people("red", 5000)

        def wrong_part(request):
            bad.send(request, body[50_000:], 206, {"ETag": '"v1"', "Content-Range": f"bytes 50000-{len(body) - 1}/{len(body)}"})
        installation.web.routes["/red"] = bad.in_turn(bad.cut(body, 100_000), wrong_part, bad.good(body))
        installation.source("red", "/red")
        report = installation.update(attempts=3)
        expect(report["lists"][0]["records"] == 5000, report)


@check
def an_overloaded_server_is_tried_again():
    with Installation() as installation:
        installation.web.routes["/red"] = bad.in_turn(bad.status(503, {"Retry-After": "0"}), bad.status(500),
                                                      bad.good(people("red", RECORDS)))
        installation.source("red", "/red")
        report = installation.update(attempts=3)
        expect(report["lists"][0]["records"] == RECORDS and len(installation.web.log) == 3, report)


@check
def errors_of_the_server_are_reported_with_their_status():
    expect_failure(bad.status(500), "HTTP 500")


@check
def a_list_that_is_gone_is_not_requested_twice():
    with running_with_a_good_list() as installation:
        installation.web.routes["/red"] = bad.status(404)
        report = installation.update(code=1)
        expect("HTTP 404" in installation.state(report, "red")["error"], report)
        expect(len(installation.web.requests_for("/red")) == 2, "a 404 was tried again")


@check
def a_body_shorter_than_announced_is_no_list():
    body = people("red", RECORDS)
    expect_failure(bad.cut(body, len(body) // 2), "broke off")


@check
def a_body_longer_than_announced_is_cut_and_refused():
    body = people("red", RECORDS)
    expect_failure(lambda request: bad.send(request, body, length=len(body) - 7), "ends inside a record")


@check
def a_slow_drip_is_broken_off():
    expect_failure(bad.drip(people("red", RECORDS)), "too slow", ["--fetch-stall-seconds", "1"], attempts=1)


@check
def a_download_has_a_time_limit():
    expect_failure(bad.drip(people("red", RECORDS)), "too slow", ["--fetch-timeout-seconds", "1"], attempts=1)


@check
def a_login_page_with_200_is_no_list():
    page = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Your session has expired.</body></html>"
    expect_failure(lambda request: bad.send(request, page, headers={"Content-Type": "text/html"}), "HTML")


@check
def a_login_page_is_no_list_even_when_the_format_is_named():
    page = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Your session has expired.</body></html>"
    with running_with_a_good_list() as installation:
        for format in ("un-xml", "simple-csv", "ftm-json", "profile-lines", "uk-ofsi-csv", "us-csl-csv", "ofac-xml", "popolo-json"):
            installation.web.routes["/" + format] = lambda request: bad.send(request, page)
            installation.source(format, "/" + format, format=format)
        report = installation.update(code=1)
        for row in report["sources"]:
            expect(row["state"] == ("unchanged" if row["source"] == "red" else "failed"), row)
        expect(report["generation"] is None and installation.ready()["generation"] == 1, report)


@check
def garbage_is_no_list():
    expect_failure(lambda request: bad.send(request, bytes(range(256)) * 300), "red")


@check
def an_empty_answer_is_no_list():
    expect_failure(lambda request: bad.send(request, b""), "empty")


@check
def what_is_not_http_is_reported():
    expect_failure(bad.not_http, "not HTTP")


@check
def a_gzip_bomb_is_refused():
    packed = bad.bomb()
    expect_failure(lambda request: bad.send(request, packed), "unpacks to far more")


@check
def a_gzip_bomb_in_the_transfer_is_refused_as_well():
    packed = bad.bomb()
    expect_failure(lambda request: bad.send(request, packed, headers={"Content-Encoding": "gzip"}), "unpacks to far more")


def of_two_parts(pack):
    """A packed list of two parts, the second of which no longer looks like one."""
    first, second = pack(people("red", RECORDS + 100)), pack(people("red", 10, "More"))
    return first + bytes([second[0] ^ 1]) + second[1:]


@check
def a_packed_file_of_which_a_later_part_is_damaged_is_refused():
    expect_failure(lambda request: bad.send(request, of_two_parts(gzip.compress)), "is damaged or does not belong")
    expect_failure(lambda request: bad.send(request, of_two_parts(bz2.compress)), "is damaged or does not belong")
    twice = gzip.compress(of_two_parts(bz2.compress))
    expect_failure(lambda request: bad.send(request, twice, headers={"Content-Encoding": "gzip"}), "is damaged or does not belong")


@check
def a_packed_file_whose_checksum_is_wrong_is_refused():
    packed = bytearray(gzip.compress(people("red", RECORDS + 100)))
    packed[-8] ^= 1
    expect_failure(lambda request: bad.send(request, bytes(packed)), "incorrect data check")


@check
def a_body_that_was_packed_for_the_transfer_is_read():
    with Installation() as installation:
        packed = gzip.compress(people("red", RECORDS))
        installation.web.routes["/red"] = lambda request: bad.send(request, packed, headers={"Content-Encoding": "gzip"})
        installation.source("red", "/red")
        expect(installation.update()["lists"][0]["records"] == RECORDS, "not read")


@check
def a_packing_that_was_not_requested_is_refused():
    expect_failure(lambda request: bad.send(request, b"\x1b\x00", headers={"Content-Encoding": "br"}), "sent as br")


@check
def a_file_that_is_announced_too_large_is_not_fetched():
    expect_failure(lambda request: bad.send(request, b"", length=10**12), "larger than the limit")
    body = people("red", 2000)
    expect_failure(bad.good(body, '"big"'), "larger than the limit", ["--fetch-max-bytes", "20000"])


@check
def a_body_without_end_is_broken_off_at_the_limit():
    expect_failure(bad.endless(), "larger than the limit", ["--fetch-max-bytes", "1000000"])


@check
def a_redirect_loop_ends():
    with running_with_a_good_list() as installation:
        installation.web.routes["/red"] = bad.redirect("/blue")
        installation.web.routes["/blue"] = bad.redirect(installation.web.url("/red"), 307)
        report = installation.update(code=1)
        expect("redirects more than 5 times" in installation.state(report, "red")["error"], report)
        expect(len(installation.web.requests_for("/blue")) == 3, "a loop was walked more than once")


@check
def redirects_are_followed_and_secrets_stay_with_their_server():
    with Installation() as installation:
        other = BadServer()
        try:
            other.routes["/file"] = bad.good(people("red", RECORDS))
            installation.web.routes["/red"] = bad.redirect("/here", 301)
            installation.web.routes["/here"] = bad.redirect(other.url("/file"), 303)
            installation.source("red", "/red", headers=["Authorization: Bearer canary-secret"])
            expect(installation.update()["lists"][0]["records"] == RECORDS, "not followed")
            for path in ("/red", "/here"):
                expect(installation.web.requests_for(path)[0].get("Authorization") == "Bearer canary-secret", "header not sent")
            expect("Authorization" not in other.requests_for("/file")[0], "a secret went to another server")
        finally:
            other.close()


@check
def addresses_that_are_not_public_are_refused_unless_allowed():
    with Installation() as installation:
        installation.web.routes["/red"] = bad.good(people("red", RECORDS))
        port = installation.web.port
        for host in ("127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
                     "10.0.0.1", "169.254.169.254", "192.168.0.1"):
            installation.source("red", urls=[f"http://{host}:{port}/red"], allow_private=False)
            report = installation.update(code=1)
            expect("not public" in installation.state(report, "red")["error"], (host, report))
        expect(installation.web.log == [], "a refused address was contacted")


@check
def a_redirect_to_a_private_address_is_refused():
    """The web server plays a proxy, so that the first hop is a public name."""
    with Installation() as installation:
        for target in ("http://169.254.169.254/latest/meta-data", "http://127.0.0.1/red", "http://[::1]/red", "//10.0.0.1/red"):
            installation.web.routes["http://lists.example.org/red"] = bad.redirect(target)
            installation.source("red", urls=["http://lists.example.org/red"], allow_private=False)
            report = installation.update("--fetch-proxy", installation.web.url(""), code=1)
            expect("not public" in installation.state(report, "red")["error"], report)
        expect({path for path, _ in installation.web.log} == {"http://lists.example.org/red"}, installation.web.log)


@check
def a_redirect_to_another_kind_of_address_is_refused():
    for target in ("file:///etc/passwd", "ftp://127.0.0.1/red", "gopher://127.0.0.1/", "https://user:word@127.0.0.1/", "http://[bad"):
        expect_failure(bad.redirect(target), "redirects to")


@check
def only_https_is_fetched_unless_allowed():
    with Installation() as installation:
        installation.source("red", "/red", allow_http=False)
        said = installation.update(code=1)
        expect("only https" in str(said), said)


@check
def tls_is_checked_and_never_left_by_a_redirect():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-fetch-tls-"))
    files = folder / "server.pem", folder / "server.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                    "/CN=lists", "-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout", files[1]],
                   check=True, capture_output=True)
    secure = BadServer(files)
    try:
        with Installation() as installation:
            secure.routes["/red"] = bad.good(people("red", RECORDS))
            installation.web.routes["/red"] = bad.good(people("red", RECORDS))
            secure.routes["/down"] = bad.redirect(installation.web.url("/red"))
            installation.source("red", urls=[secure.url("/red", "localhost")], allow_http=False)
            report = installation.update(code=1)
            expect("certificate" in installation.state(report, "red")["error"], report)
            report = installation.update("--fetch-ca-file", str(files[0]))
            expect(report["lists"][0]["records"] == RECORDS, report)
            installation.source("red", urls=[secure.url("/down", "localhost")], allow_http=False)
            report = installation.update("--fetch-ca-file", str(files[0]), code=1)
            expect("only https" in installation.state(report, "red")["error"], report)
            expect(installation.web.log == [], "plain http was used")
    finally:
        secure.close()
        shutil.rmtree(folder, ignore_errors=True)


@check
def a_list_that_shrinks_is_refused_until_somebody_allows_it():
    with running_with_a_good_list() as installation:
        installation.web.routes["/red"] = bad.good(people("red", RECORDS // 2), '"short"')
        report = installation.update(code=1)
        expect("would shrink from 50 to 25" in installation.state(report, "red")["error"], report)
        expect(installation.ready()["generation"] == 1, "a shrunken list serves")
        refused = list((installation.server.data / "sources" / "red").glob("*.refused"))
        expect(len(refused) == 1, "what was refused cannot be looked at")
        report = installation.update("--allow-shrink")
        expect(report["lists"][0]["records"] == RECORDS // 2, report)


@check
def one_bad_source_does_not_hold_up_the_others():
    with running_with_a_good_list() as installation:
        installation.web.routes["/red"] = bad.good(b"<html>maintenance</html>", '"page"')
        installation.web.routes["/blue"] = bad.good(people("blue", 30))
        installation.web.routes["/green"] = bad.status(500)
        installation.web.routes["/black"] = bad.good(people("black", 20))
        for name in ("blue", "green", "black"):
            installation.source(name, "/" + name)
        report = installation.update(code=1)
        states = {row["source"]: row["state"] for row in report["sources"]}
        expect(states == {"red": "failed", "blue": "imported", "green": "failed", "black": "imported"}, states)
        installation.wait_for_generation(2)
        serving = {row["list"] for row in installation.ready()["lists"]}
        expect(serving == {"red", "blue", "black"}, "the last good version of a failing source was lost")


@check
def two_sources_of_one_list_are_told_apart_from_the_others():
    with Installation() as installation:
        for path in ("/one", "/two"):
            installation.web.routes[path] = bad.good(people("red", RECORDS, path[1:]))
            installation.source(path[1:], path)
        installation.web.routes["/blue"] = bad.good(people("blue", 30))
        installation.source("blue", "/blue")
        report = installation.update(code=1)
        states = {row["source"]: row["state"] for row in report["sources"]}
        expect(states == {"one": "imported", "two": "failed", "blue": "imported"}, report)
        expect("source one brings the list red" in installation.state(report, "two")["error"], report)


@check
def a_source_cannot_pass_for_the_list_of_another():
    with Installation() as installation:
        for name in ("official", "house"):
            installation.web.routes["/" + name] = bad.good(people(name, RECORDS))
            installation.source(name, "/" + name)
        installation.start()
        installation.update("--wait")
        impostor = people("official", RECORDS, "nobody")
        installation.web.routes["/house"] = bad.good(impostor, etag='"2"')
        for words in ((), ("house",)):
            report = installation.update(*words, code=1)
            row = installation.state(report, "house")
            expect(row["state"] == "failed" and "which the source official brings" in row["error"], row)
            expect(report["generation"] is None, report)
        # Nor for one that was imported by hand, once it has brought another one.
        by_hand = installation.server.data / "by-hand.jsonl"
        by_hand.write_bytes(people("by-hand", RECORDS))
        installation.server.command("lists", "import", str(by_hand), "--wait")
        installation.web.routes["/house"] = bad.good(people("by-hand", RECORDS, "nobody"), etag='"3"')
        row = installation.state(installation.update(code=1), "house")
        expect(row["state"] == "failed" and "until now the source brought house" in row["error"], row)
        # Unless the settings say that it is that one.
        installation.source("house", "/house", list="by-hand")
        report = installation.update("--allow-shrink")
        expect(installation.state(report, "house")["lists"] == ["by-hand"], report)


@check
def a_list_is_read_again_when_it_is_to_be_read_in_another_way():
    with running_with_a_good_list() as installation:
        installation.source("red", "/red", list="crimson")
        report = installation.update()
        expect(installation.state(report, "red")["lists"] == ["crimson"] and report["generation"] == 2, report)
        expect(installation.web.requests_for("/red")[1].get("If-None-Match") == '"v1"', installation.web.log)


@check
def two_updates_do_not_run_at_once():
    with Installation() as installation:
        installation.web.routes["/red"] = bad.drip(people("red", RECORDS))
        installation.source("red", "/red")
        words = ["lists", "update", "--fetch-timeout-seconds", "5", "--fetch-attempts", "1"]
        first = threading.Thread(target=lambda: installation.server.command(*words, check=False))
        first.start()
        deadline = time.monotonic() + PATIENCE
        while not installation.web.requests_for("/red"):
            expect(time.monotonic() < deadline, "the first update never sent a request")
            time.sleep(0.02)
        second = installation.server.command(*words, check=False)
        expect(second.returncode == 1 and "under way" in second.stderr, second.stderr)
        first.join()


@check
def the_server_fetches_on_its_own():
    with Installation({"update_interval_minutes": 60}) as installation:
        installation.web.routes["/red"] = bad.good(people("red", RECORDS))
        installation.source("red", "/red")
        installation.start()
        installation.wait_for_generation(1)
        installation.server.stop()
        installation.server.start()
        installation.ready()
        expect(len(installation.web.log) == 1, "a restart fetched again before the interval was over")


@check
def a_server_stops_promptly_while_it_fetches():
    with Installation({"update_interval_minutes": 60}) as installation:
        installation.web.routes["/red"] = bad.drip(people("red", RECORDS))
        installation.source("red", "/red")
        installation.start()
        deadline = time.monotonic() + PATIENCE
        while not installation.web.requests_for("/red"):
            expect(time.monotonic() < deadline, "the server never sent a request")
            time.sleep(0.02)
        begun = time.monotonic()
        expect(installation.server.stop() == 0, "did not end with 0")
        expect(time.monotonic() - begun < bad.DRIP_SECONDS, "the stop waited for the download")


def call(installation, token, method, path, body=None):
    """(status, JSON) of one request to the API."""
    request = urllib.request.Request(installation.server.url + path, method=method, data=json.dumps(body).encode() if body else None)
    request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        return answer.code, json.loads(answer.read())


def operator_token(installation):
    installation.server.add_project("DEMO", "Demo Bank plc")
    installation.server.add_user("DEMO", "olga", "looks after it", role="operator")
    installation.start()
    request = urllib.request.Request(installation.server.url + "/svc/3.0/api/token/DEMO")
    request.add_header("Authorization", "Basic " + base64.b64encode(b"olga:looks after it").decode())
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())["access_token"]


@check
def an_operator_starts_an_update_over_the_api_and_sees_how_it_goes():
    with Installation({"fetch_attempts": 1}) as installation:
        ready = threading.Event()
        body = people("red", RECORDS) + b'{"list":"red","record":"x","names":[],"wrong":1}\n'

        def when_ready(request):
            ready.wait(20)
            bad.good(body)(request)
        installation.web.routes["/red"] = when_ready
        installation.web.routes["/blue"] = bad.status(404)
        installation.source("red", "/red")
        installation.source("blue", "/blue")
        token = operator_token(installation)
        status, answer = call(installation, token, "POST", "/lists/updates")
        expect(status == 202 and len(answer["data"]["update"]["sources"]) == 2, answer)
        status, answer = call(installation, token, "POST", "/lists/updates")
        expect(status == 409 and answer["error"]["code"] == "UPDATE_RUNNING", answer)
        ready.set()
        deadline = time.monotonic() + PATIENCE
        while (update := call(installation, token, "GET", "/lists/updates")[1]["data"]["update"])["state"] == "running":
            expect(time.monotonic() < deadline, update)
            time.sleep(0.02)
        states = {row["source"]: row for row in update["sources"]}
        expect(update["state"] == "failed" and update["generation"] == 1, update)
        expect(states["red"]["state"] == "imported" and states["red"]["bytes"] == len(body), states)
        expect(states["blue"]["state"] == "failed" and "404" in states["blue"]["error"], states)
        account = update["lists"][0]
        expect((account["records"], account["accepted"], account["rejected"]) == (RECORDS + 1, RECORDS, 1), account)
        expect(account["examples"][0]["line"] == RECORDS + 1 and account["causes"], account)
        installation.wait_for_generation(1)
        sources = {row["source"]: row for row in call(installation, token, "GET", "/lists")[1]["data"]["sources"]}
        expect(sources["red"]["lists"] == ["red"] and sources["red"]["error"] is None, sources["red"])
        expect("404" in sources["blue"]["error"] and sources["blue"]["fetchedAt"] is None, sources["blue"])
        expect(any('"source":"blue"' in line and "not updated" in line for line in installation.server.log), "the log is silent")


@check
def without_sources_there_is_nothing_to_update():
    with Installation() as installation:
        token = operator_token(installation)
        status, answer = call(installation, token, "POST", "/lists/updates")
        expect(status == 409 and answer["error"]["code"] == "NO_SOURCES", answer)


@check
def wrong_sources_are_reported_all_at_once():
    with Installation() as installation:
        (installation.server.data / "sources.toml").write_text(
            '[Red]\nurl = "https://example.org/x"\n[blue]\nurl = "ftp://example.org/x"\nfromat = "un-xml"\n'
            '[green]\nformat = "no-such"\nheaders = ["X: a\\r\\nY: b"]\n')
        done = installation.server.command("lists", "update", check=False)
        for words in ("Red", "blue.url", "blue.fromat", "green.format", "green.headers", "green.url"):
            expect(words in done.stderr, (words, done.stderr))
        (installation.server.data / "sources.toml").unlink()
        done = installation.server.command("lists", "update", check=False)
        expect(done.returncode == 1 and "no source" in done.stderr, done.stderr)
        done = installation.server.command("lists", "update", "no-such-source", check=False)
        expect(done.returncode == 1 and "no-such-source" in done.stderr, done.stderr)


@check
def the_official_sources_are_known_and_none_is_fetched_without_being_enabled():
    with Installation() as installation:
        rows = json.loads(installation.server.command("lists", "sources", "--json").stdout)["sources"]
        known = {row["source"]: row for row in rows}
        for source in ("ofac-sdn", "un-sc", "eu-fsf", "uk-sanctions-list", "us-csl", "ch-seco", "ca-sema", "opensanctions"):
            expect(known[source]["urls"][0].startswith("https://") and not known[source]["enabled"], known.get(source))
        rows = json.loads(installation.server.command("lists", "sources", "--json", "--update-sources", "un-sc,eu-fsf").stdout)["sources"]
        expect({row["source"] for row in rows if row["enabled"]} == {"un-sc", "eu-fsf"}, rows)


def run_check(function):
    """Nothing, or what went wrong."""
    try:
        function()
        return None
    except Exception as problem:  # whatever went wrong is this check's failure, the others go on
        return f"FAIL {function.__name__.replace('_', ' ')}: {type(problem).__name__}: {problem}"


def uses_the_shared_installation(function):
    return {"expect_failure", "shared_installation"} & set(function.__code__.co_names)


def main():
    wanted = sys.argv[1:]
    chosen = [function for function in checks if not wanted or any(word in function.__name__ for word in wanted)]
    # Those that share an installation one after the other, the others beside them: they wait more than they work.
    sharing = [function for function in chosen if uses_the_shared_installation(function)]
    alone = [function for function in chosen if function not in sharing]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        in_turn = pool.submit(lambda: [run_check(function) for function in sharing])
        problems = [run_check(function) for function in alone] + in_turn.result()
    failures = [problem for problem in problems if problem]
    for installation in shared:
        installation.__exit__()
    print("".join(failure + "\n" for failure in failures) + f"{len(problems) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not problems else 0


if __name__ == "__main__":
    sys.exit(main())
