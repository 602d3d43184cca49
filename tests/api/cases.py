"""Reads API cases from text and holds a server's answers against them.

A case file is a sequence of cases. README.md in this folder describes the format for people.
"""
import base64
import dataclasses
import json
import re


@dataclasses.dataclass
class Step:
    line: int
    request: list   # lines
    expected: list  # lines


@dataclasses.dataclass
class Case:
    title: str
    line: int
    steps: list


@dataclasses.dataclass
class CaseFile:
    settings: dict
    lists: list     # files to import before the server starts
    cases: list


class Mismatch(Exception):
    """What the server said is not what the case says."""


def parse(text, name):
    settings, lists, cases, number = {}, [], [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("@setting "):
            key, _, value = line[len("@setting "):].partition("=")
            settings[key.strip()] = value.strip()
        elif line.startswith("@lists "):
            lists.append(line[len("@lists "):].strip())
        elif line.startswith("=== "):
            cases.append(Case(line[4:].strip(), number, []))
        elif line.startswith(">"):
            steps = cases[-1].steps
            if not steps or steps[-1].expected:
                steps.append(Step(number, [], []))
            steps[-1].request.append(line[2:])
        elif line.startswith("<"):
            cases[-1].steps[-1].expected.append(line[2:])
        elif line.strip() and not line.startswith("#"):
            raise SystemExit(f"{name}:{number}: a line begins with >, <, ===, @setting, @lists or #: {line}")
    for case in cases:
        if not case.steps or any(not step.expected for step in case.steps):
            raise SystemExit(f"{name}:{case.line}: the case expects nothing")
    return CaseFile(settings, lists, cases)


def substitute(text, variables):
    """${name} is a variable; ${basic:user:password} are Basic credentials (@name in them a variable);
    ${repeat:N:TEXT} is TEXT N times with commas between, # in it the number."""
    def variable(name):
        if name not in variables:
            raise Mismatch(f"the case uses {name}, which nothing has set")
        return str(variables[name])

    def replace(match):
        word = match.group(1)
        if word.startswith("repeat:"):
            _, count, repeated = word.split(":", 2)
            return ",".join(repeated.replace("#", str(i)) for i in range(int(count)))
        if not word.startswith("basic:"):
            return variable(word)
        credentials = re.sub(r"@(\w+)", lambda name: variable(name.group(1)), word[len("basic:"):])
        return base64.b64encode(credentials.encode()).decode()

    return re.sub(r"\$\{([^}]*)\}", replace, text)


def request_bytes(step, variables):
    lines = [substitute(line, variables) for line in step.request]
    blank = lines.index("") if "" in lines else len(lines)
    head, body = lines[:blank], "\n".join(lines[blank + 1:]).encode()
    names = {line.partition(":")[0].lower() for line in head[1:]}
    first = head[0] if head[0].endswith(("HTTP/1.1", "HTTP/1.0")) else head[0] + " HTTP/1.1"
    out = [first, *head[1:]]
    if "host" not in names:
        out.append("Host: vedette.example")
    if body and not names & {"content-length", "transfer-encoding"}:
        out.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(out) + "\r\n\r\n").encode() + body


class Connection:
    """A raw HTTP connection: what is written is what is sent."""

    def __init__(self, socket):
        self.socket, self.buffer = socket, b""

    def _fill(self):
        more = self.socket.recv(65536)
        if not more:
            raise Mismatch(f"the server closed the connection after {self.buffer!r}")
        self.buffer += more

    def _until(self, mark):
        while mark not in self.buffer:
            self._fill()
        head, _, self.buffer = self.buffer.partition(mark)
        return head

    def _take(self, count):
        while len(self.buffer) < count:
            self._fill()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def ask(self, data, head_only):
        self.socket.sendall(data)
        return self.read(head_only)

    def read(self, head_only):
        lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers.setdefault(name.lower(), []).append(value.strip())
        if status == 100:
            return self.read(head_only)
        body = b""
        if not head_only and status != 204:
            if headers.get("transfer-encoding") == ["chunked"]:
                while size := int(self._until(b"\r\n"), 16):
                    body += self._take(size)
                    self._until(b"\r\n")
                self._until(b"\r\n")
            else:
                body = self._take(int(headers.get("content-length", ["0"])[0]))
        return status, headers, body


def check_value(expected, actual, where, variables):
    if isinstance(expected, str) and expected.startswith("<") and expected.endswith(">"):
        return check_pattern(expected[1:-1], actual, where, variables)
    if isinstance(expected, dict) and isinstance(actual, dict):
        open_ended = "..." in expected
        for key in expected:
            if key != "..." and key not in actual:
                raise Mismatch(f"{where}.{key} is missing in {json.dumps(actual)[:500]}")
        for key in actual:
            if key in expected:
                check_value(expected[key], actual[key], f"{where}.{key}", variables)
            elif not open_ended:
                raise Mismatch(f"{where}.{key} was not expected: {json.dumps(actual[key])[:300]}")
        return None
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            raise Mismatch(f"{where} has {len(actual)} items, expected {len(expected)}: {json.dumps(actual)[:500]}")
        for index, (one, other) in enumerate(zip(expected, actual)):
            check_value(one, other, f"{where}[{index}]", variables)
        return None
    if type(expected) is not type(actual) or expected != actual:
        raise Mismatch(f"{where} is {json.dumps(actual)[:300]}, expected {json.dumps(expected)}")
    return None


def check_pattern(pattern, actual, where, variables):
    kind, _, argument = pattern.partition(":")
    if kind == "any":
        return
    if kind == "integer" and isinstance(actual, int) and not isinstance(actual, bool):
        return
    if kind == "string" and isinstance(actual, str) and (not argument or len(actual) == int(argument)):
        return
    if kind == "text" and isinstance(actual, str) and actual:
        return
    if kind == "save":
        variables[argument] = actual
        return
    if kind == "match" and isinstance(actual, str) and re.fullmatch(argument, actual):
        return
    if kind == "contains" and isinstance(actual, str) and argument in actual:
        return
    if kind == "not" and str(actual) != str(variables.get(argument)):
        return
    raise Mismatch(f"{where} is {json.dumps(actual)[:300]}, expected <{pattern}>")


def check_answer(step, answer, variables):
    status, headers, body = answer
    lines = [substitute(line, variables) for line in step.expected]
    if status != int(lines[0]):
        raise Mismatch(f"status {status}, expected {lines[0]}; body: {body.decode(errors='replace')[:600]}")
    rest = lines[1:]
    while rest and not rest[0].lstrip().startswith(("{", "[")):
        line = rest.pop(0)
        if not line.strip():
            continue
        if line.startswith("!"):
            if line[1:].lower() in headers:
                raise Mismatch(f"header {line[1:]} should be absent, is {headers[line[1:].lower()]}")
            continue
        name, _, value = line.partition(":")
        actual = ", ".join(headers.get(name.lower(), ["(absent)"]))
        value = value.strip()
        if value.startswith("<") and value.endswith(">"):
            check_pattern(value[1:-1], actual, name, variables)
        elif value != actual:
            raise Mismatch(f"header {name}: {actual}, expected {value}")
    if rest:
        try:
            actual = json.loads(body)
        except ValueError:
            raise Mismatch(f"the body is not JSON: {body[:300]!r}") from None
        check_value(json.loads("\n".join(rest)), actual, "body", variables)
    elif status == 204 and body:
        raise Mismatch(f"204 with a body: {body[:200]!r}")
