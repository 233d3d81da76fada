import json
import requests
from signing import BASE_URL, authorize

# requests writes json= by json.dumps, with the same separators and escapes.
job = json.load(open("job.json", encoding="utf-8"))
headers = {"Authorization": authorize("POST", "/v1/jobs", json.dumps(job)), "Accept": "application/json"}
answer = requests.post(BASE_URL + "/v1/jobs", json=job, headers=headers)
print(answer.status_code, answer.text)
