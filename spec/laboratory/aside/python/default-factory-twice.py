import dataclasses
import json
import random
import requests
from signing import BASE_URL, authorize


@dataclasses.dataclass
class Job:
    stages: list
    request_id: str = dataclasses.field(default_factory=lambda: str(random.randrange(10**19, 10**20)))


def payload():
    return json.dumps(dataclasses.asdict(Job(stages=[{"type": "DIFFUSION", "diffusion": {"steps": 30}}])))


authorization = authorize("POST", "/v1/jobs", payload())
answer = requests.post(BASE_URL + "/v1/jobs", data=payload(), headers={"Authorization": authorization})
print(answer.status_code, answer.text)
