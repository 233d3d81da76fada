import json
import requests
from signing import BASE_URL, authorize

job = {"request_id": "20260101120000000011", "stages": [
    {"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": -1, "count": 2}}]}
compact = json.dumps(job, separators=(",", ":"))
headers = {"Authorization": authorize("POST", "/v1/jobs", compact)}
answer = requests.post(BASE_URL + "/v1/jobs", json=job, headers=headers)
print(answer.status_code, answer.json())
