import json
import httpx
from signing import BASE_URL, authorize

job = json.load(open("job.json", encoding="utf-8"))
headers = {"Authorization": authorize("POST", "/v1/jobs", json.dumps(job))}
with httpx.Client(base_url=BASE_URL) as client:
    answer = client.post("/v1/jobs", json=job, headers=headers)
print(answer.status_code, answer.text)
