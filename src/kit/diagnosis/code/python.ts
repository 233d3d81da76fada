/**
 * The right program in Python, with the package cryptography. `diagnose --code` shows the section that the caller got wrong. A live spec
 * runs the whole program, and breaks it section by section.
 */
import type { Program } from './Program.ts'

export const python: Program = {
  setup: `import base64
import json
import os
import secrets
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_private_key

url = os.environ["URL"]
app_id = os.environ["APP_ID"]
private_key = load_pem_private_key(Path(os.environ["PRIVATE_KEY"]).read_bytes(), password=None)
job_file = os.environ.get("JOB")
job = {
    "request_id": "1001",
    "stages": [
        {"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": -1, "count": 1}},
        {
            "type": "DIFFUSION",
            "diffusion": {"width": 512, "height": 512, "prompts": [{"text": "café, 雪"}]},
        },
    ],
}`,

  body: `# A file is read as bytes, and a job that is built here is serialized once, as UTF-8. Either way
# these are the bytes that are signed, and these are sent.
if job_file:
    body = Path(job_file).read_bytes()
else:
    body = json.dumps(job, ensure_ascii=False).encode("utf-8")`,

  bytes: `# The content is written once, as bytes. These are signed, and these are sent.
body = Path(job_file).read_bytes()`,

  target: `# Path and query with their escapes, without origin and fragment. The requests package may write
# the URL anew; with it, sign requests.Request("POST", url).prepare().path_url
parts = urlsplit(url)
target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")`,

  timestamp: `# Whole seconds. The clock is read once: this text is signed, and this text is sent.
timestamp = str(int(time.time()))`,

  nonce: `# 128 random bits in hexadecimal digits, drawn once for each request.
nonce = secrets.token_hex(16)`,

  text: `# A line feed behind each of the first four parts, even if the body is empty; then the body's
# bytes, and nothing behind them. The method is in upper case.
text = f"POST\\n{target}\\n{timestamp}\\n{nonce}\\n".encode("utf-8") + body`,

  signature: `# RSASSA-PKCS1-v1_5 with SHA-256. sign hashes, so it is given the text and not a digest of it.
signed = private_key.sign(text, padding.PKCS1v15(), hashes.SHA256())
signature = base64.b64encode(signed).decode("ascii")`,

  header: `# The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
items = f"app_id={app_id},nonce_str={nonce},timestamp={timestamp},signature={signature}"
authorization = f"SVC-SHA256-RSA {items}"`,

  send: `# The bytes that were signed. With the requests package that is data=body: its json=job would
# serialize the job again, and write other bytes.
headers = {
    "Authorization": authorization,
    "Content-Type": "application/json; charset=UTF-8",
    "Accept": "application/json",
}
connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
connection = connect(parts.netloc, timeout=30)
connection.request("POST", target, body=body, headers=headers)
response = connection.getresponse()
print(response.status)
print(response.read().decode("utf-8"))
connection.close()`,
}
