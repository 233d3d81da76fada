import json
import urllib3
from signing import BASE_URL, authorize

job = {"request_id": "20260101120000000301", "stages": [
    {"type": "DIFFUSION", "diffusion": {"steps": 20, "prompts": [{"text": "une forêt près de la rivière"}]}}]}
answer = urllib3.PoolManager().request("POST", BASE_URL + "/v1/jobs", json=job, headers={
    "Authorization": authorize("POST", "/v1/jobs", json.dumps(job)), "Content-Type": "application/json"})
print(answer.status, answer.data)
