import json
import requests
from signing import BASE_URL, authorize

search = {"model": "600000000000000001", "limit": 5}
authorization = authorize("POST", "/v1/jobs/search", json.dumps(search))
print(requests.post(BASE_URL + "/v1/jobs/search", data=search, headers={"Authorization": authorization}).text)
