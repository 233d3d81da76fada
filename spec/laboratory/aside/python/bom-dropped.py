import httpx
from signing import BASE_URL, authorize

text = open("job-bom.json", encoding="utf-8-sig").read()
with open("job-bom.json", "rb") as file:
    answer = httpx.post(BASE_URL + "/v1/jobs", content=file.read(),
                        headers={"Authorization": authorize("POST", "/v1/jobs", text)})
print(answer.status_code)
