import datetime
import hashlib
import secrets
import requests
from signing import BASE_URL, header, sign

payload = open("job.json", "rb").read()
amz_date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
nonce = secrets.token_hex(16)
payload_hash = hashlib.sha256(payload).hexdigest()

canonical_request = "\n".join(["POST", "/v1/jobs", amz_date, nonce, payload_hash])
answer = requests.post(BASE_URL + "/v1/jobs", data=payload, headers={
    "Authorization": header(sign(canonical_request), amz_date, nonce),
    "Content-Type": "application/json; charset=UTF-8",
})
print(answer.status_code, answer.text)
