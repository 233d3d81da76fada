"""Takes the query apart and writes it again: a space that came as %20 is signed as +."""

import base64
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import parse_qsl, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
query = dict(parse_qsl(url.query))
body = open(os.environ["JOB"], "rb").read()
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)

timestamp = int(time.time())
nonce = uuid.uuid4()
message = f"POST\n{url.path}?{urlencode(query)}\n{timestamp}\n{nonce}\n".encode() + body
signature = base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
connection = HTTPConnection(url.netloc)
connection.request("POST", f"{url.path}?{url.query}", body, {"Authorization": f"SVC-SHA256-RSA {info}"})
print(connection.getresponse().status)
