import http.client
import json
from urllib.parse import urlsplit
from signing import BASE_URL, authorize

job = json.load(open("job.json", encoding="utf-8"))
body = json.dumps(job, ensure_ascii=False)

connection = http.client.HTTPConnection(urlsplit(BASE_URL).netloc, timeout=10)
connection.request("POST", "/v1/jobs", body, {
    "Authorization": authorize("POST", "/v1/jobs", body),
    "Content-Type": "application/json; charset=UTF-8",
})
answer = connection.getresponse()
print(answer.status, answer.read())
