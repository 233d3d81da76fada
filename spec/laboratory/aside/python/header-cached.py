import requests
from signing import BASE_URL, authorize

session = requests.Session()
session.headers["Authorization"] = authorize("GET", "/v1/jobs")
for page in range(2):
    answer = session.get(BASE_URL + "/v1/jobs")
    print(answer.status_code, answer.text)
