import gzip
import requests
from signing import BASE_URL, authorize

body = open("job.json", "rb").read()
answer = requests.post(BASE_URL + "/v1/jobs", data=gzip.compress(body, mtime=0), headers={
    "Authorization": authorize("POST", "/v1/jobs", body),
    "Content-Type": "application/json; charset=UTF-8",
    "Content-Encoding": "gzip"})
print(answer.status_code, answer.text)
