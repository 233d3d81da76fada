import requests
from signing import BASE_URL, authorize

with open("job-windows.json", encoding="utf-8") as file:
    authorization = authorize("POST", "/v1/jobs", file.read())
with open("job-windows.json", "rb") as file:
    answer = requests.post(BASE_URL + "/v1/jobs", data=file, headers={"Authorization": authorization})
print(answer.status_code, answer.text)
