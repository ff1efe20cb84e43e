import { inputErrors } from '@space/bus';
import { type FieldError, invalidFields } from '@space/contracts/core';
import { dryRunErrors, parseDryRun } from '../operation/dry-run.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../operation/idempotency-key.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { callTool, isMetaTool, runStepsTool } from './tools/meta-tools.ts';
import type { Arguments } from './tools/tool-catalog.ts';

/** Returns the name of the called tool, which call_tool takes as an argument. */
export const calledName = (name: string, args: Arguments): string =>
  name === callTool.name && typeof args.name === 'string' && args.name !== '' ? args.name : name;

/**
 * Splits the arguments of a call into the fields of the operation and the options of the call. Throws `invalid` for an invalid
 * option or a preset field, together with the errors of the other fields.
 */
export function splitArguments({ entry, tool: { preset = {} }, hasIdempotencyKey, hasDryRun }: CallableTool, args: Arguments) {
  const { idempotency_key, dry_run, verbose, ...rest } = args;
  const fields = {
    ...rest,
    ...(hasIdempotencyKey || idempotency_key === undefined ? {} : { idempotency_key }),
    ...(hasDryRun || dry_run === undefined ? {} : { dry_run }),
  };
  const errors = [
    ...presetErrors(fields, preset),
    ...(hasIdempotencyKey ? idempotencyKeyErrors(idempotency_key) : []),
    ...(hasDryRun ? dryRunErrors(dry_run) : []),
    ...booleanErrors('verbose', verbose),
  ];
  if (errors.length > 0) throw invalidFields([...errors, ...inputErrors(entry.operation, { ...fields, ...preset })]);
  return {
    fields,
    idempotency_key: hasIdempotencyKey ? (idempotency_key as string | undefined) : undefined,
    dry_run: hasDryRun ? parseDryRun(dry_run) : undefined,
    verbose: verbose === true,
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

/** Returns the error of an option that is not a boolean. */
export const booleanErrors = (path: string, value: unknown): FieldError[] =>
  value === undefined || typeof value === 'boolean' ? [] : [{ path, code: 'invalid_type', message: 'must be true or false' }];

/** The arguments of call_tool. */
interface CallToolArguments {
  readonly name: string;
  readonly arguments?: Arguments;
  readonly read_only?: boolean;
  /** The options of call_tool that are options of any call. */
  readonly options: Arguments;
}

/** Parses the arguments of call_tool. Throws `invalid` with all errors together. */
export function parseCallTool(args: Arguments): CallToolArguments {
  const { name, arguments: inner, read_only, verbose, approval_token, ...rest } = args;
  const errors: FieldError[] = Object.keys(rest).map((path) => ({
    path,
    code: 'unknown_field',
    message: "is not an argument of call_tool; the tool's own go into arguments",
  }));
  if (typeof name !== 'string') errors.unshift({ path: 'name', code: 'invalid_type', message: 'must be the name of a tool' });
  if (inner !== undefined && (typeof inner !== 'object' || inner === null || Array.isArray(inner)))
    errors.push({ path: 'arguments', code: 'invalid_type', message: 'must be an object' });
  errors.push(...booleanErrors('read_only', read_only), ...booleanErrors('verbose', verbose));
  if (isMetaTool(name) && name !== runStepsTool.name)
    errors.push({ path: 'name', code: 'invalid_value', message: `cannot be ${name}, which is called directly` });
  if (errors.length > 0) throw invalidFields(errors);
  return {
    name: name as string,
    ...(inner === undefined ? {} : { arguments: inner as Arguments }),
    ...(read_only === undefined ? {} : { read_only: read_only as boolean }),
    options: { ...(verbose === undefined ? {} : { verbose }), ...(approval_token === undefined ? {} : { approval_token }) },
  };
}
