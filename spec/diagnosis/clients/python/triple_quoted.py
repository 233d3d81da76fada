"""Writes the text between triple quotes, and signs the line feeds next to them."""

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

timestamp = int(time.time())
nonce = uuid.uuid4()
message = f"""
POST
{url.path}
{timestamp}
{nonce}
{body}
"""
signature = base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
connection = HTTPConnection(url.netloc)
connection.request("POST", url.path, body.encode(), {"Authorization": f"SVC-SHA256-RSA {info}"})
print(connection.getresponse().status)
