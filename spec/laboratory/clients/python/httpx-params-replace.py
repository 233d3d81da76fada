import httpx
from signing import BASE_URL, authorize

target = "/v1/jobs?workspace=harbour"
authorization = authorize("GET", target + "&page=2")
print(httpx.get(BASE_URL + target, params={"page": 2}, headers={"Authorization": authorization}).text)
