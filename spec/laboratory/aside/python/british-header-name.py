import asyncio
import aiohttp
from signing import BASE_URL, authorize


async def main():
    headers = {"Authorisation": authorize("GET", "/v1/jobs/17"), "Accept": "application/json"}
    async with aiohttp.ClientSession(BASE_URL, headers=headers) as session:
        async with session.get("/v1/jobs/17") as answer:
            print(answer.status, await answer.text())


asyncio.run(main())
