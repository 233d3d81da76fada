import http.client
from urllib.parse import urlsplit
from signing import BASE_URL, authorize

base = urlsplit(BASE_URL + "/")
body = open("job.json", "rb").read()
connection = http.client.HTTPConnection(base.hostname, base.port)
connection.request("POST", base.path + "/v1/jobs", body, {
    "Authorization": authorize("POST", "/v1/jobs", body), "Content-Type": "application/json"})
print(connection.getresponse().read())
