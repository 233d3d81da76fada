import json
import urllib.request
from signing import BASE_URL, authorize


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


job = json.load(open("job.json", encoding="utf-8"))
body = json.dumps(job, separators=(",", ":"), ensure_ascii=False).encode()
request = urllib.request.Request(BASE_URL + "/v1/jobs", body, {
    "Content-Type": "application/json; charset=UTF-8",
    "Authorization": authorize("POST", "/v1/jobs", canonical(job)),
})
with urllib.request.urlopen(request) as answer:
    print(answer.read())
