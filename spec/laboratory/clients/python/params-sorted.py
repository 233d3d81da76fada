from urllib.parse import urlencode
import requests
from signing import BASE_URL, authorize

params = {"status": "done", "page": "2", "limit": "50"}
target = "/v1/jobs?" + urlencode(sorted(params.items()))
answer = requests.get(f"{BASE_URL}/v1/jobs", params=params, headers={"Authorization": authorize("GET", target)})
print(answer.status_code)
