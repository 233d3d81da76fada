import requests
from signing import BASE_URL, authorize


class Jobs(requests.Session):
    def __init__(self, workspace):
        super().__init__()
        self.params = {"workspace": workspace}

    def fetch(self, target):
        return self.get(BASE_URL + target, headers={"Authorization": authorize("GET", target)})


answer = Jobs("atelier").fetch("/v1/jobs?status=done")
print(answer.status_code, answer.text)
