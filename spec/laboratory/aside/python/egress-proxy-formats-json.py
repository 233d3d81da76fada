import json
import requests
from signing import EDGE_URL, authorize

# all outgoing calls go through the company's egress gateway, which logs and validates the JSON
GATEWAY = EDGE_URL + "/pretty"

job = {"request_id": "20261014093000000121", "stages": [
    {"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": 4711, "count": 1}},
    {"type": "DIFFUSION", "diffusion": {"width": 640, "height": 960, "prompts": [{"text": "tea house in the rain"}],
                                        "steps": 30, "sd_model": "600423083519508503", "cfg_scale": 6.5}}]}
body = json.dumps(job)
answer = requests.post(GATEWAY + "/v1/jobs", data=body, headers={
    "Authorization": authorize("POST", "/v1/jobs", body), "Content-Type": "application/json"})
print(answer.status_code, answer.text)
