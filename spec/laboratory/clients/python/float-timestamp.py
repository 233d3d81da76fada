import time
import uuid
import requests
from signing import BASE_URL, header, sign

timestamp, nonce = str(time.time()), str(uuid.uuid4())
body = open("job.json", "rb").read()
signature = sign(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body)
headers = {"Authorization": header(signature, timestamp, nonce)}
print(requests.post(f"{BASE_URL}/v1/jobs", data=body, headers=headers).text)
