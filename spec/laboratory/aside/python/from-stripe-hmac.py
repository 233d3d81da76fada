import base64
import hashlib
import hmac
import os
import time
import uuid
import requests
from signing import BASE_URL, header

secret = open(os.path.join(os.environ["KEYS"], "app-1.pem"), "rb").read()
body = open("job.json", "rb").read()
timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
payload = "\n".join(["POST", "/v1/jobs", timestamp, nonce, ""]).encode() + body
signature = base64.b64encode(hmac.new(secret, payload, hashlib.sha256).digest()).decode()
answer = requests.post(BASE_URL + "/v1/jobs", data=body, headers={
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
