"""Joins all that the header holds, the app id too, as other services want it."""

import base64
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
body = open(os.environ["JOB"], encoding="utf-8", newline="").read()
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)

app_id = os.environ["APP_ID"]
timestamp = str(int(time.time()))
nonce = uuid.uuid4().hex
message = "\n".join(["POST", url.path, app_id, timestamp, nonce, body])
signature = base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={app_id},nonce_str={nonce},timestamp={timestamp},signature={signature}"
connection = HTTPConnection(url.netloc)
connection.request("POST", url.path, body.encode(), {"Authorization": f"SVC-SHA256-RSA {info}"})
print(connection.getresponse().status)
