"""An HTTP server that misbehaves on purpose, one way per path."""
import gzip
import http.server
import json
import ssl
import threading
import time

DRIP_SECONDS = 30


def people(list_id, count, note=""):
    """A list of our own JSON lines with `count` invented people."""
    rows = ({"kind": "person", "list": list_id, "record": str(i), "names": [{"text": f"Zebulon Quarterstaff{i} {note}".strip()}]}
            for i in range(count))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


class BadServer:
    """Serves on a port of its own. `routes` maps a path to a function of the request handler; requests are in `log`."""

    def __init__(self, certificate=None):
        outer = self
        self.routes = {}
        self.log = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.log.append((self.path, dict(self.headers)))
                path = self.path.split("?")[0]
                try:
                    outer.routes.get(path, outer.missing)(self)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*map(str, certificate))
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.scheme = "https"
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def url(self, path, host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.port}{path}"

    def requests_for(self, path):
        """The headers of every request for a path, in order."""
        return [headers for target, headers in self.log if target.split("?")[0] == path]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def missing(request):
        send(request, b"nothing here", status=404)


def send(request, body, status=200, headers=None, length=None):
    """A plain answer; `length` may lie about the body's."""
    request.send_response(status)
    for name, value in (headers or {}).items():
        request.send_header(name, value)
    request.send_header("Content-Length", str(len(body) if length is None else length))
    request.end_headers()
    request.wfile.write(body)


def good(body, etag='"v1"'):
    """Answers well: conditions and ranges are honoured."""
    def answer(request):
        if etag and request.headers.get("If-None-Match") == etag:
            request.send_response(304)
            request.send_header("ETag", etag)
            request.end_headers()
            return
        headers = {"ETag": etag} if etag else {}
        wanted = request.headers.get("Range", "")
        if wanted.startswith("bytes=") and request.headers.get("If-Range") == etag:
            first = int(wanted[6:].split("-")[0])
            headers["Content-Range"] = f"bytes {first}-{len(body) - 1}/{len(body)}"
            send(request, body[first:], 206, headers)
            return
        send(request, body, headers=headers)
    return answer


def in_turn(*answers):
    """The first request gets the first answer, and so on; the last one stays."""
    left = list(answers)

    def answer(request):
        (left.pop(0) if len(left) > 1 else left[0])(request)
    return answer


def cut(body, at, etag='"v1"'):
    """Announces everything, sends `at` bytes and hangs up."""
    return lambda request: send(request, body[:at], headers={"ETag": etag}, length=len(body))


def status(code, headers=None):
    return lambda request: send(request, b"later", code, headers)


def redirect(target, code=302):
    return lambda request: send(request, b"", code, {"Location": target})


def drip(body):
    """One byte now and then, for far longer than anybody should wait."""
    def answer(request):
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        deadline = time.monotonic() + DRIP_SECONDS
        for byte in body:
            if time.monotonic() > deadline:
                return
            request.wfile.write(bytes([byte]))
            request.wfile.flush()
            time.sleep(0.2)
    return answer


def endless(piece=b"x" * 65536):
    """A body without an end, in chunks."""
    def answer(request):
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        while True:
            request.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
    return answer


def not_http(request):
    request.wfile.write(b"\x16\x03\x01 this is no answer at all\r\n" * 20)


def bomb():
    """A small gzip file that claims to be a list and unpacks to a hundred megabytes of blanks."""
    return gzip.compress(b'<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS>' + b" " * 120_000_000, 9)
