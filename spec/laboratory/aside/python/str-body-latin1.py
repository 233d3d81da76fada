import http.client
from signing import BASE_URL, authorize

body = open("job.json", encoding="utf-8").read()
connection = http.client.HTTPConnection(BASE_URL.removeprefix("http://"))
connection.request("POST", "/v1/jobs", body=body, headers={
    "Content-Type": "application/json", "Authorization": authorize("POST", "/v1/jobs", body)})
print(connection.getresponse().read().decode())
