import httpx
from signing import BASE_URL, authorize


def authenticate(request):
    target = request.url.raw_path.decode("ascii")
    request.headers["Authorization"] = authorize(request.method, target, request.content)
    return request


client = httpx.Client(base_url=BASE_URL, auth=authenticate)
print(client.get("/v1/jobs", params={"q": "mer & ciel", "tag": ["a", "b"]}).text)
