import requests
from signing import BASE_URL, authorize


def escape(text):
    """As the .NET program did it that this one replaces."""
    return "".join(c if c.isascii() and c.isalnum() else "".join(f"%{b:02x}" for b in c.encode()) for c in text)


target = f"/v1/albums/{escape('été à Nîmes')}/jobs"
answer = requests.get(BASE_URL + target, headers={"Authorization": authorize("GET", target)})
print(answer.status_code, answer.text)
