import requests
from signing import BASE_URL, authorize

with open("job.json", "rb") as file:
    authorization = authorize("POST", "/v1/jobs", file.read())
    answer = requests.post(BASE_URL + "/v1/jobs", data=file, headers={
        "Authorization": authorization, "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
