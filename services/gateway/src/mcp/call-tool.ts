import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Reply, refuseUnkeepable } from '@space/bus';
import { Deleted, invalidFields, nearNames, Problem, type Undo } from '@space/contracts';
import { metrics } from '@space/runtime';
import { dryRunOf } from '../dry-run.ts';
import type { Exchange } from '../exchange.ts';
import type { Gateway } from '../gateway.ts';
import { asProblem } from '../problem-response.ts';
import type { SpaceKey } from '../space-key.ts';
import { type Arguments, type Catalogue, isGranted, singleCall, toolsOf } from './catalogue.ts';
import { callTool, searchTools } from './meta-tools.ts';
import { refusalOf, resultOf } from './result.ts';
import type { SearchTools } from './search-tools.ts';
import type { CallableTool } from './tools.ts';

/** One MCP request and the key it was made with. */
export interface McpSession {
  readonly exchange: Exchange;
  readonly key: SpaceKey;
}

/** Calls a tool by its name. A refusal is a result with `isError` and one plain sentence; only an unknown name is an error of the protocol. */
export type CallTool = (session: McpSession, name: string, args: Arguments) => Promise<CallToolResult>;

/**
 * The caller of tools. Whichever way a tool is called — by its own name, as an action of its family, through call_tool —
 * the call becomes one of the single tool first; what is judged, counted and noted from then on is the same, and so is the
 * path to a service that REST has.
 */
export function toolCaller({ calls, ports, toolUses }: Gateway, catalogue: Catalogue, search: SearchTools): CallTool {
  const send = async ({ exchange, key }: McpSession, callable: CallableTool, args: Arguments): Promise<Reply> => {
    const { fields, idempotency_key, dry_run } = splitArguments(callable, args);
    const asked = {
      params: callable.tool.preset ?? {},
      body: Buffer.from(JSON.stringify(fields)),
      request_id: exchange.request_id,
      trace: exchange.trace.carrier,
      idempotency_key,
      dry_run,
    };
    return calls.withKey(callable.entry, key, asked, { via: 'mcp', tool: callable.tool.name, named: fields });
  };

  const callSingle = async (session: McpSession, callable: CallableTool, args: Arguments): Promise<CallToolResult> => {
    const reply = await send(session, callable, args);
    if (isGranted(callable, session.key)) toolUses.note(session.key.caller.key_id, callable.tool.name);
    if (reply.problem) throw reply.problem;
    const answer = JSON.parse(decoder.decode(reply.body)) as Record<string, unknown>;
    const { operation } = callable.entry;
    const dry_run = args.dry_run === true;
    return resultOf(answer, {
      dry_run,
      undo: dry_run ? undefined : undoOf(callable, args, answer),
      is_untrusted: operation.output !== Deleted,
    });
  };

  /** A call through call_tool: the name of another tool and its arguments. */
  const callNamed = async (session: McpSession, args: Arguments): Promise<CallToolResult> => {
    const { name, arguments: inner = {}, read_only = false } = namedCall(args);
    const single = singleCall(catalogue, name, inner, session.key);
    if (!single) throw new Problem('not_found', unknownTool(name, toolsOf(catalogue, session.key)));
    if (read_only && !single.callable.listed.annotations.readOnlyHint)
      throw new Problem('invalid', `${single.callable.tool.name} changes something; call it without read_only.`);
    return callSingle(session, single.callable, single.args);
  };

  const handle = async (session: McpSession, name: string, args: Arguments): Promise<{ tool: string; act(): Promise<CallToolResult> }> => {
    if (name === searchTools.name)
      return { tool: name, act: async () => resultOf({ ...(await search(args, session.key)) }, { is_untrusted: false }) };
    if (name === callTool.name) return { tool: name, act: () => callNamed(session, args) };
    const single = singleCall(catalogue, name, args, session.key);
    if (!single) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, toolsOf(catalogue, session.key)));
    return { tool: single.callable.tool.name, act: () => callSingle(session, single.callable, single.args) };
  };

  return async (session, name, args) => {
    let tool = catalogue.families.has(name) ? name : 'unknown';
    try {
      if (calls.admit) await calls.admit(session.exchange, session.key);
      refuseUnkeepable(args);
      const handled = await handle(session, name, args);
      tool = handled.tool;
      const answer = await handled.act();
      metrics.toolCalls.inc({ tool, outcome: 'ok' });
      return answer;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const problem = asProblem(error, session.exchange, ports.log);
      metrics.toolCalls.inc({ tool, outcome: problem.code });
      return refusalOf(problem);
    }
  };
}

const decoder = new TextDecoder();

/** What a call says of itself beside the fields of its operation. */
function splitArguments({ tool: { preset = {} }, takesIdempotencyKey, takesDryRun }: CallableTool, args: Arguments) {
  const { idempotency_key, dry_run, ...rest } = args;
  const fields = {
    ...rest,
    ...(takesIdempotencyKey || idempotency_key === undefined ? {} : { idempotency_key }),
    ...(takesDryRun || dry_run === undefined ? {} : { dry_run }),
  };
  refuseFixed(fields, preset);
  return {
    fields,
    idempotency_key: takesIdempotencyKey ? idempotencyKeyOf(idempotency_key) : undefined,
    dry_run: takesDryRun ? dryRunOf(dry_run) : undefined,
  };
}

/** What a tool has fixed is no argument of it, whatever its value. */
function refuseFixed(fields: Arguments, preset: Arguments): void {
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

/** The arguments of call_tool; all faults at once. */
function namedCall(args: Arguments): { name: string; arguments?: Arguments; read_only?: boolean } {
  const { name, arguments: inner, read_only, ...rest } = args;
  const faults = Object.keys(rest).map((path) => ({
    path,
    code: 'unknown_field',
    message: "is not an argument of call_tool; the tool's own go into arguments",
  }));
  if (typeof name !== 'string') faults.unshift({ path: 'name', code: 'invalid_type', message: 'must be the name of a tool' });
  if (inner !== undefined && (typeof inner !== 'object' || inner === null || Array.isArray(inner)))
    faults.push({ path: 'arguments', code: 'invalid_type', message: 'must be an object' });
  if (read_only !== undefined && typeof read_only !== 'boolean')
    faults.push({ path: 'read_only', code: 'invalid_type', message: 'must be true or false' });
  if (name === callTool.name || name === searchTools.name)
    faults.push({ path: 'name', code: 'invalid_value', message: `cannot be ${name}, which is called directly` });
  if (faults.length > 0) throw invalidFields(faults);
  return {
    name: name as string,
    ...(inner === undefined ? {} : { arguments: inner as Arguments }),
    ...(read_only === undefined ? {} : { read_only: read_only as boolean }),
  };
}

function unknownTool(name: string, granted: readonly CallableTool[]): string {
  const near = nearNames(
    name,
    granted.map(({ tool }) => tool.name),
  );
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'search_tools finds the tools there are.';
  return `Unknown tool: ${name.slice(0, 128)}. ${hint}`;
}

/** The call that takes this one back, if there is one. */
function undoOf({ entry: { operation }, tool }: CallableTool, args: Arguments, answer: Record<string, unknown>): Undo | undefined {
  if (!operation.undo) return undefined;
  const input = operation.input.safeParse({ ...splitArgumentsFields(args), ...tool.preset });
  return input.success ? (operation.undo(input.data, answer) ?? undefined) : undefined;
}

const splitArgumentsFields = ({ idempotency_key: _key, dry_run: _dry, ...fields }: Arguments): Arguments => fields;
