import time
import uuid
import requests
from signing import BASE_URL, header, sign


def build_message(*parts):
    return "".join(f"{part}\n" for part in parts)


body = open("job.json", encoding="utf-8").read()
timestamp, nonce = int(time.time()), uuid.uuid4().hex
signature = sign(build_message("POST", "/v1/jobs", timestamp, nonce, body))
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode(),
                       headers={"Authorization": header(signature, timestamp, nonce)})
print(answer.status_code, answer.text)
