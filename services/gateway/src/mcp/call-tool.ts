import { type CallToolResult, type InputRequiredResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { rejectUnstorableJson } from '@space/bus';
import { Deleted, type Operation, Problem, type Undo } from '@space/contracts/core';
import { MAX_TOOL_RESULT_BYTES } from '@space/contracts/platform';
import { metrics } from '@space/runtime';
import { closestNames } from '@space/text';
import { type AuditContext, outcomeOf } from '../activity/record-activity.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { DispatchRequest } from '../call/dispatch.ts';
import type { Gateway } from '../call/gateway.ts';
import { authenticateAgain, runCall } from '../call/run-call.ts';
import { toProblem } from '../http/problem-response.ts';
import type { RequestContext } from '../http/request-context.ts';
import { parseDryRun } from '../operation/dry-run.ts';
import { splitPicture, withPicture } from './answered-picture.ts';
import type { ApprovalCall, CheckApproval } from './approvals.ts';
import { compactAnswer } from './compact-answer.ts';
import { createContentResult } from './content-result.ts';
import { type LenientArguments, readToolLeniently } from './lenient-arguments.ts';
import { readMetaArguments } from './meta-arguments.ts';
import { callReadGuide } from './read-guide.ts';
import { outcomeOfResult, toErrorResult, toResult, toTextResult, withCallFacts } from './result.ts';
import { callsOfRun, runSteps } from './run-steps.ts';
import type { SearchTools } from './search-tools.ts';
import { calledName, parseCallTool, splitArguments } from './tool-arguments.ts';
import { withToolHint } from './tool-hints.ts';
import type { ToolUses } from './tool-uses.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { callTool, isMetaTool, readGuide, runStepsTool, searchTools } from './tools/meta-tools.ts';
import { outputSchemaOfTool } from './tools/output-schema.ts';
import { type Arguments, grantedTools, isGranted, resolveToolCall, type ToolCall, type ToolCatalog } from './tools/tool-catalog.ts';
import { asCallTool } from './use-tool.ts';

/** Answers a tool that is no operation. */
type MetaTool = (args: Arguments, session: CallSession, understood: readonly string[]) => ToolResult | Promise<ToolResult>;

/** One MCP request and its key. */
export interface McpSession {
  readonly context: RequestContext;
  readonly key: ApiKey;
}

/** The part of a request of a client that is about the approval of its call. */
export interface ClientApproval {
  /** True if the client can ask its user. */
  readonly can_ask: boolean;
  /** The answer of the user to the question of an earlier result. */
  readonly action?: 'accept' | 'decline' | 'cancel';
  /** The token of that result. */
  readonly state?: string;
}

/** The call of a tool. */
export interface CallSession extends McpSession {
  readonly approval: ClientApproval;
  /** True for a step of a run that was approved as a whole. */
  readonly is_approved?: true;
  /** Takes the whole answer of the operation, before it is compacted and truncated. */
  readonly onAnswer?: (answer: Readonly<Record<string, unknown>>) => void;
}

/** The result of a call, or a question that its user must answer first. */
export type ToolResult = CallToolResult | InputRequiredResult;

/**
 * Calls a tool by its name. A refusal is a result with `isError` and one plain sentence; an unknown name is an error of the
 * protocol.
 */
export type CallTool = (session: CallSession, name: string, args: Arguments) => Promise<ToolResult>;

/** A resolved call and options that are not arguments of its tool. Its arguments have the `verbose` of call_tool. */
interface ResolvedCall extends ToolCall {
  readonly read_only: boolean;
  readonly approval_token: unknown;
  readonly understood: readonly string[];
}

/** The parts of the tools that are not operations. */
export interface ToolParts {
  readonly search: SearchTools;
  readonly toolUses: ToolUses;
  readonly checkApproval: CheckApproval;
}

/**
 * Creates the function that calls tools. A tool is called by its own name, as an action of its family or through call_tool.
 * Each of these is resolved to a call of the single tool first. The checks, the metrics, the activity log and the path to a
 * service are then the same as over REST.
 */
export function createToolCaller(gateway: Gateway, catalog: ToolCatalog, { search, toolUses, checkApproval }: ToolParts): CallTool {
  const { dispatcher, ports } = gateway;
  const contentResult = createContentResult(ports);

  /** Runs a step of a call that precedes its operation. If the step throws, the call gets a line in the activity log. */
  async function recordingFailure<T>(
    { context, key }: McpSession,
    call: Pick<AuditContext, 'entry' | 'tool' | 'fields'>,
    step: () => T | Promise<T>,
  ): Promise<T> {
    const started_ms = performance.now();
    try {
      return await step();
    } catch (error) {
      const outcome = error instanceof ProtocolError ? 'not_found' : outcomeOf(error);
      dispatcher.recordActivity(key, { channel: 'mcp', ...call, request_id: context.request_id, started_ms }, outcome);
      throw error;
    }
  }

  function resolve({ key }: McpSession, name: string, { args, understood }: LenientArguments): ResolvedCall {
    rejectUnstorableJson(args);
    const isCallTool = name === callTool.name;
    const called = isCallTool ? parseCallTool(args) : { name, arguments: args, options: {} };
    const single = resolveToolCall(catalog, called.name, called.arguments ?? {}, key);
    if (single) {
      const { approval_token, ...own } = { ...single.args, ...called.options };
      return {
        callable: single.callable,
        args: own,
        read_only: called.read_only ?? false,
        approval_token,
        understood: [...understood, ...(single.understood ?? [])],
      };
    }
    const message = unknownTool(called.name, grantedTools(catalog, key));
    throw isCallTool ? new Problem('not_found', message) : new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }

  function dispatchRequestOf(
    { context }: McpSession,
    { callable, args, read_only }: ResolvedCall,
  ): DispatchRequest & { readonly fields: Arguments; readonly verbose: boolean } {
    if (read_only && !callable.listed.annotations.readOnlyHint)
      throw new Problem('invalid', `${callable.tool.name} changes something; call it without read_only.`);
    const { fields, idempotency_key, dry_run, verbose } = splitArguments(callable, args);
    return {
      params: callable.tool.preset ?? {},
      body: Buffer.from(JSON.stringify(fields)),
      request_id: context.request_id,
      trace: context.trace.carrier,
      // A dry run stores nothing, not even its answer, so it is never replayed.
      idempotency_key: dry_run || fields.dry_run === true ? undefined : idempotency_key,
      dry_run,
      is_lenient: true,
      fields,
      verbose,
    };
  }

  const approve = ({ key, approval, is_approved }: CallSession, calls: readonly ApprovalCall[], token: unknown) =>
    is_approved ? undefined : checkApproval({ key, calls, token, approval });

  /** Returns the call that undoes this one if the key may make it. */
  function undoFor(key: ApiKey, callable: CallableTool, args: Arguments, answer: Record<string, unknown>): Undo | undefined {
    const undo = undoOf(callable, args, answer);
    const tool = undo && catalog.tools.get(undo.tool);
    return tool && isGranted(tool, key) ? undo : undefined;
  }

  async function callSingle(session: CallSession, given: ResolvedCall): Promise<ToolResult> {
    const { callable } = given;
    const { entry, tool } = callable;
    // Also as one step of a run: the answer of the whole request has its secret.
    if (entry.operation.confidential) session.context.is_open = false;
    const { args, understood } = await recordingFailure(session, { entry, tool: tool.name, fields: given.args }, async () =>
      readToolLeniently(callable, given.args),
    );
    const call = { ...given, args };
    const { question, fields, verbose, ...request } = await recordingFailure(
      session,
      { entry, tool: tool.name, fields: args },
      async () => ({ ...dispatchRequestOf(session, call), question: await approve(session, [call], call.approval_token) }),
    );
    if (question) return question;
    const waits = entry.operation.long_poll === true && Number(fields.wait) > 0;
    const reply = await runCall(gateway, { ...session, channel: 'mcp', waits }, () =>
      dispatcher.callWithKey(entry, session.key, request, { channel: 'mcp', tool: tool.name, fields }),
    );
    if (isGranted(callable, session.key)) toolUses.record(session.key.caller.key_id, tool.name);
    if (reply.problem) throw reply.problem;
    if (entry.operation.content) return contentResult(session, reply.body);
    const answer = JSON.parse(Buffer.from(reply.body).toString()) as Record<string, unknown>;
    session.onAnswer?.(answer);
    const dry_run = parseDryRun(args.dry_run) === true;
    // Of a dry run the caller wants to see what the resources would become.
    const isBrief = entry.operation.answers_many && !dry_run;
    const { answer: shown, picture } = splitPicture(entry.operation, answer);
    const result = toResult(verbose ? shown : compactAnswer(shown, fields, outputSchemaOfTool(callable), isBrief), {
      dry_run,
      understood: [...given.understood, ...understood, ...(reply.understood ?? [])],
      undo: dry_run ? undefined : undoFor(session.key, callable, args, answer),
      is_untrusted: !isDeletion(entry.operation),
      tool: callable,
    });
    return withPicture(result, picture);
  }

  async function runApprovedSteps(
    { approval_token, ...args }: Arguments,
    session: CallSession,
    understood: readonly string[],
  ): Promise<ToolResult> {
    const question = await approve(session, callsOfRun(session, catalog, args), approval_token);
    if (question) return question;
    const { key, context } = session;
    const assertKey = () => authenticateAgain(gateway, key, context.request, 'mcp');
    return runSteps({ ...session, is_approved: true }, catalog, args, { callTool: callToolByName, assertKey, understood });
  }

  /** Answers call_tool with the name run_steps, which the Everyday list does not have. */
  function runStepsByCallTool(given: Arguments, session: CallSession, understood: readonly string[]): Promise<ToolResult> {
    const { arguments: inner = {}, options, read_only } = parseCallTool(given);
    if (read_only) throw new Problem('invalid', 'run_steps may change something; call it without read_only.');
    const read = readMetaArguments(runStepsTool.name, { ...inner, ...options });
    return runApprovedSteps(read.args, session, [...understood, ...read.understood]);
  }

  const metaAnswers: ReadonlyMap<string, MetaTool> = new Map<string, MetaTool>([
    [
      searchTools.name,
      async (args, { key }, understood) => toTextResult({ ...(await search(args, key)), ...(understood.length > 0 ? { understood } : {}) }),
    ],
    [readGuide.name, callReadGuide],
    [runStepsTool.name, runApprovedSteps],
  ]);

  /** Calls a tool that is no operation, with a line in the activity log. */
  async function callMeta(
    session: CallSession,
    tool: string,
    answer: MetaTool,
    { args, understood }: LenientArguments,
  ): Promise<ToolResult> {
    const { context, key } = session;
    const { request_id } = context;
    const call = { channel: 'mcp' as const, tool, fields: {}, request_id, started_ms: performance.now() };
    try {
      rejectUnstorableJson(args);
      const result = await answer(args, session, understood);
      dispatcher.recordActivity(key, call, outcomeOfResult(result));
      return result;
    } catch (error) {
      dispatcher.recordActivity(key, call, outcomeOf(error));
      throw error;
    }
  }

  async function callToolByName(session: CallSession, givenName: string, given: Arguments): Promise<ToolResult> {
    const { name, args: sent } = asCallTool(givenName, given);
    let metricLabel = catalog.families.has(name) || isMetaTool(name) ? name : 'unknown';
    let call: ResolvedCall | undefined;
    try {
      if (dispatcher.admit) await dispatcher.admit(session.context, session.key);
      let result: ToolResult;
      const read = await recordingFailure(session, { tool: calledName(name, sent), fields: {} }, () => readMetaArguments(name, sent));
      const called = calledName(name, read.args);
      const isRun = name === callTool.name && called === runStepsTool.name;
      const answer = isRun ? runStepsByCallTool : metaAnswers.get(name);
      if (answer) result = await callMeta(session, called, answer, read);
      else {
        call = await recordingFailure(session, { tool: called, fields: {} }, () => resolve(session, name, read));
        metricLabel = call.callable.tool.name;
        result = await callSingle(session, call);
      }
      metrics.toolCalls.inc({ tool: metricLabel, outcome: outcomeOfResult(result) });
      return withCallFacts(result, session.context);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const problem = toProblem(error, session.context, ports.log);
      metrics.toolCalls.inc({ tool: metricLabel, outcome: problem.code });
      return withCallFacts(toErrorResult(call ? withToolHint(problem, call, catalog, session.key) : problem), session.context);
    }
  }

  return callToolByName;
}

/** Returns true for an operation that answers ids of what it deleted, and no text that people wrote. */
function isDeletion({ output }: Operation): boolean {
  const { shape } = output as { readonly shape?: Readonly<{ deleted?: unknown; before?: unknown }> };
  return shape?.deleted === Deleted.shape.deleted && shape.before === undefined;
}

function unknownTool(name: string, granted: readonly CallableTool[]): string {
  const ofOperation = granted.filter(({ entry }) => entry.id === name).map(({ tool }) => tool.name);
  const names = new Set(granted.flatMap(({ tool }) => [tool.name, tool.family]));
  const near = ofOperation.length > 0 ? ofOperation : closestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'search_tools finds the tools there are.';
  return `Unknown tool: ${name.slice(0, 128)}. ${hint}`;
}

/** Returns the call that undoes this one; undefined if there is none, or if it would take half of the result. */
function undoOf({ entry: { operation }, tool }: CallableTool, args: Arguments, answer: Record<string, unknown>): Undo | undefined {
  if (!operation.undo) return undefined;
  const { idempotency_key: _key, dry_run: _dryRun, verbose: _verbose, ...fields } = args;
  const input = operation.input.safeParse({ ...fields, ...tool.preset });
  const undo = input.success ? operation.undo(input.data, answer) : null;
  return undo && Buffer.byteLength(JSON.stringify(undo)) <= MAX_TOOL_RESULT_BYTES / 2 ? undo : undefined;
}
