import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { inputErrors, rejectUnstorableJson } from '@space/bus';
import { Deleted, type FieldError, invalidFields, Problem, type Undo } from '@space/contracts/core';
import { metrics } from '@space/runtime';
import { closestNames } from '@space/text';
import { type AuditContext, outcomeOf } from '../activity/record-activity.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { DispatchRequest } from '../call/dispatch.ts';
import type { Gateway } from '../call/gateway.ts';
import { runCall } from '../call/run-call.ts';
import { toProblem } from '../http/problem-response.ts';
import type { RequestContext } from '../http/request-context.ts';
import { dryRunErrors, parseDryRun } from '../operation/dry-run.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../operation/idempotency-key.ts';
import { callReadGuide } from './read-guide.ts';
import { toErrorResult, toResult } from './result.ts';
import type { SearchTools } from './search-tools.ts';
import type { ToolUses } from './tool-uses.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { callTool, isMetaTool, readGuide, searchTools } from './tools/meta-tools.ts';
import { type Arguments, grantedTools, isGranted, resolveToolCall, type ToolCall, type ToolCatalog } from './tools/tool-catalog.ts';

/** Answers a tool that is no operation. */
type MetaTool = (args: Arguments, key: ApiKey) => CallToolResult | Promise<CallToolResult>;

/** One MCP request and its key. */
export interface McpSession {
  readonly context: RequestContext;
  readonly key: ApiKey;
}

/**
 * Calls a tool by its name. A refusal is a result with `isError` and one plain sentence; an unknown name is an error of the
 * protocol.
 */
export type CallTool = (session: McpSession, name: string, args: Arguments) => Promise<CallToolResult>;

/** A resolved call and the `read_only` flag of call_tool. */
interface ResolvedCall extends ToolCall {
  readonly read_only: boolean;
}

/**
 * Creates the function that calls tools. A tool is called by its own name, as an action of its family or through call_tool.
 * Each of these is resolved to a call of the single tool first. The checks, the metrics, the activity log and the path to a
 * service are then the same as over REST.
 */
export function createToolCaller(gateway: Gateway, catalog: ToolCatalog, search: SearchTools, toolUses: ToolUses): CallTool {
  const { dispatcher, ports } = gateway;

  /** Runs a step of a call that precedes its operation. If the step throws, the call gets a line in the activity log. */
  function recordingFailure<T>({ context, key }: McpSession, call: Pick<AuditContext, 'entry' | 'tool' | 'fields'>, step: () => T): T {
    const started_ms = performance.now();
    try {
      return step();
    } catch (error) {
      const outcome = error instanceof ProtocolError ? 'not_found' : outcomeOf(error);
      dispatcher.recordActivity(key, { channel: 'mcp', ...call, request_id: context.request_id, started_ms }, outcome);
      throw error;
    }
  }

  function resolve({ key }: McpSession, name: string, args: Arguments): ResolvedCall {
    rejectUnstorableJson(args);
    const isCallTool = name === callTool.name;
    const called = isCallTool ? parseCallTool(args) : { name, arguments: args };
    const single = resolveToolCall(catalog, called.name, called.arguments ?? {}, key);
    if (single) return { ...single, read_only: called.read_only ?? false };
    const message = unknownTool(called.name, grantedTools(catalog, key));
    throw isCallTool ? new Problem('not_found', message) : new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }

  function dispatchRequestOf(
    { context }: McpSession,
    { callable, args, read_only }: ResolvedCall,
  ): DispatchRequest & { readonly fields: Arguments } {
    if (read_only && !callable.listed.annotations.readOnlyHint)
      throw new Problem('invalid', `${callable.tool.name} changes something; call it without read_only.`);
    const { fields, idempotency_key, dry_run } = splitArguments(callable, args);
    return {
      params: callable.tool.preset ?? {},
      body: Buffer.from(JSON.stringify(fields)),
      request_id: context.request_id,
      trace: context.trace.carrier,
      // A dry run stores nothing, not even its answer, so it is never replayed.
      idempotency_key: dry_run || fields.dry_run === true ? undefined : idempotency_key,
      dry_run,
      fields,
    };
  }

  async function callSingle(session: McpSession, call: ResolvedCall): Promise<CallToolResult> {
    const { callable, args } = call;
    const { entry, tool } = callable;
    const { fields, ...request } = recordingFailure(session, { entry, tool: tool.name, fields: args }, () =>
      dispatchRequestOf(session, call),
    );
    const waits = entry.operation.long_poll === true && Number(fields.wait) > 0;
    const reply = await runCall(gateway, { ...session, channel: 'mcp', waits }, () =>
      dispatcher.callWithKey(entry, session.key, request, { channel: 'mcp', tool: tool.name, fields }),
    );
    if (isGranted(callable, session.key)) toolUses.record(session.key.caller.key_id, tool.name);
    if (reply.problem) throw reply.problem;
    const answer = JSON.parse(decoder.decode(reply.body)) as Record<string, unknown>;
    const dry_run = parseDryRun(args.dry_run) === true;
    return toResult(answer, {
      dry_run,
      undo: dry_run ? undefined : undoOf(callable, args, answer),
      is_untrusted: entry.operation.output !== Deleted,
      tool: callable,
    });
  }

  const metaAnswers: ReadonlyMap<string, MetaTool> = new Map<string, MetaTool>([
    [searchTools.name, async (args, key) => toResult({ ...(await search(args, key)) }, { is_untrusted: false })],
    [readGuide.name, callReadGuide],
  ]);

  /** Calls a tool that is no operation, with a line in the activity log. */
  async function callMeta({ context, key }: McpSession, tool: string, answer: MetaTool, args: Arguments): Promise<CallToolResult> {
    const { request_id } = context;
    const call = { channel: 'mcp' as const, tool, fields: {}, request_id, started_ms: performance.now() };
    try {
      rejectUnstorableJson(args);
      const result = await answer(args, key);
      dispatcher.recordActivity(key, call, 'ok');
      return result;
    } catch (error) {
      dispatcher.recordActivity(key, call, outcomeOf(error));
      throw error;
    }
  }

  return async function callToolByName(session, name, args) {
    let metricLabel = catalog.families.has(name) || isMetaTool(name) ? name : 'unknown';
    try {
      if (dispatcher.admit) await dispatcher.admit(session.context, session.key);
      let result: CallToolResult;
      const answer = metaAnswers.get(name);
      if (answer) result = await callMeta(session, name, answer, args);
      else {
        const call = recordingFailure(session, { tool: calledName(name, args), fields: {} }, () => resolve(session, name, args));
        metricLabel = call.callable.tool.name;
        result = await callSingle(session, call);
      }
      metrics.toolCalls.inc({ tool: metricLabel, outcome: 'ok' });
      return result;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const problem = toProblem(error, session.context, ports.log);
      metrics.toolCalls.inc({ tool: metricLabel, outcome: problem.code });
      return toErrorResult(problem);
    }
  };
}

