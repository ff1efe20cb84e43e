import { expect } from '@jest/globals';
import { profile } from '../profile.ts';

/** An answer of the MCP endpoint. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check what an answer contains
  readonly body: any;
}

/** Sends one JSON-RPC message in a plain POST, without negotiation and without `Accept`. */
export async function mcpPost(key: string | null, message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<McpAnswer> {
  const response = await fetch(profile.mcp_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Calls a tool in one POST and returns its result, without the facts about the call, which differ for each. */
export async function callTool(key: string, name: string, args: object = {}) {
  const { body } = await mcpPost(key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const { _meta, ...result } = body.result ?? body;
  return result;
}

/** Returns the names of the tools that a key sees. */
export async function toolNames(key: string): Promise<string[]> {
  const { body } = await mcpPost(key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return body.result.tools.map(({ name }: { name: string }) => name);
}
