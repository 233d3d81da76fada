import asyncio
import json
import aiohttp
from signing import BASE_URL, authorize


async def main():
    with open("job.json", encoding="utf-8") as file:
        job = json.load(file)
    body = json.dumps(job, ensure_ascii=False)
    async with aiohttp.ClientSession() as session:
        headers = {"Authorization": authorize("POST", "/v1/jobs", body)}
        async with session.post(f"{BASE_URL}/v1/jobs", json=job, headers=headers) as answer:
            print(answer.status, await answer.text())


asyncio.run(main())
