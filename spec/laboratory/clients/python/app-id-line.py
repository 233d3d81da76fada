import time
import uuid
import requests
from signing import APP_ID, BASE_URL, header, sign

timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
body = open("job.json", encoding="utf-8").read()
signature = sign("\n".join([APP_ID, "POST", "/v1/jobs", timestamp, nonce, body]))
headers = {"Authorization": header(signature, timestamp, nonce)}
print(requests.post(BASE_URL + "/v1/jobs", data=body.encode(), headers=headers).text)
