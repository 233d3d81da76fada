import time
import uuid
import requests
from signing import BASE_URL, header, sign

nonce = f"job_{uuid.uuid4().hex}"
timestamp = int(time.time())
body = open("job.json", "rb").read()
signature = sign(b"\n".join([b"POST", b"/v1/jobs", b"%d" % timestamp, nonce.encode(), body]))
headers = {"Authorization": header(signature, timestamp, nonce)}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
