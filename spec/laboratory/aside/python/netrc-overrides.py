import os
import requests
from signing import BASE_URL, authorize

# What the build machine has in its home for another service on the same host.
with open(".netrc", "w") as file:
    file.write("machine 127.0.0.1 login ci password hunter2\n")
os.environ["NETRC"] = os.path.abspath(".netrc")

with open("job.json", "rb") as file:
    body = file.read()
answer = requests.post(BASE_URL + "/v1/jobs", data=body, headers={
    "Authorization": authorize("POST", "/v1/jobs", body), "Content-Type": "application/json; charset=UTF-8"})
print(answer.status_code, answer.text)
