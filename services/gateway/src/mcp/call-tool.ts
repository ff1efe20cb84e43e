import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Reply, refuseUnkeepable } from '@space/bus';
import { invalidFields, nearNames, type Problem } from '@space/contracts';
import { metrics } from '@space/runtime';
import type { Exchange } from '../exchange.ts';
import type { Gateway } from '../gateway.ts';
import { asProblem } from '../problem-response.ts';
import type { SpaceKey } from '../space-key.ts';
import { type CallableTool, toolsFor } from './tools.ts';

/** One MCP request and the key it was made with. */
export interface McpSession {
  readonly exchange: Exchange;
  readonly key: SpaceKey;
}

/** Calls a tool by its name. A refusal is a result with `isError` and one plain sentence; only an unknown name is an error of the protocol. */
export type CallTool = (session: McpSession, name: string, args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;

/** The caller of tools: the same path to a service as REST has. */
export function toolCaller(gateway: Gateway, tools: ReadonlyMap<string, CallableTool>): CallTool {
  const { calls, ports } = gateway;

  const call = async ({ exchange, key }: McpSession, callable: CallableTool, args: Readonly<Record<string, unknown>>): Promise<Reply> => {
    if (calls.admit) await calls.admit(exchange, key);
    refuseUnkeepable(args);
    const { idempotency_key, ...fields } = args;
    const { preset = {} } = callable.tool;
    refuseFixed(fields, preset);
    return calls.withKey(callable.entry, key, {
      params: preset,
      body: Buffer.from(JSON.stringify(callable.takesIdempotencyKey ? fields : args)),
      request_id: exchange.request_id,
      trace: exchange.trace.carrier,
      idempotency_key: callable.takesIdempotencyKey ? idempotencyKeyOf(idempotency_key) : undefined,
    });
  };

  return async (session, name, args) => {
    const callable = tools.get(name);
    if (!callable) throw unknownTool(name, toolsFor(tools, session.key));
    try {
      const reply = await call(session, callable, args);
      if (reply.problem) throw reply.problem;
      const answer = result(reply.body);
      metrics.toolCalls.inc({ tool: name, outcome: 'ok' });
      return answer;
    } catch (error) {
      const problem = asProblem(error, session.exchange, ports.log);
      metrics.toolCalls.inc({ tool: name, outcome: problem.code });
      return refusal(problem);
    }
  };
}

const decoder = new TextDecoder();

/** The answer twice, since clients differ in which they read: as data, and as the same data in compact text. */
function result(body: Uint8Array): CallToolResult {
  const structuredContent = JSON.parse(decoder.decode(body)) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const refusal = ({ code, message, extras }: Problem): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  structuredContent: { error: { ...extras, code, message } },
  isError: true,
});

function unknownTool(name: string, granted: readonly CallableTool[]): ProtocolError {
  const near = nearNames(
    name,
    granted.map(({ tool }) => tool.name),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ' tools/list shows the tools of this key.';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 128)}.${hint}`);
}

/** What a tool has fixed is no argument of it, whatever its value. */
function refuseFixed(fields: Readonly<Record<string, unknown>>, preset: Readonly<Record<string, unknown>>): void {
  const errors = Object.keys(preset)
    .filter((name) => Object.hasOwn(fields, name))
    .map((path) => ({ path, code: 'unknown_field', message: 'is not an argument of this tool' }));
  if (errors.length > 0) throw invalidFields(errors);
}

function idempotencyKeyOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)) return value;
  throw invalidFields([{ path: 'idempotency_key', code: 'invalid_format', message: 'must be 1 to 255 printable ASCII characters' }]);
}
