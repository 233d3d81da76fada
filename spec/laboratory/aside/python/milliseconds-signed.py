import time
import uuid
import requests
from signing import BASE_URL, header, sign

now = int(time.time() * 1000)
nonce = uuid.uuid4().hex
body = open("job.json", "rb").read()
text = f"POST\n/v1/jobs\n{now}\n{nonce}\n".encode() + body
answer = requests.post(BASE_URL + "/v1/jobs", data=body, headers={
    "Authorization": header(sign(text), now // 1000, nonce), "Content-Type": "application/json"})
print(answer.status_code, answer.text)
