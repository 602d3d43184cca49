"""A receiver of webhooks that behaves as each path says, and remembers every request."""
import http.server
import json
import threading
import time


class Receiver:
    def __init__(self):
        self.requests = []
        self.lock = threading.Lock()
        self.changed = threading.Condition(self.lock)
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with receiver.changed:
                    count = sum(1 for each in receiver.requests if each["path"] == self.path)
                    receiver.requests.append({"path": self.path, "body": body.decode(), "headers": {
                        name: self.headers[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature", "Content-Type")}})
                    receiver.changed.notify_all()
                getattr(self, "at_" + self.path.split("/")[1], self.at_good)(count)

            do_GET = do_POST

            def say(self, status, headers=()):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def at_good(self, _):
                self.say(200)

            def at_flaky(self, count):
                self.say(500 if count < 2 else 204)

            def at_broken(self, _):
                self.say(500)

            def at_gone(self, _):
                self.say(410)

            def at_redirect(self, _):
                self.say(302, [("Location", "/elsewhere")])

            def at_slow(self, count):
                if count == 0:  # no answer until the sender has given up and tried again
                    receiver.wait(self.path, 2)
                self.say(200)

            def at_closes(self, count):
                if count > 0:
                    self.say(200)
                self.close_connection = True

            def at_nonsense(self, count):
                if count > 0:
                    return self.say(200)
                self.wfile.write(b"220 mail.example.com ESMTP\r\n")
                self.close_connection = True

            def at_endless(self, _):
                self.send_response(200)
                self.end_headers()
                try:
                    for _ in range(1000):
                        self.wfile.write(b"x" * 65536)
                except OSError:
                    pass
                self.close_connection = True

            def log_message(self, *_):
                pass

        class Web(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, *_):  # a server that was killed leaves broken connections behind
                pass

        self.web = Web(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.web.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.web.server_port}{path}"

    def at(self, path):
        with self.lock:
            return [each for each in self.requests if each["path"] == path]

    def wait(self, path, count, seconds=120):
        """Until so many requests came to the path; gives them."""
        deadline = time.monotonic() + seconds
        with self.changed:
            while True:
                found = [each for each in self.requests if each["path"] == path]
                left = deadline - time.monotonic()
                if len(found) >= count or left <= 0:
                    return found
                self.changed.wait(left)

    def close(self):
        self.web.shutdown()
        self.web.server_close()


def message(request):
    return json.loads(request["body"])
