import requests
from signing import EDGE_URL, authorize

# The cache in front of the service sorts the query, to find more pages again.
target = "/v1/jobs?status=done&model=600000000000000001&limit=50"
answer = requests.get(EDGE_URL + "/sorted" + target, headers={"Authorization": authorize("GET", target)})
print(answer.status_code, answer.text)
