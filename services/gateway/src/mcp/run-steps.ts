import type { CallToolResult } from '@modelcontextprotocol/server';
import { type FieldError, invalidFields, Problem } from '@space/contracts/core';
import { automations } from '@space/contracts/events';
import { MAX_STEP_ID_CHARACTERS, MAX_STEPS, MAX_STEPS_MS } from '@space/contracts/platform';
import { didYouMean } from '@space/text';
import { dryRunErrors } from '../operation/dry-run.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../operation/idempotency-key.ts';
import type { ApprovalCall } from './approvals.ts';
import type { CallSession, CallTool, ToolResult } from './call-tool.ts';
import { readToolLeniently } from './lenient-arguments.ts';
import { toErrorResult } from './result.ts';
import { type Answer, mergeTagErrors, referencedSteps, referenceErrors, resolveReferences } from './step-references.ts';
import { type DoneStep, stepsResult } from './steps-result.ts';
import { booleanErrors } from './tool-arguments.ts';
import { isMetaTool } from './tools/meta-tools.ts';
import { type Arguments, resolveToolCall, type ToolCall, type ToolCatalog } from './tools/tool-catalog.ts';

/*
 * run_steps makes several calls in one request. Each step is a call like any other: it is counted, checked for its scope, recorded in
 * the activity log and replayed for its idempotency key. The first step that fails ends the run; the steps before it stay done.
 */

/** A step of a run. */
interface Step {
  readonly id: string;
  readonly tool: string;
  readonly args: Arguments;
}

/** The steps of a run and the options that all of them get. */
interface Run {
  readonly steps: readonly Step[];
  readonly idempotency_key: string | undefined;
  readonly dry_run: boolean;
  readonly verbose: boolean;
}

/** The parts of a run that its caller brings. */
interface RunParts {
  readonly callTool: CallTool;
  /** Rejects with Unauthorized when the key of the run was revoked or has expired. */
  readonly assertKey: () => Promise<unknown>;
  /** Sentences about arguments of the run that were read as others. */
  readonly understood: readonly string[];
}

/**
 * Runs steps one after another and returns what was done. A reference reads the whole answer of a step, not the shorter one that the
 * result shows. Throws `invalid` before the first step when the arguments are not valid.
 */
