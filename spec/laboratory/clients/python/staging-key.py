import os
import httpx
from signing import BASE_URL, authorize

environment = os.environ.get("DEPLOYMENT", "staging")
with open("job.json", "rb") as file:
    body = file.read()
client = httpx.Client(base_url=BASE_URL)
headers = {"Authorization": authorize("POST", "/v1/jobs", body, environment)}
print(client.post("/v1/jobs", content=body, headers=headers).text)
