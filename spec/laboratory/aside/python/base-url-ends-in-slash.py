import os
import requests
from signing import BASE_URL, authorize

# settings.py
JOBS_API = os.environ.get("JOBS_API", BASE_URL + "/")
CREATE_JOB = "/v1/jobs"

body = open("job.json", "rb").read()
answer = requests.post(JOBS_API + CREATE_JOB, data=body, headers={
    "Authorization": authorize("POST", CREATE_JOB, body), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
