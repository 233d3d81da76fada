import json
import httpx
from signing import BASE_URL, authorize

job = {"request_id": "20260101120000000201", "stages": [{"type": "DIFFUSION", "diffusion": {"steps": 20}}]}


def add_signature(request):
    request.headers["Authorization"] = authorize(request.method, str(request.url), json.dumps(job))


with httpx.Client(event_hooks={"request": [add_signature]}) as client:
    answer = client.post(BASE_URL + "/v1/jobs", json=job)
    print(answer.status_code, answer.text)
