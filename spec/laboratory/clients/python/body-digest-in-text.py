import hashlib
import httpx
from signing import BASE_URL, authorize

body = open("job.json", "rb").read()
payload_hash = hashlib.sha256(body).hexdigest()
answer = httpx.post(BASE_URL + "/v1/jobs", content=body, headers={
    "Authorization": authorize("POST", "/v1/jobs", payload_hash), "Content-Type": "application/json"})
print(answer.status_code, answer.text)
