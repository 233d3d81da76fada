import time
import uuid
import requests
from signing import BASE_URL, header, sign

url = BASE_URL + "/v1/jobs"
body = open("job.json", "rb").read()
timestamp = str(round(time.time() * 1000))
nonce = str(uuid.uuid4())
string_to_sign = "POST\n" + url + "\n" + timestamp + "\n" + nonce + "\n" + body.decode()
answer = requests.post(url, data=body, headers={
    "Authorization": header(sign(string_to_sign), timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
