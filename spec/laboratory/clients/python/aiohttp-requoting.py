import asyncio
import aiohttp
from signing import BASE_URL, authorize


async def main():
    path = "/v1/%6Aobs/%7Edraft"
    async with aiohttp.ClientSession() as session:
        async with session.get(BASE_URL + path, headers={"Authorization": authorize("GET", path)}) as answer:
            print(answer.status, await answer.text())


asyncio.run(main())
