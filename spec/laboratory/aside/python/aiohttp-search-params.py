import asyncio
from urllib.parse import urlencode
import aiohttp
from signing import BASE_URL, authorize


async def search(tag, size):
    params = {"tag": tag, "size": str(size)}
    target = "/v1/jobs?" + urlencode(params)
    async with aiohttp.ClientSession(BASE_URL) as session:
        async with session.get("/v1/jobs", params=params, headers={"Authorization": authorize("GET", target)}) as answer:
            print(answer.status, await answer.text())


asyncio.run(search("campaign:spring/2026", 50))
