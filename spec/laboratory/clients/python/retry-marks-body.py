import json
import requests
from signing import EDGE_URL, authorize

job = json.load(open("job.json", encoding="utf-8"))
body = json.dumps(job).encode()
headers = {"Content-Type": "application/json", "Authorization": authorize("POST", "/v1/jobs", body)}
for attempt in range(3):
    if attempt > 0:
        body = json.dumps({**job, "attempt": attempt}).encode()
    answer = requests.post(EDGE_URL + "/flaky/v1/jobs", data=body, headers=headers)
    if answer.status_code < 500:
        break
print(answer.status_code, answer.text)
