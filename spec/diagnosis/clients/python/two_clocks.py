"""Reads the clock once for the text and again for the header, and waits for its turn in between."""

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


def sign(nonce, body):
    message = f"POST\n{url.path}\n{int(time.time())}\n{nonce}\n".encode() + body
    return base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA256())).decode()


def submit(body):
    nonce = uuid.uuid4()
    signature = sign(nonce, body)
    time.sleep(1.5)  # not too many requests at once
    info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={int(time.time())},signature={signature}"
    connection = HTTPConnection(url.netloc)
    connection.request("POST", url.path, body, {"Authorization": f"SVC-SHA256-RSA {info}"})
    return connection.getresponse()


print(submit(open(os.environ["JOB"], "rb").read()).status)
