from datetime import datetime, timedelta, timezone
import requests
from signing import BASE_URL, authorize

since = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=8))).isoformat()
authorization = authorize("GET", f"/v1/jobs?since={since}&limit=20")
answer = requests.get(BASE_URL + "/v1/jobs", params={"since": since, "limit": 20},
                      headers={"Authorization": authorization})
print(answer.status_code, answer.text)
