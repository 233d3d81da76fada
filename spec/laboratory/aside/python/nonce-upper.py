import time
import uuid
import urllib.request
from signing import BASE_URL, header, sign

timestamp, nonce = int(time.time()), "A-" + uuid.uuid4().hex
authorization = header(sign(f"GET\n/v1/models\n{timestamp}\n{nonce.lower()}\n"), timestamp, nonce.upper())
request = urllib.request.Request(BASE_URL + "/v1/models", headers={"Authorization": authorization})
print(urllib.request.urlopen(request).read())
