import requests
from signing import BASE_URL, authorize

job = {"request_id": "20260101120000000304", "stages": [
    {"type": "DIFFUSION", "diffusion": {"steps": 20, "prompts": [{"text": "a wide river, naïve style"}]}}]}
with requests.Session() as session:
    prepared = session.prepare_request(requests.Request("POST", BASE_URL + "/v1/jobs", json=job))
    prepared.headers["Authorization"] = authorize(prepared.method, prepared.path_url, prepared.body)
    answer = session.send(prepared)
print(answer.status_code, answer.text)
