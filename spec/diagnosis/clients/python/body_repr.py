"""Puts the bytes of the body into an f-string: it signs b'…', quotes and all."""

import base64
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
with open(os.environ["JOB"], "rb") as file:
    body = file.read()
with open(os.environ["KEY"], "rb") as file:
    key = serialization.load_pem_private_key(file.read(), password=None)

timestamp = int(time.time())
nonce = uuid.uuid4()
message = f"POST\n{url.path}\n{timestamp}\n{nonce}\n{body}"
signature = base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
connection = HTTPConnection(url.netloc)
connection.request("POST", url.path, body, {"Authorization": f"SVC-SHA256-RSA {info}"})
print(connection.getresponse().status)
