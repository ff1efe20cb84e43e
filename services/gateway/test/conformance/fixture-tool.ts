import type { CallToolResult, ClientCapabilities, InputRequiredResult, ServerContext, Tool } from '@modelcontextprotocol/server';

type Answer = CallToolResult | InputRequiredResult;

/** A tool of the conformance suite; its arguments are ignored. */
export interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: Tool['inputSchema'];
  call(context: ServerContext, client: ClientCapabilities): Answer | Promise<Answer>;
}
