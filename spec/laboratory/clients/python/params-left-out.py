import requests
from signing import BASE_URL, authorize

path = "/v1/jobs"
params = {"status": "done", "limit": 20}
answer = requests.get(BASE_URL + path, params=params, headers={"Authorization": authorize("GET", path)})
print(answer.status_code, answer.text)
