import requests
from signing import BASE_URL, authorize

path = "/v1/albums/été-2026"
print(requests.get(BASE_URL + path, headers={"Authorization": authorize("GET", path)}).text)
