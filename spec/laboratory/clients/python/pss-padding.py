import base64
import time
import uuid
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from signing import BASE_URL, header, rsa

timestamp, nonce = int(time.time()), str(uuid.uuid4())
body = open("job.json", "rb").read()
pss = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.MAX_LENGTH)
raw = rsa(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body, pad=pss)
authorization = header(base64.b64encode(raw).decode(), timestamp, nonce)
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers={"Authorization": authorization}).status_code)
