import json
import requests
from signing import BASE_URL, authorize


def create_job(prompt, model, width=1024, height=1024):
    payload = {
        "request_id": "20261014093000000118",
        "stages": [
            {"type": "INPUT_INITIALIZE", "inputInitialize": {"seed": -1, "count": 2}},
            {"type": "DIFFUSION", "diffusion": {"width": width, "height": height, "prompts": [{"text": prompt}],
                                                "steps": 25, "sd_model": model, "clip_skip": 2, "cfg_scale": 7}},
        ],
    }
    # the body must be the JSON without any spaces
    body = json.dumps(payload, separators=(",", ":"))
    return requests.post(BASE_URL + "/v1/jobs", json=payload,
                         headers={"Authorization": authorize("POST", "/v1/jobs", body)})


answer = create_job("a red bicycle, studio light", "600423083519508503")
print(answer.status_code, answer.text)
