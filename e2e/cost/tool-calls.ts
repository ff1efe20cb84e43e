import { profile } from '../profile.ts';
import type { TestSpace } from '../space.ts';
import type { RawRequest } from './send.ts';

/** Returns the JSON-RPC message that calls a tool. */
export const toolCall = (name: string, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Returns the request that sends a message, or text in its place, to the MCP endpoint. */
export const mcpRequest = ({ api_key }: Pick<TestSpace, 'api_key'>, message: unknown): RawRequest => ({
  method: 'POST',
  url: profile.mcp_url,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
  body: typeof message === 'string' ? message : JSON.stringify(message),
});
