"""Proves that docs/openapi.json tells what requests the server takes.

For every operation the valid request of the description is made wrong in one place at a time: a required value is
left out, or a value is one that the description does not allow. Each must be answered 400 and name the field. An id
that is too long to exist may be answered 404, by name too.

  tests/requests/run_requests.py [--canary]

--canary makes the description demand what the server does not, which must be found.
"""
import argparse
import base64
import http.client
import json
import pathlib
import re
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

import jsonschema  # noqa: E402
from harness import Checks, Server  # noqa: E402

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())
RESOLVER = jsonschema.RefResolver("", DOCUMENT)
PASSWORD = "correct horse battery"
METHODS = ("get", "post", "put", "delete")
# A search for a person ignores the name of a company.
IGNORED = {("post", "/screening", "company_name")}
# Endless answers, and operations that sign in with a password of their own (tests/api/tokens*.case).
LEFT_OUT = {"/monitoring/events/stream", "/console/session", "/svc/3.0/api/token", "/svc/3.0/api/token/{project_code}",
            "/svc/3.0/api/refresh", "/svc/3.0/api/revoke", "/api/oauth/token", "/oauth/token"}


def resolved(schema):
    while "$ref" in schema:
        schema = RESOLVER.resolve(schema["$ref"])[1]
    return schema


def allows(schema, value):
    return jsonschema.Draft202012Validator(schema, resolver=RESOLVER).is_valid(value)


def typed(schema, text):
    """A value of a query as the description means it: numbers and booleans are written as text there."""
    kind = resolved(schema).get("type")
    if kind == "integer" and re.fullmatch(r"[+-]?\d+(\.0+)?", text):
        return int(float(text))
    if kind == "boolean" and text.lower() in ("", "true", "false", "1", "0", "yes", "no", "on", "off"):
        return True
    if kind == "array":
        return [typed(resolved(schema).get("items", {}), item) for item in text.split(",")]
    return text


def wrong_texts(schema):
    """Texts for a place in the query that the description does not allow there. An empty one clears what is optional."""
    for text in ("no such value", "-7", "1e999", "99999999999999999999", "2026-13-45", "x" * 2_000):
        if not allows(schema, typed(schema, text)):
            yield text


def wrong_values(schema):
    """Values of JSON that the description does not allow. Numbers and texts that mean the same are accepted for each other."""
    for value in ({"no": "object"}, [["no list"]], "no such value", -7, "x" * 2_000):
        if not allows(schema, value) and not allows(schema, str(value)) and not allows(schema, [value]):
            yield value


class Caller:
    def __init__(self, server):
        self.server = server
        basic = base64.b64encode(f"ana:{PASSWORD}".encode()).decode()
        self.headers = {"Authorization": "Basic " + basic}
        self.headers = {"Authorization": "Bearer " + json.loads(self.call("GET", "/svc/3.0/api/token/OURS")[1])["access_token"]}

    def call(self, method, path, query=(), body=None):
        target = path + ("?" + urllib.parse.urlencode(query, doseq=True) if query else "")
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=60)
        try:
            connection.request(method, target, None if body is None else json.dumps(body), {"Content-Type": "application/json", **self.headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()


def operations():
    for path, methods in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in methods and path not in LEFT_OUT:
                yield path, method, methods[method]


def body_of(operation):
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if not content or not isinstance(content.get("example"), dict):
        return None, None
    return resolved(content["schema"]), content["example"]


def example_of(parameter):
    schema = resolved(parameter["schema"])
    for place in (parameter, schema):
        if "example" in place:
            return place["example"]
    if "enum" in schema:
        return schema["enum"][0]
    return {"integer": 1, "boolean": "true"}.get(schema.get("type"), "1")


def base_query(parameters):
    return {each["name"]: example_of(each) for each in parameters if each["in"] == "query" and each.get("required")}


def filled(path, parameters):
    values = {each["name"]: str(example_of(each)) for each in parameters if each["in"] == "path"}
    return re.sub(r"\{([^}]*)\}", lambda match: urllib.parse.quote(values.get(match.group(1), "1"), safe=""), path)


def cases(path, method, operation):
    """(title, field, query, body) of each wrong request of an operation."""
    parameters = [resolved(each) for each in operation.get("parameters", [])]
    query, (schema, body) = base_query(parameters), body_of(operation)
    for each in parameters:
        if each["in"] != "query":
            continue
        name = each["name"]
        for text in wrong_texts(each["schema"]):
            yield f"{name}={text[:30]}", name, {**query, name: text}, body
        if each.get("required"):
            yield f"without {name}", name, {key: value for key, value in query.items() if key != name}, body
    for name, place in (schema or {}).get("properties", {}).items():
        if body is None or method == "get" or (method, path, name) in IGNORED:
            continue
        for value in wrong_values(place):
            yield f"{name}: {json.dumps(value)[:30]}", name, query, {**body, name: value}
    for name in (schema or {}).get("required", []):
        yield f"no {name}", name, query, {key: value for key, value in body.items() if key != name}


def run(checks, caller):
    for path, method, operation in operations():
        parameters = [resolved(each) for each in operation.get("parameters", [])]
        target = filled(path, parameters)
        for title, field, query, body in cases(path, method, operation):
            status, answer = caller.call(method.upper(), target, query, body)
            refused = status in (400, 404) and field.lower() in answer.lower()
            checks.check(f"{method.upper()} {path} {title}", refused, f"{status} {answer[:160]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canary", action="store_true")
    canary = parser.parse_args().canary
    if canary:
        threshold = next(each for each in DOCUMENT["paths"]["/screening"]["get"]["parameters"] if each.get("name") == "threshold")
        threshold["required"] = True
    server, checks = Server(), Checks()
    try:
        server.add_project("OURS", "Our Bank")
        server.add_user("OURS", "ana", PASSWORD)
        server.command("lists", "import", str(ROOT / "data" / "demo" / "vedette-demo-2026-01.jsonl"))
        server.start()
        run(checks, Caller(server))
    finally:
        server.close()
    if canary:
        print(f"{min(checks.failed, 1)} passed, {int(checks.failed == 0)} failed")
        return 0 if checks.failed else 1
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed or not checks.passed else 0


if __name__ == "__main__":
    sys.exit(main())
