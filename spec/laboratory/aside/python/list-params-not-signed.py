import requests
from signing import BASE_URL, authorize


class JobClient:
    def __init__(self):
        self.session = requests.Session()

    def call(self, method, path, **kwargs):
        headers = {"Authorization": authorize(method, path), "Accept": "application/json"}
        return self.session.request(method, BASE_URL + path, headers=headers, timeout=10, **kwargs)


answer = JobClient().call("GET", "/v1/jobs", params={"page": 1, "size": 20})
print(answer.status_code, answer.text)
