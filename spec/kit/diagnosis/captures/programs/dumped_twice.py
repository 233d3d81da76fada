"""Signs what json.dumps writes; the HTTP helper is given the job and writes it in a style of its own, as httpx does."""

import base64
import json
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding


def post(url, *, job, headers):
    content = json.dumps(job, ensure_ascii=False, separators=(",", ":"))
    connection = HTTPConnection(url.netloc)
    connection.request("POST", url.path, content.encode(), {"Content-Type": "application/json", **headers})
    return connection.getresponse()


url = urlsplit(os.environ["URL"])
job = json.load(open(os.environ["JOB"], encoding="utf-8"))
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)

timestamp = str(int(time.time()))
nonce = uuid.uuid4().hex
message = "\n".join(["POST", url.path, timestamp, nonce, json.dumps(job)])
signature = base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
print(post(url, job=job, headers={"Authorization": f"SVC-SHA256-RSA {info}"}).status)
