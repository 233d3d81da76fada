"""Formats the absent body of a GET request: it signs None."""

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


def call(method, target, body=None):
    timestamp, nonce = int(time.time()), uuid.uuid4().hex
    message = f"{method}\n{target}\n{timestamp}\n{nonce}\n{body}"
    signature = base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
    info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
    connection = HTTPConnection(url.netloc)
    connection.request(method, target, body, {"Authorization": f"SVC-SHA256-RSA {info}"})
    return connection.getresponse()


print(call("GET", url.path).status)
