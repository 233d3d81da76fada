import urllib.request
from signing import BASE_URL, authorize

url = BASE_URL + "/v1/jobs"
body = open("job.json", "rb").read()
request = urllib.request.Request(url, data=body, method="POST")
request.add_header("Authorization", authorize("POST", url, body))
request.add_header("Content-Type", "application/json; charset=UTF-8")
print(urllib.request.urlopen(request).status)
