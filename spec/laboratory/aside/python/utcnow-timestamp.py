import os
import time
import uuid
from datetime import datetime
import requests
from signing import BASE_URL, header, sign

os.environ["TZ"] = "Asia/Shanghai"  # as on the worker
time.tzset()

body = open("job.json", encoding="utf-8").read()
timestamp = str(int(datetime.utcnow().timestamp()))  # the service wants GMT
nonce = str(uuid.uuid4())
signature = sign(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n{body}")
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode(), headers={
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