/** Returns the name of the called tool, which call_tool takes as an argument. */
const calledName = (name: string, args: Arguments): string =>
  name === callTool.name && typeof args.name === 'string' && args.name !== '' ? args.name : name;

const decoder = new TextDecoder();

/**
 * Splits the arguments of a call into the fields of the operation and the options of the call. Throws `invalid` for an invalid
 * option or a preset field, together with the errors of the other fields.
 */
function splitArguments({ entry, tool: { preset = {} }, hasIdempotencyKey, hasDryRun }: CallableTool, args: Arguments) {
  const { idempotency_key, dry_run, ...rest } = args;
  const fields = {
    ...rest,
    ...(hasIdempotencyKey || idempotency_key === undefined ? {} : { idempotency_key }),
    ...(hasDryRun || dry_run === undefined ? {} : { dry_run }),
  };
  const errors = [
    ...presetErrors(fields, preset),
    ...(hasIdempotencyKey ? idempotencyKeyErrors(idempotency_key) : []),
    ...(hasDryRun ? dryRunErrors(dry_run) : []),
  ];
  if (errors.length > 0) throw invalidFields([...errors, ...inputErrors(entry.operation, { ...fields, ...preset })]);
  return {
    fields,
    idempotency_key: hasIdempotencyKey ? (idempotency_key as string | undefined) : undefined,
    dry_run: hasDryRun ? parseDryRun(dry_run) : undefined,
  };
}

/** Returns an error for each field that the tool presets, also when the value is the same. */
const presetErrors = (fields: Arguments, preset: Arguments): FieldError[] =>
  Object.keys(preset)
    .filter((name) => Object.hasOwn(fields, name))
    .map((path) => ({ path, code: 'unknown_field', message: 'is not an argument of this tool' }));

const idempotencyKeyErrors = (value: unknown): FieldError[] =>
  value === undefined || isIdempotencyKey(value)
    ? []
    : [{ path: 'idempotency_key', code: 'invalid_format', message: IDEMPOTENCY_KEY_RULE }];

/** Parses the arguments of call_tool. Throws `invalid` with all errors together. */
function parseCallTool(args: Arguments): { name: string; arguments?: Arguments; read_only?: boolean } {
  const { name, arguments: inner, read_only, ...rest } = args;
  const errors = Object.keys(rest).map((path) => ({
    path,
    code: 'unknown_field',
    message: "is not an argument of call_tool; the tool's own go into arguments",
  }));
  if (typeof name !== 'string') errors.unshift({ path: 'name', code: 'invalid_type', message: 'must be the name of a tool' });
  if (inner !== undefined && (typeof inner !== 'object' || inner === null || Array.isArray(inner)))
    errors.push({ path: 'arguments', code: 'invalid_type', message: 'must be an object' });
  if (read_only !== undefined && typeof read_only !== 'boolean')
    errors.push({ path: 'read_only', code: 'invalid_type', message: 'must be true or false' });
  if (isMetaTool(name)) errors.push({ path: 'name', code: 'invalid_value', message: `cannot be ${name}, which is called directly` });
  if (errors.length > 0) throw invalidFields(errors);
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

/** Returns the call that undoes this one, or undefined. */
function undoOf({ entry: { operation }, tool }: CallableTool, args: Arguments, answer: Record<string, unknown>): Undo | undefined {
  if (!operation.undo) return undefined;
  const { idempotency_key: _key, dry_run: _dryRun, ...fields } = args;
  const input = operation.input.safeParse({ ...fields, ...tool.preset });
  return input.success ? (operation.undo(input.data, answer) ?? undefined) : undefined;
}
