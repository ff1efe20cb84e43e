"""Lists the tools of an endpoint and calls two, with the client of fastmcp; prints what came as JSON."""
import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main(url: str, key: str) -> None:
    async with Client(StreamableHttpTransport(url, headers={"Authorization": f"Bearer {key}"})) as client:
        tools = [tool.name for tool in await client.list_tools()]
        made = await client.call_tool("contacts", {"action": "create", "name": "Ada", "email": "ada.fastmcp@example.com"})
        refused = await client.call_tool("get_contact", {"id": "con_nobody"}, raise_on_error=False)
    print(json.dumps({"tools": tools, "made": made.structured_content, "refused": refused.is_error, "why": refused.content[0].text}))


asyncio.run(main(sys.argv[1], sys.argv[2]))
