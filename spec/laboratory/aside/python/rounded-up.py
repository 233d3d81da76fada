import math
import time
import uuid
import requests
from signing import BASE_URL, header, sign

now, nonce = time.time(), str(uuid.uuid4())
signature = sign(f"GET\n/v1/jobs\n{math.ceil(now)}\n{nonce}\n")
print(requests.get(BASE_URL + "/v1/jobs", headers={"Authorization": header(signature, int(now), nonce)}).text)
