"""A case file proves what was known and decided: it is taken from a running server, checked with `vedette verify`,
and every way of changing it afterwards must be found. Prints "N passed, N failed" at the end.

  tests/case_file/run_case_file.py [--canary]

--canary changes nothing where a change must be found: a run that passes it can see a lie.
"""
import base64
import csv
import http.client
import io
import json
import pathlib
import subprocess
import sys
import urllib.parse
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from harness import Server  # noqa: E402

PASSWORD = "correct horse battery"
LIST = ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"
RECORD = 'C/1 "ü" 50%_'
TIMEOUT_SECONDS = 60
PDF = b"%PDF-1.7\n\x00\xff the bytes of a passport\n"


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, title, condition, detail=""):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {title}\n     {detail}")


def call(server, method, path, headers, body=None):
    text = json.dumps(body) if body is not None else None
    return call_raw(server, method, path, {**headers, **({"Content-Type": "application/json"} if text else {})}, text)


def call_raw(server, method, path, headers, body):
    address = urllib.parse.urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def sign_in(server, user):
    secret = base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()
    status, _, body = call(server, "GET", "/svc/3.0/api/token/DEMO", {"Authorization": f"Basic {secret}"})
    assert status == 200, body
    return {"Authorization": "Bearer " + json.loads(body)["access_token"]}


