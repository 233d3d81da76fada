import time
import uuid
import requests
from signing import BASE_URL, header, sign

parts = {"method": "GET", "url": "/v1/jobs", "timestamp": int(time.time()), "nonce": uuid.uuid4().hex, "body": ""}
text = "\n".join(f"{name}={value}" for name, value in parts.items())
authorization = header(sign(text), parts["timestamp"], parts["nonce"])
print(requests.get(BASE_URL + "/v1/jobs", headers={"Authorization": authorization}).text)
