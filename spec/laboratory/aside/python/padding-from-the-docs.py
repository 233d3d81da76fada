import base64
import time
import uuid
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from signing import BASE_URL, header, rsa

body = open("job.json", "rb").read()
timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
message = f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body

# https://cryptography.io/en/latest/hazmat/primitives/asymmetric/rsa/#signing
pss = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.MAX_LENGTH)
signature = base64.b64encode(rsa(message, pad=pss, digest=hashes.SHA256())).decode()

answer = requests.post(BASE_URL + "/v1/jobs", data=body, headers={
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
