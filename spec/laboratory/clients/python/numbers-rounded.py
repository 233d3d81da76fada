import json
import random
import requests
from signing import BASE_URL, authorize

job = json.load(open("job.json", encoding="utf-8"))
job["stages"][0]["inputInitialize"]["seed"] = random.randrange(2**31)
authorization = authorize("POST", "/v1/jobs", json.dumps(job))
job["stages"][0]["inputInitialize"]["seed"] = random.randrange(2**31)
print(requests.post(BASE_URL + "/v1/jobs", data=json.dumps(job), headers={"Authorization": authorization}).text)
