"""Lists the tools of an endpoint and calls two, with the client of the package mcp; prints what came as JSON."""
import asyncio
import json
import sys

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str) -> None:
    async with httpx2.AsyncClient(headers={"x-api-key": key}) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                tools = [tool.name for tool in (await session.list_tools()).tools]
                made = await session.call_tool("create_contact", {"name": "Ada", "email": "ada.mcp@example.com"})
                refused = await session.call_tool("get_contact", {"id": "con_nobody"})
    print(json.dumps({"tools": tools, "made": made.structured_content, "refused": refused.is_error, "why": refused.content[0].text}))


asyncio.run(main(sys.argv[1], sys.argv[2]))
