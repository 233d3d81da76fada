import json
import time
import uuid
import requests
from signing import BASE_URL, header, sign


def submit(path, params):
    """Adapted from the client of a trading API."""
    timestamp, nonce = round(time.time() * 1000), uuid.uuid4().hex
    payload = json.dumps(params, sort_keys=True)
    signature = sign("\n".join(["POST", path, str(timestamp), nonce, payload]))
    return requests.post(BASE_URL + path, json=params, headers={"Authorization": header(signature, timestamp, nonce)})


stages = [{"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": 12, "count": 2}}]
print(submit("/v1/jobs", {"stages": stages, "request_id": "20260101120000000302", "priority": "low"}).text)
