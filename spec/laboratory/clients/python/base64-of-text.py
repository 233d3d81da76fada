import base64
import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = open("job.json", "rb").read()
timestamp, nonce = int(time.time()), str(uuid.uuid4())
signature = sign(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body)
twice = base64.b64encode(signature.encode()).decode()
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers={"Authorization": header(twice, timestamp, nonce)}).text)
