import hashlib
import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = open("job.json", "rb").read()
timestamp = str(int(time.time()))
nonce = uuid.uuid4().hex
string_to_sign = "\n".join(["POST", "/v1/jobs", timestamp, nonce, body.decode("utf-8")])

# SHA256withRSA: first the SHA-256, then RSA with the private key
digest = hashlib.sha256(string_to_sign.encode("utf-8")).hexdigest()
signature = sign(digest)

answer = requests.post(f"{BASE_URL}/v1/jobs", data=body, headers={
    "Authorization": header(signature, timestamp, nonce), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
