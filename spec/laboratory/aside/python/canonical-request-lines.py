import hashlib
import time
import uuid
import requests
from signing import BASE_URL, header, sign

method, path, query, body = "GET", "/v1/jobs", "limit=20&status=done", b""
timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
canonical_request = [method, path, query, timestamp, nonce, hashlib.sha256(body).hexdigest()]
authorization = header(sign("\n".join(canonical_request)), timestamp, nonce)
print(requests.get(f"{BASE_URL}{path}?{query}", headers={"Authorization": authorization}).text)
