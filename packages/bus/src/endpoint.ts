import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type FieldError, internalProblem, invalidFields, type Operation, Problem } from '@space/contracts/core';
import type { z } from 'zod';
import type { Reply, Request } from './bus.ts';
import { type Call, type Handler, Json } from './call.ts';
import { parseBody, rejectUnstorableJson } from './parse-json.ts';

const encoder = new TextEncoder();

/** What `answer()` tells whoever runs it. */
export interface EndpointHooks {
  /** Something that is not a Problem was thrown: the caller sees `internal`, the log sees this. */
  failed?(error: unknown, operationId: string, request: Request): Problem;
  /** Check each answer against its schema; for tests, since it costs more than the query. */
  checkOutputs?: boolean;
}

/**
 * Turns a handler into an endpoint. This is the only place where input is parsed, for every caller and both buses:
 * path parameters, query and body are joined, checked and completed with defaults, and all faults are named at once.
 */
export function createEndpoint<O extends Operation>(operationId: string, operation: O, handler: Handler<O>, watch: EndpointHooks = {}) {
  return async (request: Request): Promise<Reply> => {
    try {
      if (Date.now() > request.deadline) throw new Problem('timeout', 'The call was not begun: its deadline had passed.');
      const call = parse(operationId, operation, request);
      const result = await handler(call);
      const text = result instanceof Json ? result.text : JSON.stringify(result);
      if (watch.checkOutputs) operation.output.parse(JSON.parse(text));
      return {
        body: encoder.encode(text),
        etag: result instanceof Json ? etagOf(result) : undefined,
        replayed: call.replayed || undefined,
      };
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      return { problem: watch.failed?.(error, operationId, request) ?? internalProblem() };
    }
  };
}

function parse<O extends Operation>(operationId: string, operation: O, request: Request): Call<O> {
  const raw = join(request);
  rejectUnstorableJson(raw);
  const parsed = operation.input.safeParse(raw, { error: formatIssue });
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error.issues));
  const input = parsed.data as Call<O>['input'];
  return {
    operation,
    operation_id: operationId,
    input,
    caller: request.caller,
    request_id: request.request_id,
    trace: request.trace,
    idempotency: request.idempotency_key
      ? { key: request.idempotency_key, fingerprint: createHash('sha256').update(JSON.stringify(input)).digest('hex') }
      : undefined,
    if_version: request.if_match === undefined || !operation.versioned ? null : versionsOf(request.if_match),
    dry_run: request.dry_run === true,
    replayed: false,
  };
}

function join(request: Request): Record<string, unknown> {
  if (request.body === null || request.body.length === 0) return request.params;
  const body = parseBody(request.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('invalid', 'The body must be a JSON object.');
  const clash = Object.keys(request.params).find((name) => Object.hasOwn(body, name));
  if (clash)
    throw new Problem('invalid', `${clash} is given by the path and must not be in the body.`, {
      errors: [{ path: clash, code: 'unknown_field', message: 'is given by the path' }],
    });
  return { ...body, ...request.params };
}

/** The version, and a mark of what is shown: names of other things stand in an answer, and change without a new version of it. */
const etagOf = ({ text, version, shown }: Json<unknown>): string | undefined =>
  version === undefined ? undefined : `"${version}.${shown ?? crc32(text)}"`;

/** The versions an If-Match header names; null for any. A weak or foreign tag matches nothing (RFC 9110, 13.1.1). */
const versionsOf = (ifMatch: string): number[] | null =>
  ifMatch.trim() === '*' ? null : ifMatch.split(',').map((tag) => Number(/^"(\d{1,15})(?:\.\d{1,15})?"$/.exec(tag.trim())?.[1] ?? -1));

/** Every fault that a call with these arguments would be refused for, before it is made; none when they fit. */
export const inputErrors = (operation: Operation, input: unknown): FieldError[] =>
  fieldErrorsOf(operation.input.safeParse(input, { error: formatIssue }).error?.issues ?? []);

/** Every fault of the input, where it is and what it is. */
function fieldErrorsOf(issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        code: 'unknown_field',
        message: 'is not a field of this request',
      }));
    const meant = issue.code === 'invalid_union' && issue.message === 'Invalid input' ? closestUnionBranch(issue.errors) : undefined;
    if (meant) return fieldErrorsOf(meant, path);
    return [{ path: path.join('.'), code: issue.code, message: lowerFirst(issue.message) }];
  });
}

/** Of the shapes a value may have, the one it comes closest to: with the fewest faults at its own fields. */
function closestUnionBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const atItsOwn = (branch: readonly z.core.$ZodIssue[]) =>
    branch.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : issue.path.length <= 1 ? 1 : 0), 0);
  return branches.toSorted((a, b) => atItsOwn(a) - atItsOwn(b))[0];
}

/** Says what is missing and what is of the wrong type in plain words; everything else as zod says it. */
const formatIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined
    ? 'is required'
    : `must be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected === 'int' ? 'integer' : issue.expected}`;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
