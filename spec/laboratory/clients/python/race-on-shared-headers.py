import asyncio
import json
import aiohttp
from signing import BASE_URL, authorize

headers = {"Content-Type": "application/json"}
signed = asyncio.Event()


async def submit(session, number, hold):
    body = json.dumps({"request_id": f"2026010112000000010{number}", "stages": []})
    headers["Authorization"] = authorize("POST", "/v1/jobs", body)
    if hold:
        await signed.wait()
    async with session.post(BASE_URL + "/v1/jobs", data=body, headers=headers) as answer:
        print(number, answer.status)
    signed.set()


async def main():
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(submit(session, 1, True), submit(session, 2, False))


asyncio.run(main())
