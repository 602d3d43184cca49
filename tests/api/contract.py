"""Holds every answer against docs/openapi.json: its status is described, its body fits the schema."""
import json
import pathlib
import re
import urllib.parse
import warnings

warnings.filterwarnings("ignore", category=DeprecationWarning)
import jsonschema  # noqa: E402

from cases import Mismatch  # noqa: E402

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "openapi.json"
# Answers that any path may give and no operation lists.
EVERYWHERE = {"404", "405", "400", "408", "413", "414", "431", "501", "503", "505"}


class Contract:
    def __init__(self):
        self.document = json.loads(DOCUMENT.read_text())
        self.resolver = jsonschema.RefResolver("", self.document)
        self.paths = [(re.compile("^" + re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)) + "$"), operations)
                      for path, operations in self.document["paths"].items()]

    def _operation(self, method, target):
        path = re.sub(r"^https?://[^/]*", "", target).split("?")[0]
        path = urllib.parse.unquote(path[:-1] if len(path) > 1 and path.endswith("/") else path)
        path = re.sub(r"^/+", "/", path)
        path = re.sub(r"^/svc/3/api", "/svc/3.0/api", path)
        path = re.sub(r"^(/monitor|/svc/3\.0/api)(?=/(monitoring|screening))", "", path)
        for pattern, operations in self.paths:
            if pattern.match(path):
                return operations.get("get" if method == "HEAD" else method.lower())
        return None

    def check(self, request_line, answer):
        method, target = request_line.split()[:2]
        status, _, body = answer
        if method in ("OPTIONS", "HEAD") or status == 204:
            return
        operation = self._operation(method, target)
        described = (operation or {}).get("responses", {}).get(str(status))
        if described is None:
            if str(status) not in EVERYWHERE:
                raise Mismatch(f"docs/openapi.json does not describe {status} of {method} {target}")
            flat = re.search(r"/(token|refresh|revoke)(/|$|\?)|/oauth/token", urllib.parse.unquote(target)) and "/svc/2.0" not in target
            described = {"content": {"application/json": {"schema": {
                "$ref": "#/components/schemas/" + ("TokenFailure" if flat else "Failure")}}}}
        if "$ref" in described:
            described = self.resolver.resolve(described["$ref"])[1]
        schema = described["content"]["application/json"]["schema"]
        try:
            jsonschema.Draft202012Validator(schema, resolver=self.resolver).validate(json.loads(body))
        except jsonschema.ValidationError as problem:
            raise Mismatch(f"{method} {target} {status} breaks docs/openapi.json at "
                           f"{'.'.join(map(str, problem.absolute_path))}: {problem.message}") from None
