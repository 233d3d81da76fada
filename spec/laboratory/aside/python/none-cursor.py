from urllib.parse import urlencode
import requests
from signing import BASE_URL, authorize


def list_jobs(limit=20, cursor=None):
    params = {"limit": limit, "cursor": cursor}
    authorization = authorize("GET", "/v1/jobs?" + urlencode(params))
    return requests.get(BASE_URL + "/v1/jobs", params=params, headers={"Authorization": authorization})


print(list_jobs().text)
