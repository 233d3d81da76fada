from urllib.parse import quote
import requests
from signing import BASE_URL, authorize

query = "a lighthouse at dawn"
target = "/v1/jobs?q=" + quote(query)
answer = requests.get(BASE_URL + "/v1/jobs", params={"q": query}, headers={"Authorization": authorize("GET", target)})
print(answer.status_code, answer.text)
