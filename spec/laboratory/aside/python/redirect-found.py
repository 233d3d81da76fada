import requests
from signing import EDGE_URL, authorize

body = open("job.json", "rb").read()
answer = requests.post(EDGE_URL + "/found/v1/jobs", data=body,
                       headers={"Authorization": authorize("POST", "/v1/jobs", body)})
print([one.status_code for one in answer.history], answer.status_code, answer.text)
