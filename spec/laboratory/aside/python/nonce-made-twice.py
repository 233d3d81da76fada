import time
import uuid
import requests
from signing import BASE_URL, header, sign


def string_to_sign(method, target, timestamp, body):
    return "\n".join([method, target, timestamp, str(uuid.uuid4()), body])


body = open("job.json", encoding="utf-8").read()
now = str(int(time.time()))
signature = sign(string_to_sign("POST", "/v1/jobs", now, body))
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode(),
                       headers={"Authorization": header(signature, now, str(uuid.uuid4()))})
print(answer.status_code, answer.text)
