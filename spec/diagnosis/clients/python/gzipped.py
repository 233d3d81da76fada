"""Signs the job, and compresses it on its way out."""

import base64
import gzip
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
body = open(os.environ["JOB"], "rb").read()
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)

timestamp = int(time.time())
nonce = uuid.uuid4()
message = f"POST\n{url.path}\n{timestamp}\n{nonce}\n".encode() + body
signature = base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
headers = {"Authorization": f"SVC-SHA256-RSA {info}", "Content-Encoding": "gzip"}
connection = HTTPConnection(url.netloc)
connection.request("POST", url.path, gzip.compress(body), headers)
print(connection.getresponse().status)
