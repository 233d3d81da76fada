import html
from string import Template
import time
import uuid
import requests
from signing import BASE_URL, header, sign

body = '{"request_id": "20260101120000000014", "stages": []}'
page = Template("POST\n/v1/jobs\n$timestamp\n$nonce\n$body")
timestamp, nonce = int(time.time()), uuid.uuid4().hex
text = page.substitute(timestamp=timestamp, nonce=nonce, body=html.escape(body))
headers = {"Authorization": header(sign(text), timestamp, nonce)}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
