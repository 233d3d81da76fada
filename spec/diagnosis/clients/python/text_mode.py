"""Reads the job in text mode to sign it, which turns CRLF into LF, and in binary mode to send it."""

import base64
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding


def sign(message):
    with open(os.environ["KEY"], "rb") as file:
        key = serialization.load_pem_private_key(file.read(), password=None)
    return base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()


url = urlsplit(os.environ["URL"])
timestamp = str(int(time.time()))
nonce = uuid.uuid4().hex
with open(os.environ["JOB"], encoding="utf-8") as job:
    signature = sign("\n".join(["POST", url.path, timestamp, nonce, job.read()]))

with open(os.environ["JOB"], "rb") as job:
    info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
    connection = HTTPConnection(url.netloc)
    connection.request("POST", url.path, job.read(), {"Authorization": f"SVC-SHA256-RSA {info}"})
    print(connection.getresponse().status)
