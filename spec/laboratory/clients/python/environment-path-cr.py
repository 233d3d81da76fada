import urllib.request
from signing import BASE_URL, authorize

settings = dict(line.split("=", 1) for line in open("windows.env", newline="").read().split("\n") if line)
path = settings["JOBS_PATH"]
body = open("job.json", "rb").read()
request = urllib.request.Request(BASE_URL + path.strip(), body, {"Authorization": authorize("POST", path, body)})
print(urllib.request.urlopen(request).read())
