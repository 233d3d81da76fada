import requests
from signing import BASE_URL, authorize

body = open("job.json", "rb").read()
headers = {"Authorization": authorize("POST", "/v1/jobs", body, key="app-2", app_id="app-1")}
print(requests.post(BASE_URL + "/v1/jobs", data=body, headers=headers).text)
