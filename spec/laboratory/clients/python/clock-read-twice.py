import time
import uuid
import requests
from signing import BASE_URL, header, sign

session = requests.Session()
nonce = str(uuid.uuid4())
body = open("job.json", "rb").read()
signature = sign(f"POST\n/v1/jobs\n{int(time.time())}\n{nonce}\n".encode() + body)
time.sleep(1.6)  # the upload of a preview, say
authorization = header(signature, int(time.time()), nonce)
print(session.post(BASE_URL + "/v1/jobs", data=body, headers={"Authorization": authorization}).text)
