import time
import uuid
import httpx
from signing import BASE_URL, header, sign

job = {"request_id": "20260101120000000013", "stages": [
    {"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": 7, "count": 1}}]}
timestamp, nonce = int(time.time()), uuid.uuid4().hex
parts = ["POST", "/v1/jobs", timestamp, nonce, job]
signature = sign("\n".join(str(part) for part in parts))
print(httpx.post(BASE_URL + "/v1/jobs", json=job, headers={"Authorization": header(signature, timestamp, nonce)}).text)
