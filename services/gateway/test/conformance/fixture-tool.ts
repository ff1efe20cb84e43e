import type { CallToolResult, ClientCapabilities, InputRequiredResult, ServerContext, Tool } from '@modelcontextprotocol/server';

type Answer = CallToolResult | InputRequiredResult;

/** A tool as the conformance suite wants it; none takes arguments that matter. */
export interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: Tool['inputSchema'];
  call(context: ServerContext, client: ClientCapabilities): Answer | Promise<Answer>;
}