export async function runSteps(
  session: CallSession,
  catalog: ToolCatalog,
  args: Arguments,
  { callTool, assertKey, understood }: RunParts,
): Promise<CallToolResult> {
  const run = parseRun(catalog, args, session);
  const deadline = performance.now() + MAX_STEPS_MS;
  const referenced = referencedSteps(run.steps.map((step) => step.args));
  const answers = new Map<string, Answer>();
  const done: DoneStep[] = [];
  for (const step of run.steps) {
    const result = performance.now() < deadline ? await runStep(session, step) : outOfTime();
    const answer = (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    done.push({ id: step.id, tool: step.tool, failed: result.isError === true, answer });
    if (result.isError) break;
  }
  return stepsResult(
    done,
    run.steps.slice(done.length).map(({ id }) => id),
    understood,
  );

  async function runStep(own: CallSession, { id, tool, args: given }: Step): Promise<ToolResult> {
    try {
      await assertKey();
      const resolved = resolveReferences(given, answers);
      const call = resolveToolCall(catalog, tool, resolved, own.key)!;
      assertNoWait(call);
      const onAnswer = (answer: Answer) => referenced.has(id) && answers.set(id, answer);
      return await callTool({ ...own, onAnswer }, tool, { ...resolved, ...optionsOf(call, run, id) });
    } catch (error) {
      if (error instanceof Problem) return toErrorResult(error);
      throw error;
    }
  }
}

const outOfTime = (): CallToolResult =>
  toErrorResult(new Problem('timeout', `A run ends after ${MAX_STEPS_MS / 1_000} seconds; run the rest of the steps in another one.`));

/** Throws for a long poll: a run would hold its answers while it waits. */
function assertNoWait({ callable, args }: ToolCall): void {
  if (callable.entry.operation.long_poll && Number(args.wait) > 0)
    throw invalidFields([{ path: 'wait', code: 'invalid_value', message: 'must be 0 in a step of run_steps' }]);
}

/** Returns the options of a run for one step; a step that reads takes neither a key nor a dry run. */
const optionsOf = ({ callable, args }: ToolCall, { idempotency_key, dry_run, verbose }: Run, id: string): Arguments => ({
  ...(verbose ? { verbose } : {}),
  ...(callable.hasIdempotencyKey && idempotency_key !== undefined && args.idempotency_key === undefined
    ? { idempotency_key: `${idempotency_key}:${id}` }
    : {}),
  ...(callable.hasIdempotencyKey && dry_run ? { dry_run } : {}),
});

/** Returns the calls of a run with its options, for its approval. Throws `invalid` like `runSteps`. */
export function callsOfRun(session: CallSession, catalog: ToolCatalog, args: Arguments): readonly ApprovalCall[] {
  const run = parseRun(catalog, args, session);
  return run.steps.map(({ id, tool, args: given }) => {
    const call = resolveToolCall(catalog, tool, given, session.key)!;
    // A reference has no value yet, so its type is not known.
    const hasReferences = referencedSteps(call.args).size > 0;
    const args = hasReferences ? call.args : readToolLeniently(call.callable, call.args).args;
    return { id, callable: call.callable, args: { ...args, ...optionsOf(call, run, id) } };
  });
}

/** The room that the id of a step needs in an idempotency key. */
const LONGEST_KEY = 200;

function parseRun(catalog: ToolCatalog, { steps, idempotency_key, dry_run, verbose, ...rest }: Arguments, session: CallSession): Run {
  const errors: FieldError[] = Object.keys(rest).map((path) => ({
    path,
    code: 'unknown_field',
    message: 'is not an argument of run_steps',
  }));
  if (idempotency_key !== undefined && (!isIdempotencyKey(idempotency_key) || (idempotency_key as string).length > LONGEST_KEY))
    errors.push({
      path: 'idempotency_key',
      code: 'invalid_format',
      message: `${IDEMPOTENCY_KEY_RULE}, in run_steps at most ${LONGEST_KEY}`,
    });
  errors.push(...dryRunErrors(dry_run), ...booleanErrors('verbose', verbose));
  const isList = Array.isArray(steps) && steps.length > 0 && steps.length <= MAX_STEPS;
  if (!isList) errors.push({ path: 'steps', code: 'invalid_type', message: `must be a list of 1 to ${MAX_STEPS} steps` });
  const parsed = isList ? parseSteps(catalog, steps, session, errors) : [];
  if (errors.length > 0) throw invalidFields(errors);
  return {
    steps: parsed,
    idempotency_key: idempotency_key as string | undefined,
    dry_run: dry_run === true,
    verbose: verbose === true,
  };
}

const STEP_ID = /^[\w-]+$/;

const isObject = (value: unknown): value is Arguments => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the steps of a list, and adds an error to `errors` for each part that is not valid. */
function parseSteps(catalog: ToolCatalog, steps: readonly unknown[], session: CallSession, errors: FieldError[]): Step[] {
  const earlier = new Set<string>();
  return steps.map((step, n) => {
    const path = `steps.${n}`;
    const reject = (name: string, message: string) => errors.push({ path: `${path}${name}`, code: 'invalid_value', message });
    if (!isObject(step)) reject('', 'must be an object with tool and arguments');
    const { id = String(n + 1), tool, arguments: args = {}, ...rest } = isObject(step) ? step : {};
    for (const name of Object.keys(rest)) reject(`.${name}`, 'is not a field of a step: it has id, tool and arguments');
    if (typeof id !== 'string' || !STEP_ID.test(id) || id.length > MAX_STEP_ID_CHARACTERS)
      reject('.id', `must be 1 to ${MAX_STEP_ID_CHARACTERS} letters, digits, - or _`);
    else if (earlier.has(id)) reject('.id', 'is the id of an earlier step');
    if (!isObject(args)) reject('.arguments', 'must be an object');
    else {
      errors.push(...referenceErrors(args, `${path}.arguments`, earlier));
      const ofTool = toolErrors(catalog, tool, args, session);
      errors.push(...ofTool.map((error) => ({ ...error, path: `${path}.${error.path}` })));
      if (ofTool.length === 0 && !storesMergeTags(catalog, tool as string, args, session))
        errors.push(...mergeTagErrors(args, `${path}.arguments`, earlier));
    }
    earlier.add(String(id));
    return { id: String(id), tool: String(tool), args: isObject(args) ? args : {} };
  });
}

/** Returns true for a tool whose arguments may have merge tags, which an automation replaces when it runs. */
const storesMergeTags = (catalog: ToolCatalog, tool: string, args: Arguments, { key }: CallSession): boolean =>
  resolveToolCall(catalog, tool, args, key)?.callable.entry.contract === automations;

/** Returns the errors of the tool of a step: it is an operation by its own name or an action of its family. */
function toolErrors(catalog: ToolCatalog, tool: unknown, args: Arguments, { key }: CallSession): FieldError[] {
  if (typeof tool !== 'string') return [{ path: 'tool', code: 'required', message: 'must be the name of a tool' }];
  if (isMetaTool(tool)) return [{ path: 'tool', code: 'invalid_value', message: `cannot be ${tool}, which is called directly` }];
  const names = [...catalog.tools.keys(), ...catalog.families.keys()];
  try {
    if (resolveToolCall(catalog, tool, args, key)) return [];
  } catch (error) {
    if (error instanceof Problem) return (error.extras.errors ?? []).map((one) => ({ ...one, path: `arguments.${one.path}` }));
    throw error;
  }
  return [{ path: 'tool', code: 'invalid_value', message: `is no tool${didYouMean(tool, names)}` }];
}
