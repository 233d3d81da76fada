"""A service that knows nothing of signatures: the gateway has proven who sends."""
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import json
import os


class Jobs(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        job = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"app_id": self.headers["Countersign-App-Id"], "request_id": job["request_id"]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer((os.environ.get("HOST", "0.0.0.0"), int(os.environ.get("PORT", "8000"))), Jobs).serve_forever()
