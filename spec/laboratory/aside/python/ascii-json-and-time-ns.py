import json
import time
import urllib.error
import urllib.request
import uuid
from signing import BASE_URL, header, sign

job = json.load(open("job.json", encoding="utf-8"))
timestamp, nonce = time.time_ns() // 1_000_000, uuid.uuid4()
signature = sign(f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n{json.dumps(job)}")
request = urllib.request.Request(BASE_URL + "/v1/jobs", json.dumps(job, ensure_ascii=False).encode(), {
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
try:
    print(urllib.request.urlopen(request).read())
except urllib.error.HTTPError as error:
    print(error.code, error.read())
