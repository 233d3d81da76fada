"""Reads an open file a second time, at its end: it signs an empty body."""

import base64
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)


def authorization(method, target, body):
    timestamp = int(time.time())
    nonce = uuid.uuid4()
    message = f"{method}\n{target}\n{timestamp}\n{nonce}\n".encode() + body.read()
    signature = base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA256())).decode()
    return f"SVC-SHA256-RSA app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"


with open(os.environ["JOB"], "rb") as job:
    connection = HTTPConnection(url.netloc)
    connection.putrequest("POST", url.path)
    content = job.read()
    connection.putheader("Content-Length", str(len(content)))
    connection.putheader("Authorization", authorization("POST", url.path, job))
    connection.endheaders(content)
    print(connection.getresponse().status)
