import json
import httpx
from signing import BASE_URL, authorize

job = json.load(open("job.json", encoding="utf-8"))
signed = json.dumps(job)
answer = httpx.post(
    BASE_URL + "/v1/jobs",
    json=job,
    headers={"Authorization": authorize("POST", "/v1/jobs", signed), "Accept": "application/json"},
)
print(answer.status_code, answer.text)
