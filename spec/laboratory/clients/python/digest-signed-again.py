import hashlib
import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = open("job.json", "rb").read()
timestamp, nonce = int(time.time()), str(uuid.uuid4())
digest = hashlib.sha256(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body).hexdigest()
headers = {"Authorization": header(sign(digest), timestamp, nonce), "Content-Type": "application/json"}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
