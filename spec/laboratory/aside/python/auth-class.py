import requests
from requests.auth import AuthBase
from signing import BASE_URL, authorize


class JobServiceAuth(AuthBase):
    def __call__(self, prepared):
        prepared.headers["Authorization"] = authorize(prepared.method, prepared.path_url, prepared.body or b"")
        return prepared


session = requests.Session()
session.auth = JobServiceAuth()
answer = session.post(BASE_URL + "/v1/jobs", params={"label": "été à Nice", "notify": "a+b@example.com"},
                      json={"request_id": "20261014093000000119", "stages": []})
print(answer.status_code, answer.text)
