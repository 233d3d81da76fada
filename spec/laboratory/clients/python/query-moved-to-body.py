import requests
from signing import BASE_URL, authorize

query = "status=done&limit=5"
authorization = authorize("GET", "/v1/jobs", query)
print(requests.get(f"{BASE_URL}/v1/jobs?{query}", headers={"Authorization": authorization}).text)
