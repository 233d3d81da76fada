import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = open("job.json", encoding="utf-8").read()
timestamp = str(time.time())
nonce = str(uuid.uuid4())
signature = sign("\n".join(["POST", "/v1/jobs", timestamp, nonce, body]))
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode("utf-8"), headers={
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
