"""Asks for each target that stands on a line of standard input, in hexadecimal digits: ask.py LIBRARY ORIGIN."""

import asyncio
import http.client
import sys
import urllib.request

library, origin = sys.argv[1:]
urls = [origin + bytes.fromhex(line.strip()).decode() for line in sys.stdin]


def each(get):
    for url in urls:
        try:
            get(url)
        except (OSError, ValueError, TypeError, http.client.HTTPException) as error:
            print(type(error).__name__, file=sys.stderr)


async def with_aiohttp():
    import aiohttp

    async with aiohttp.ClientSession() as session:
        for url in urls:
            try:
                async with session.get(url) as response:
                    await response.read()
            except (aiohttp.ClientError, ValueError) as error:
                print(type(error).__name__, file=sys.stderr)


if library == "aiohttp":
    asyncio.run(with_aiohttp())
elif library == "httpx":
    import httpx

    with httpx.Client(trust_env=False) as client:
        each(client.get)
elif library == "requests":
    import requests

    each(requests.Session().get)
elif library == "urllib3":
    import urllib3

    pool = urllib3.PoolManager(retries=False)
    each(lambda url: pool.request("GET", url))
else:
    each(lambda url: urllib.request.urlopen(url).read())