def members_of(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def verifies(server, archive):
    path = server.data / "case.zip"
    path.write_bytes(archive)
    done = server.command("verify", str(path), check=False)
    return done.returncode == 0, done.stdout + done.stderr


def prepare(server):
    server.add_project("DEMO", "Demonstration Bank")
    server.add_user("DEMO", "ana", PASSWORD)
    server.add_user("DEMO", "ben", PASSWORD, role="analyst")
    server.command("lists", "import", str(LIST))
    server.start()


def work_on_case(server, ana):
    record = {"individual_monitor_record_id": RECORD, "name": "Barney Thistlewicke", "dob": "1957-02-19", "countries": ["GB"]}
    status, _, body = call(server, "POST", "/monitoring/individual/records/addOrUpdateSingle", ana, record)
    assert status == 200, body
    other = {"individual_monitor_record_id": RECORD + "x", "name": "Barney Thistlewicke"}
    assert call(server, "POST", "/monitoring/individual/records/addOrUpdateSingle", ana, other)[0] == 200
    where = urllib.parse.urlencode({"family": "individual", "id": RECORD})
    status, _, body = call(server, "GET", f"/monitoring/case?{where}", ana)
    assert status == 200, body
    match = json.loads(body)["data"]["case"]["matches"][0]["match"]
    review = {"id": RECORD, "reviews": [{"qrCode": match["qrCode"], "status": "false-positive", "clientComment": "Another person."}]}
    assert call(server, "POST", "/monitoring/individual/records/matches/insertMultipleReviews", ana, review)[0] == 200
    status, _, body = call(server, "POST", "/monitoring/case/comments", ana, {"family": "individual", "id": RECORD, "comment": "Called the branch."})
    assert status == 200, body
    status, _, body = call_raw(server, "POST", f"/monitoring/case/attachments?{where}&name=" + urllib.parse.quote("Pass \u00fc.pdf"), ana, PDF)
    assert status == 200, body
    return f"/monitoring/case/file?{where}"


def check_content(checks, members):
    names = {"README.txt", "case.json", "explanations.json", "profiles.json", "lists.json", "audit.json", "manifest.json", "manifest.json.sig", "attachments/2-Pass___.pdf"}
    checks.check("a case file has its parts", set(members) == names, str(sorted(members)))
    case = json.loads(members["case.json"])
    checks.check("the timeline has the decision", any(step.get("clientComment") == "Another person." for step in case["timeline"]), str(case["timeline"]))
    checks.check("the comments and files are listed", [item["kind"] for item in case["items"]] == ["comment", "file"], str(case["items"]))
    checks.check("a file is there as it was added", members.get("attachments/2-Pass___.pdf") == PDF)
    explanation = json.loads(members["explanations.json"])["explanations"][0]
    checks.check("each match is explained", explanation["explanation"]["words"], str(explanation))
    checks.check("the explanation is of the score that was seen", explanation["explanation"]["score"] == case["matches"][0]["match"]["score"], str(explanation))
    profile = json.loads(members["profiles.json"])["profiles"][0]
    checks.check("the listed party is there", profile["resourceId"] == case["matches"][0]["match"]["resourceId"], str(profile)[:200])
    lists = json.loads(members["lists.json"])
    checks.check("the lists tell their dates and generation", lists["generation"] >= 1 and "published" in lists["lists"][0], str(lists))
    audit = json.loads(members["audit.json"])
    actions = [entry["action"] for entry in audit["entries"]]
    checks.check("the audit entries are those of this customer alone", actions == ["record.created", "match.reviewed", "case.commented", "case.file_added"], str(actions))
    checks.check("all of them are there", audit["complete"] and audit["headSequence"] >= audit["entries"][-1]["sequence"], str(audit)[:200])


def signed_anew_by_nobody(members, name, content):
    """The member changed, and the sums of the manifest made to fit: only the signature can tell."""
    import hashlib
    changed = dict(members, **{name: content})
    manifest = json.loads(changed["manifest.json"])
    for file in manifest["files"]:
        if file["name"] == name:
            file.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    changed["manifest.json"] = json.dumps(manifest).encode()
    return changed


def check_lies(checks, server, members, canary):
    def lie(title, changed):
        good, said = verifies(server, packed(members if canary else changed))
        checks.check(f"{title} is found", not good, said)

    edited = members["case.json"].replace(b"Another person.", b"Same person!!!!")
    assert edited != members["case.json"]
    lie("an edited comment", dict(members, **{"case.json": edited}))
    lie("an edited comment with a manifest that fits", signed_anew_by_nobody(members, "case.json", edited))
    lie("an edited attachment", dict(members, **{"attachments/2-Pass___.pdf": PDF.replace(b"passport", b"Passport")}))
    lie("a file that was taken out", {name: content for name, content in members.items() if name != "audit.json"})
    lie("a file that was added", {**members, "note.txt": b"and he was seen there"})
    lie("a file without its signature", {name: content for name, content in members.items() if name != "manifest.json.sig"})


def check_attachments(checks, server, ana, ben):
    where = urllib.parse.urlencode({"family": "individual", "id": RECORD})
    path = f"/monitoring/case/attachments?{where}"
    status, headers, body = call(server, "GET", f"{path}&item=2", ben)
    checks.check("a file comes back byte by byte", status == 200 and body == PDF, f"{status} {body[:80]}")
    checks.check("a file is saved and never shown", headers.get("Content-Disposition") == "attachment; filename*=UTF-8''Pass%20%C3%BC.pdf"
                 and headers.get("Content-Type") == "application/octet-stream" and headers.get("X-Content-Type-Options") == "nosniff"
                 and "sandbox" in headers.get("Content-Security-Policy", ""), str(headers))
    for title, name, content, code in [("a page", "page.html", b"<script>", 400), ("a program named PDF", "a.pdf", b"MZ\x90", 400), ("an empty file", "a.pdf", b"", 400),
                                       ("a file without an ending", "pdf", PDF, 400), ("a file of 11 MB", "a.pdf", b"%PDF-" + bytes(11 * 1024 * 1024), 413)]:
        try:
            status = call_raw(server, "POST", f"{path}&name={name}", ana, content)[0]
        except (BrokenPipeError, ConnectionResetError):
            status = 413  # the server does not read to the end what is too large
        checks.check(f"{title} is refused", status == code, str(status))
    checks.check("a file without a name of a case is refused", call(server, "GET", "/monitoring/case/attachments?item=2", ana)[0] == 400)
    checks.check("an analyst does not remove another's file", call(server, "DELETE", f"/monitoring/case/items?{where}&item=2", ben)[0] == 409)
    checks.check("a comment stays", call(server, "DELETE", f"/monitoring/case/items?{where}&item=1", ana)[0] == 409)
    checks.check("its author removes a file", call(server, "DELETE", f"/monitoring/case/items?{where}&item=2", ana)[0] == 200)
    checks.check("a removed file is gone", call(server, "GET", f"{path}&item=2", ana)[0] == 404)


def words_of(server, pdf):
    path = server.data / "case.pdf"
    path.write_bytes(pdf)
    return subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True).stdout


# Names that a reader must find again in a PDF, and text that must not break it.
SCRIPTS = {"Cyrillic": "Наргиз Хазарбейли", "Chinese": "毛远新", "Greek": "Αναστάσιος", "Thai": "สมชาย"}
HOSTILE = ["<b>&amp;</b> %s %n (\\) Tj endstream", "\u202e\u2066gnp.exe\u2069", "Z" + "\u0334" * 3000, "W" * 10000, "a\n" * 4000]


