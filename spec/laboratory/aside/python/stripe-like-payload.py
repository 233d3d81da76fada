import time
import uuid
import httpx
from signing import BASE_URL, header, sign

body = open("job.json", encoding="utf-8").read()
timestamp = int(time.time())
signed_payload = f"{timestamp}.{body}"  # as in our webhooks
authorization = header(sign(signed_payload), timestamp, uuid.uuid4())
answer = httpx.post(BASE_URL + "/v1/jobs", content=body, headers={"Authorization": authorization})
print(answer.status_code, answer.text)
