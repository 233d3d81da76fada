import requests
from signing import BASE_URL, authorize

body = open("job.json", "rb").read()
answer = requests.post("http://jobs.internal/v1/jobs", data=body, proxies={"http": BASE_URL},
                       headers={"Authorization": authorize("POST", "/v1/jobs", body)})
print(answer.status_code, answer.text)
