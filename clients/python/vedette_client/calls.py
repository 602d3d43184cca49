"""One HTTP call, and the tokens that it needs. Standard library only."""
from __future__ import annotations

import base64
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Iterator, Mapping, Optional

# A token that ends within this time is renewed before it is used.
RENEW_SECONDS_EARLY = 60


class VedetteError(Exception):
    """The service refused a request. `details` names every offending input."""

    def __init__(self, status: int, body: Any):
        failure = body.get("error") if isinstance(body, dict) else None
        flat = isinstance(failure, str)  # token operations answer as OAuth clients expect
        self.status = status
        self.code = failure if flat else (failure or {}).get("code", "")
        self.message = (body.get("error_description") or body.get("message", "")) if isinstance(body, dict) else str(body)
        self.details = [] if flat or not failure else failure.get("details", [])
        self.request_id = (body if flat else failure or {}).get("requestId", "") if isinstance(body, dict) else ""
        super().__init__(f"{status} {self.code}: {self.message}")


class Lines:
    """An answer that comes in pieces: iterate over its lines, close it when done."""

    def __init__(self, response: Any):
        self._response = response
        self.headers = response.headers

    def __iter__(self) -> Iterator[str]:
        for line in self._response:
            yield line.decode("utf-8").rstrip("\r\n")

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(map(str, value))
    return str(value)


class Calls:
    """Signs in on first use, renews the token before it ends, and once more when it is refused.

    Safe to share between threads: a token is renewed by one of them.
    """

    def __init__(self, url: str, project: str, username: str, password: str, timeout: float = 60.0,
                 opener: Optional[urllib.request.OpenerDirector] = None):
        self._url = url.rstrip("/")
        self._project = project
        self._basic = "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()
        self._timeout = timeout
        self._opener = opener or urllib.request.build_opener()
        self._lock = threading.Lock()
        self._token: dict = {}
        self._ends = 0.0

    def call(self, method: str, template: str, *, path: Optional[Mapping[str, Any]] = None,
             query: Optional[Mapping[str, Any]] = None, header: Optional[Mapping[str, Any]] = None, body: Any = None,
             signing: str = "bearer", answer: str = "json") -> Any:
        """One operation. Answers `{"success": true, "data": ...}` are given as their data."""
        target = template
        for name, value in (path or {}).items():
            target = target.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        asked = [(name, _text(value)) for name, value in (query or {}).items() if value is not None]
        url = self._url + target + ("?" + urllib.parse.urlencode(asked) if asked else "")
        headers = {name: _text(value) for name, value in (header or {}).items() if value is not None}
        data = None
        if body is not None:
            as_bytes = isinstance(body, bytes)
            data = body if as_bytes else json.dumps(body).encode()
            headers["Content-Type"] = "application/octet-stream" if as_bytes else "application/json"
        if signing == "bearer":
            return self._signed(method, url, headers, data, answer)
        if signing == "basic":
            headers["Authorization"] = self._basic
        return self._read(self._send(method, url, headers, data), answer)

    def sign_out(self) -> None:
        """Ends the tokens of this client."""
        with self._lock:
            token, self._token, self._ends = self._token, {}, 0.0
        if token:
            self._post("/svc/3.0/api/revoke", {"token": token["refresh_token"], "client_id": token["client_id"],
                                              "client_secret": token["client_secret"]})

    def _signed(self, method: str, url: str, headers: dict, data: Optional[bytes], answer: str) -> Any:
        for last in (False, True):
            token = self._access_token()
            try:
                return self._read(self._send(method, url, {**headers, "Authorization": "Bearer " + token}, data), answer)
            except VedetteError as problem:
                if problem.status != 401 or last:
                    raise
                with self._lock:  # refused: the next try gets a new one, unless another thread has it already
                    if self._token.get("access_token") == token:
                        self._ends = 0.0
        raise AssertionError("unreachable")

    def _access_token(self) -> str:
        with self._lock:
            if time.monotonic() >= self._ends:
                self._renew()
            return self._token["access_token"]

    def _renew(self) -> None:
        if self._token:
            try:
                fields = ("refresh_token", "client_id", "client_secret")
                self._keep(self._post("/svc/3.0/api/refresh", {name: self._token[name] for name in fields}))
                return
            except VedetteError as problem:
                if problem.status != 401:
                    raise
        path = "/svc/3.0/api/token/" + urllib.parse.quote(self._project, safe="")
        self._keep(self._read(self._send("GET", self._url + path, {"Authorization": self._basic}, None), "json"))

    def _keep(self, token: Mapping[str, Any]) -> None:
        self._token.update(token)
        self._ends = time.monotonic() + float(token["expires_in"]) - RENEW_SECONDS_EARLY

    def _post(self, path: str, body: Any) -> Any:
        return self._read(self._send("POST", self._url + path, {"Content-Type": "application/json"}, json.dumps(body).encode()), "json")

    def _send(self, method: str, url: str, headers: Mapping[str, str], data: Optional[bytes]) -> Any:
        request = urllib.request.Request(url, data=data, headers=dict(headers), method=method)
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as problem:
            with problem:
                text = problem.read().decode("utf-8", "replace")
            try:
                body = json.loads(text)
            except ValueError:
                body = text
            raise VedetteError(problem.code, body) from None

    @staticmethod
    def _read(response: Any, answer: str) -> Any:
        if answer == "stream":
            return Lines(response)
        with response:
            text = response.read().decode("utf-8")
        if answer == "text":
            return text
        body = json.loads(text)
        return body["data"] if isinstance(body, dict) and body.get("success") is True and "data" in body else body
