"""Loads the tools of an endpoint as a plugin of Semantic Kernel and calls two by use_tool; prints what came as JSON."""
import asyncio
import json
import logging
import sys

from semantic_kernel import Kernel
from semantic_kernel.connectors.mcp import MCPStreamableHttpPlugin


class Warnings(logging.Handler):
    """Collects the messages of warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


async def main(url: str, key: str) -> None:
    warnings = Warnings()
    logging.getLogger("semantic_kernel").addHandler(warnings)
    kernel = Kernel()
    async with MCPStreamableHttpPlugin(name="space", url=url, headers={"x-api-key": key}) as plugin:
        functions = kernel.add_plugin(plugin).functions

        async def use(tool: str, arguments: dict) -> str:
            result = await kernel.invoke(functions["use_tool"], tool=tool, input=arguments)
            return result.value[0].text

        made = json.loads(await use("create_contact", {"name": "Ada", "email": "ada.semantic.kernel@example.com"}))
        why = await use("get_contact", {"id": "con_nobody"})
    print(json.dumps({"tools": list(functions), "made": made, "why": why, "warnings": warnings.messages}))


asyncio.run(main(sys.argv[1], sys.argv[2]))
