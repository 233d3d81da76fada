import json
import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = json.dumps({"request_id": "20260101120000000012", "stages": []}).encode("utf-8")
timestamp, nonce = int(time.time()), str(uuid.uuid4())
text = f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n{body}"
headers = {"Authorization": header(sign(text), timestamp, nonce)}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
