import json
import time
import uuid
from urllib.parse import urlparse
import httpx
from signing import BASE_URL, header, sign

TEMPLATE = "{method}\n{path}\n{timestamp}\n{nonce}\n{body}\n"

url = BASE_URL + "/v1/jobs?dry_run=true"
body = json.dumps({"request_id": "20260101120000000303", "stages": []})
timestamp, nonce = int(time.time()), uuid.uuid4().hex.upper()
text = TEMPLATE.format(method="POST", path=urlparse(url).path, timestamp=timestamp, nonce=nonce, body=body)
answer = httpx.post(url, content=body, headers={
    "Authorization": header(sign(text), timestamp, nonce), "Content-Type": "application/json"})
print(answer.status_code, answer.text)
