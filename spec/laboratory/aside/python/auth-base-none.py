import time
import uuid
import requests
from requests.auth import AuthBase
from signing import BASE_URL, header, sign


class SignedAuth(AuthBase):
    def __call__(self, request):
        timestamp, nonce = str(int(time.time())), uuid.uuid4().hex
        text = f"{request.method}\n{request.path_url}\n{timestamp}\n{nonce}\n{request.body}"
        request.headers["Authorization"] = header(sign(text), timestamp, nonce)
        return request


answer = requests.get(BASE_URL + "/v1/models", params={"limit": 10}, auth=SignedAuth())
print(answer.status_code, answer.text)
