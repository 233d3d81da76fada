"""Signs the body in UTF-8, but hands the text itself to http.client, which sends text in Latin-1."""

import base64
import json
import os
import time
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

url = urlsplit(os.environ["URL"])
job = json.load(open(os.environ["JOB"], encoding="utf-8"))
body = json.dumps(job, ensure_ascii=False)
key = serialization.load_pem_private_key(open(os.environ["KEY"], "rb").read(), password=None)

timestamp = int(time.time())
nonce = uuid.uuid4()
message = f"POST\n{url.path}\n{timestamp}\n{nonce}\n{body}".encode("utf-8")
signature = base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA256())).decode()
info = f"app_id={os.environ['APP_ID']},nonce_str={nonce},timestamp={timestamp},signature={signature}"
connection = HTTPConnection(url.netloc)
connection.request("POST", url.path, body, {"Authorization": f"SVC-SHA256-RSA {info}"})
print(connection.getresponse().status)
