import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { rejectUnstorableJson } from '@space/bus';
import { Deleted, invalidFields, Problem, type Undo } from '@space/contracts/core';
import { metrics } from '@space/runtime';
import { closestNames } from '@space/text';
import { type Heard, outcomeOf } from '../activity/record-activity.ts';
import type { SpaceKey } from '../auth/api-key.ts';
import type { Asked } from '../call/dispatch.ts';
import type { Gateway } from '../call/gateway.ts';
import { asProblem } from '../http/problem-response.ts';
import type { Exchange } from '../http/request-context.ts';
import { dryRunOf } from '../operation/dry-run.ts';
import { callTool, searchTools } from './meta-tools.ts';
import { refusalOf, resultOf } from './result.ts';
import type { SearchTools } from './search-tools.ts';
import { type Arguments, type Catalogue, isGranted, type SingleCall, singleCall, toolsOf } from './tool-catalog.ts';
import type { CallableTool } from './tools.ts';

/** One MCP request and the key it was made with. */
export interface McpSession {
  readonly exchange: Exchange;
  readonly key: SpaceKey;
}

/** Calls a tool by its name. A refusal is a result with `isError` and one plain sentence; only an unknown name is an error of the protocol. */
export type CallTool = (session: McpSession, name: string, args: Arguments) => Promise<CallToolResult>;

/** A call that was understood: of which single tool it is, and whether it may change anything. */
interface Meant extends SingleCall {
  readonly read_only: boolean;
}

/**
 * The caller of tools. Whichever way a tool is called — by its own name, as an action of its family, through call_tool —
 * the call becomes one of the single tool first; what is judged, counted and noted from then on is the same, and so is the
 * path to a service that REST has.
 */
export function toolCaller({ calls, ports, toolUses }: Gateway, catalogue: Catalogue, search: SearchTools): CallTool {
  /** Has a part of a call done that comes before its operation; a refusal of it has a line in the activity log. */
  const judged = <T>(session: McpSession, about: Pick<Heard, 'entry' | 'tool' | 'named'>, judge: () => T): T => {
    const { request_id } = session.exchange;
    const heard: Heard = { via: 'mcp', ...about, request_id, began: performance.now() };
    try {
      return judge();
    } catch (error) {
      calls.note(session.key, heard, error instanceof ProtocolError ? 'not_found' : outcomeOf(error));
      throw error;
    }
  };

  const meaningOf = ({ key }: McpSession, name: string, args: Arguments): Meant => {
    rejectUnstorableJson(args);
    const viaCallTool = name === callTool.name;
    const called = viaCallTool ? namedCall(args) : { name, arguments: args };
    const single = singleCall(catalogue, called.name, called.arguments ?? {}, key);
    if (single) return { ...single, read_only: called.read_only ?? false };
    const unknown = unknownTool(called.name, toolsOf(catalogue, key));
    throw viaCallTool ? new Problem('not_found', unknown) : new ProtocolError(ProtocolErrorCode.InvalidParams, unknown);
  };

  const askedOf = ({ exchange }: McpSession, { callable, args, read_only }: Meant): Asked & { readonly named: Arguments } => {
    if (read_only && !callable.listed.annotations.readOnlyHint)
      throw new Problem('invalid', `${callable.tool.name} changes something; call it without read_only.`);
    const { fields, idempotency_key, dry_run } = splitArguments(callable, args);
    return {
      params: callable.tool.preset ?? {},
      body: Buffer.from(JSON.stringify(fields)),
      request_id: exchange.request_id,
      trace: exchange.trace.carrier,
      // What is only tried happens as often as it is asked for: nothing of it is kept, and so is its answer not.
      idempotency_key: dry_run || fields.dry_run === true ? undefined : idempotency_key,
      dry_run,
      named: fields,
    };
  };

  const callSingle = async (session: McpSession, meant: Meant): Promise<CallToolResult> => {
    const { callable, args } = meant;
    const { entry, tool } = callable;
    const { named, ...asked } = judged(session, { entry, tool: tool.name, named: args }, () => askedOf(session, meant));
    const reply = await calls.withKey(entry, session.key, asked, { via: 'mcp', tool: tool.name, named });
    if (isGranted(callable, session.key)) toolUses.note(session.key.caller.key_id, tool.name);
    if (reply.problem) throw reply.problem;
    const answer = JSON.parse(decoder.decode(reply.body)) as Record<string, unknown>;
    const dry_run = dryRunOf(args.dry_run) === true;
    return resultOf(answer, {
      dry_run,
      undo: dry_run ? undefined : undoOf(callable, args, answer),
      is_untrusted: entry.operation.output !== Deleted,
      tool: callable,
    });
  };

  const callSearch = async ({ exchange, key }: McpSession, args: Arguments): Promise<CallToolResult> => {
    const heard: Heard = { via: 'mcp', tool: searchTools.name, named: {}, request_id: exchange.request_id, began: performance.now() };
    try {
      rejectUnstorableJson(args);
      const result = resultOf({ ...(await search(args, key)) }, { is_untrusted: false });
      calls.note(key, heard, 'ok');
      return result;
    } catch (error) {
      calls.note(key, heard, outcomeOf(error));
      throw error;
    }
  };

  return async (session, name, args) => {
    let counted = catalogue.families.has(name) || isMeta(name) ? name : 'unknown';
    try {
      if (calls.admit) await calls.admit(session.exchange, session.key);
      let answer: CallToolResult;
      if (name === searchTools.name) answer = await callSearch(session, args);
      else {
        const meant = judged(session, { tool: calledIn(name, args), named: {} }, () => meaningOf(session, name, args));
        counted = meant.callable.tool.name;
        answer = await callSingle(session, meant);
      }
      metrics.toolCalls.inc({ tool: counted, outcome: 'ok' });
      return answer;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const problem = asProblem(error, session.exchange, ports.log);
      metrics.toolCalls.inc({ tool: counted, outcome: problem.code });
      return refusalOf(problem);
    }
  };
}

const isMeta = (name: string): boolean => name === searchTools.name || name === callTool.name;

/** The name that was called, which call_tool has among its arguments. */
const calledIn = (name: string, args: Arguments): string =>
  name === callTool.name && typeof args.name === 'string' && args.name !== '' ? args.name : name;

const decoder = new TextDecoder();

/** What a call says beside the fields of its operation. */
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
  const near = closestNames(
    name,
    granted.map(({ tool }) => tool.name),
  );
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'search_tools finds the tools there are.';
  return `Unknown tool: ${name.slice(0, 128)}. ${hint}`;
}

/** The call that takes this one back, if there is one. */
function undoOf({ entry: { operation }, tool }: CallableTool, args: Arguments, answer: Record<string, unknown>): Undo | undefined {
  if (!operation.undo) return undefined;
  const input = operation.input.safeParse({ ...withoutMarks(args), ...tool.preset });
  return input.success ? (operation.undo(input.data, answer) ?? undefined) : undefined;
}

/** The arguments without those that say how a call is made. */
const withoutMarks = ({ idempotency_key: _key, dry_run: _dry, ...fields }: Arguments): Arguments => fields;
