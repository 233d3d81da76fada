from urllib.parse import urlencode
import requests
from signing import BASE_URL, authorize


def list_jobs(**filters):
    target = f"/v1/jobs?{urlencode(filters)}"
    return requests.get(BASE_URL + "/v1/jobs", params=filters, headers={"Authorization": authorize("GET", target)})


print(list_jobs().text)