def check_pdf(checks, server, ana, ben):
    record = "P/1"
    where = urllib.parse.urlencode({"family": "individual", "id": record, "format": "pdf"})
    path = f"/monitoring/case/file?{where}"
    assert call(server, "POST", "/monitoring/individual/records/addOrUpdateSingle", ana, {"individual_monitor_record_id": record, "name": "Barney Thistlewicke", "dob": "1957-02-19"})[0] == 200
    for comment in [*SCRIPTS.values(), *HOSTILE]:
        status, _, body = call(server, "POST", "/monitoring/case/comments", ana, {"family": "individual", "id": record, "comment": comment})
        assert status == 200, body
    status, headers, body = call(server, "GET", path, ana)
    checks.check("a case comes as a PDF", status == 200 and headers["Content-Type"] == "application/pdf" and body.startswith(b"%PDF-") and headers["Content-Disposition"] == 'attachment; filename="case-P_1.pdf"', f"{status} {headers} {body[:200]}")
    text = words_of(server, body)
    for script, name in SCRIPTS.items():
        checks.check(f"a PDF has names in {script}", name.replace(" ", "") in text.replace(" ", "").replace("\n", ""), text[:3000])
    for what in ["Case file: Barney Thistlewicke", "Customer", "1957-02-19", "Barnaby Aldous Thistlewick", "Why the names match", "Lists", "Generation", "Vedette Demonstration List", "project DEMO"]:
        checks.check(f"a PDF says {what}", what in text, text[:3000])
    checks.check("an analyst is refused the PDF", call(server, "GET", path, ben)[0] == 403)
    checks.check("another format is refused", call(server, "GET", path.replace("format=pdf", "format=doc"), ana)[0] == 400)
    for number in range(250):
        assert call(server, "POST", "/monitoring/case/comments", ana, {"family": "individual", "id": record, "comment": f"{number} " + "word " * 1900})[0] == 200
    status, _, body = call(server, "GET", path, ana)
    checks.check("a PDF of too many pages is refused in words", status == 413 and json.loads(body)["error"]["code"] == "DOCUMENT_TOO_LARGE", f"{status} {body[:200]}")
    status, headers, body = call(server, "GET", "/monitoring/report?format=pdf", ana)
    text = words_of(server, body) if status == 200 else str(body)
    checks.check("a report comes as a PDF", status == 200 and headers["Content-Type"] == "application/pdf" and "By analyst" in text, text[:500])


def check_report(checks, server, ana):
    status, headers, body = call(server, "GET", "/monitoring/report?format=csv", ana)
    rows = list(csv.DictReader(io.StringIO(body.decode())))
    checks.check("a report comes as CSV", status == 200 and headers.get("Content-Type", "").startswith("text/csv"), f"{status} {headers}")
    checks.check("its lines are all, the lists and the analysts", [row["section"] for row in rows] == ["all", "list", "list", "analyst"], body.decode())
    checks.check("it counts the decision", rows and rows[0]["decided"] == "1" and rows[0]["falsePositive"] == "1", body.decode())


def main():
    canary = "--canary" in sys.argv
    checks = Checks()
    server = Server()
    try:
        prepare(server)
        ana, ben = sign_in(server, "ana"), sign_in(server, "ben")
        path = work_on_case(server, ana)
        status, headers, archive = call(server, "GET", path, ana)
        checks.check("an admin takes a case file", status == 200 and headers["Content-Type"] == "application/zip", f"{status} {headers} {archive[:200]}")
        checks.check("its name is safe", headers.get("Content-Disposition") == 'attachment; filename="case-C_1______50__.zip"', str(headers))
        checks.check("an analyst is refused", call(server, "GET", path, ben)[0] == 403)
        missing = urllib.parse.urlencode({"family": "individual", "id": "absent"})
        checks.check("a case that is not there is 404", call(server, "GET", f"/monitoring/case/file?{missing}", ana)[0] == 404)
        members = members_of(archive)
        check_content(checks, members)
        good, said = verifies(server, archive)
        checks.check("`vedette verify` accepts the file", good and "case-file" in said, said)
        check_lies(checks, server, members, canary)
        check_report(checks, server, ana)
        check_attachments(checks, server, ana, ben)
        check_pdf(checks, server, ana, ben)
    finally:
        server.close()
    if canary:
        print(f"{min(checks.failed, 1)} passed, {int(checks.failed == 0)} failed")
        sys.exit(0 if checks.failed else 1)
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
