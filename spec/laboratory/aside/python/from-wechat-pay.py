import time
import uuid
import requests
from signing import APP_ID, BASE_URL, sign


def build_message(method, url, timestamp, nonce, body):
    return f"{method}\n{url}\n{timestamp}\n{nonce}\n{body}\n"


body = open("job.json", encoding="utf-8").read()
timestamp = str(int(time.time()))
nonce_str = uuid.uuid4().hex.upper()
signature = sign(build_message("POST", "/v1/jobs", timestamp, nonce_str, body))
authorization = (f'SVC-SHA256-RSA app_id="{APP_ID}",nonce_str="{nonce_str}",'
                 f'timestamp="{timestamp}",signature="{signature}"')
answer = requests.post(BASE_URL + "/v1/jobs", data=body.encode("utf-8"), headers={
    "Authorization": authorization, "Accept": "application/json", "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
