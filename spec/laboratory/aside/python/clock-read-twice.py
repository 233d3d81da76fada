import time
import uuid
import requests
from signing import BASE_URL, header, sign


def now():
    return int(time.time())


def prepare(method, path, body, nonce):
    text = f"{method}\n{path}\n{now()}\n{nonce}\n{body}"
    signature = sign(text)
    time.sleep(1.2)  # the audit log, which is slow
    return header(signature, now(), nonce)


body = open("job.json", encoding="utf-8").read()
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode(), headers={
    "Authorization": prepare("POST", "/v1/jobs", body, uuid.uuid4()), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
