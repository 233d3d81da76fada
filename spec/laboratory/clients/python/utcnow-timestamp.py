import os
import time
import uuid
import datetime
import requests
from signing import BASE_URL, header, sign

os.environ["TZ"] = "Asia/Tokyo"
time.tzset()
timestamp = int(datetime.datetime.utcnow().timestamp())
nonce = str(uuid.uuid4())
body = open("job.json", "rb").read()
signature = sign(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n".encode() + body)
headers = {"Authorization": header(signature, timestamp, nonce)}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
