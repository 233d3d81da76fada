import time
import uuid
import requests
from signing import BASE_URL, header, sign


def nonce():
    return str(uuid.uuid4())


def timestamp():
    return str(int(time.time()))


def string_to_sign(method, path, body):
    return "\n".join([method, path, timestamp(), nonce(), body])


body = open("job.json", encoding="utf-8").read()
authorization = header(sign(string_to_sign("POST", "/v1/jobs", body)), timestamp(), nonce())
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode(), headers={
    "Authorization": authorization, "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
