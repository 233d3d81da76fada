import time
import urllib.request
import uuid
from signing import BASE_URL, header, sign

with open("job.json", "rb") as file:
    body = file.read()

timestamp, nonce = int(time.time()), uuid.uuid4()
message = f"POST\n/v1/jobs\n{timestamp}\n{nonce}\n{body}"
request = urllib.request.Request(BASE_URL + "/v1/jobs", data=body, method="POST", headers={
    "Authorization": header(sign(message), timestamp, nonce),
    "Content-Type": "application/json; charset=UTF-8",
})
try:
    print(urllib.request.urlopen(request).read())
except urllib.error.HTTPError as error:
    print(error.code, error.read())
