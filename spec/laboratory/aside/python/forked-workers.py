import os
import random
import time
import requests
from signing import BASE_URL, header, sign

generator = random.Random()
for _ in range(2):  # the workers of a pre-forking server
    worker = os.fork()
    if worker == 0:
        timestamp, nonce = int(time.time()), f"{generator.getrandbits(128):032x}"
        signature = sign(f"GET\n/v1/jobs/17\n{timestamp}\n{nonce}\n")
        requests.get(BASE_URL + "/v1/jobs/17", headers={"Authorization": header(signature, timestamp, nonce)})
        os._exit(0)
    os.waitpid(worker, 0)
