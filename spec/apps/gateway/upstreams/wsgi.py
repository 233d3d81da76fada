"""Says in one line of JSON what reached a WSGI program."""

import json
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


class Handler(WSGIRequestHandler):
    def get_environ(self):
        return {**super().get_environ(), "request.line": self.requestline}

    def log_message(self, *_):
        pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


def program(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(length)
    method, target, _ = environ["request.line"].split(" ")
    said = {name: value for name, value in environ.items() if name.startswith("HTTP_")}
    seen = {"method": method, "target": target, "body": body.hex(), "said": said}
    sys.stdout.write(json.dumps(seen) + "\n")
    sys.stdout.flush()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]


with make_server("127.0.0.1", 0, program, Server, Handler) as server:
    print(f"listening {server.server_port}", flush=True)
    server.serve_forever()
