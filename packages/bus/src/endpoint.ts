import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  type Caller,
  type FieldError,
  type InputOf,
  internalProblem,
  invalidFields,
  type Operation,
  type OutputOf,
  Problem,
  pathParameters,
} from '@space/contracts/core';
import type { Reply, Request } from './bus.ts';
import { NOT_A_FIELD, type Validated, validate } from './field-errors.ts';
import { parseBody, unstorableErrors } from './parse-json.ts';
import { boundedSentences } from './understood.ts';

/** The JSON text of a T, built by Postgres and sent unchanged. */
export class Json<T> {
  declare readonly stands_for: T;
  readonly text: string;
  /** The version of one resource, for ETag and If-Match. */
  readonly version: number | undefined;
  /**
   * Extra input of the ETag besides the version, such as a count; If-Match ignores it. Default: a checksum of the text.
   * Give it for a text that differs on every read, for example because it contains the current time.
   */
  readonly etagInput: number | undefined;

  constructor(text: string, version?: number, etagInput?: number) {
    this.text = text;
    this.version = version;
    this.etagInput = etagInput;
  }
}

/** Returns the JSON object of an answer with more fields after its own; the text is not parsed, and the ETag is that of a read. */
export function extendJson<T, F extends object>({ text, version, etagInput }: Json<T>, fields: F): Json<T & F> {
  const more = JSON.stringify(fields);
  const sameTag = etagInput ?? (version === undefined ? undefined : crc32(text));
  return new Json<T & F>(more === '{}' ? text : `${text.slice(0, -1)},${more.slice(1)}`, version, sameTag);
}

/** Returns the answer of an update with `before`, the former values of the fields that changed. */
export const withBefore = <T, B extends object>(
  answer: Json<T>,
  before: B,
  changed: readonly (keyof B)[],
): Json<T & { before: Partial<B> }> =>
  extendJson(answer, { before: Object.fromEntries(changed.map((name) => [name, before[name]])) as Partial<B> });

/** The result of a handler: the value, or its JSON text. */
export type Answer<O> = OutputOf<O> | Json<OutputOf<O>>;

/** One parsed call of an operation. */
export interface Call<O extends Operation = Operation> {
  readonly operation: O;
  readonly operation_id: string;
  readonly input: InputOf<O>;
  readonly caller: Caller;
  readonly request_id: string;
  readonly trace: Readonly<Record<string, string>>;
  /** The idempotency key of the call with a hash of its input, if the caller sent a key. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
  /** The versions of If-Match; null if the call has no such condition. */
  readonly if_version: readonly number[] | null;
  /** True for a dry run: the transaction of the call is rolled back. */
  readonly dry_run: boolean;
  /** True if a text may stand for a value of another type that it writes: a call over MCP. */
  readonly is_lenient: boolean;
  readonly visitor_network?: string | undefined;
  /** Set to true if the answer is the stored response of an earlier call. */
  replayed: boolean;
  /** Sentences that name each replaced name or value and what replaced it. The caller receives the first of them with the answer. */
  readonly understood: string[];
}

/** The function that executes an operation. It reports failures by throwing a Problem. */
export interface Handler<O extends Operation> {
  (call: Call<O>): Promise<Answer<O>>;
  /**
   * Returns the errors of an input beyond those of its schema, which it does not fit, so that the caller reads all of them
   * together. The input is as the client sent it.
   */
  readonly findMoreErrors?: (
    input: Readonly<Record<string, unknown>>,
    caller: Caller,
  ) => readonly FieldError[] | Promise<readonly FieldError[]>;
}

/** One handler for each operation of a contract; a missing handler does not compile. */
export type Handlers<C extends { operations: Record<string, Operation> }> = {
  readonly [K in keyof C['operations']]: Handler<C['operations'][K]>;
};

const encoder = new TextEncoder();

/** Callbacks and switches of an endpoint. */
export interface EndpointHooks {
  /** Called for an error that is not a Problem; returns the problem for the caller. Default: `internal`, without details. */
  failed?(error: unknown, operationId: string, request: Request): Problem;
  /** Validate each answer against its schema; for tests, because it costs more than the query. */
  checkOutputs?: boolean;
}

/**
 * Creates the endpoint of a handler. It is the only place that parses input, for every caller and both buses: it merges
 * path parameters, query and body, applies defaults, and answers `invalid` with all field errors together.
 */
export function createEndpoint<O extends Operation>(operationId: string, operation: O, handler: Handler<O>, hooks: EndpointHooks = {}) {
  return async function answer(request: Request): Promise<Reply> {
    try {
      if (Date.now() > request.deadline) throw new Problem('timeout', 'The call was not started because its deadline had passed.');
      const raw = join(operation, request);
      const unstorable = unstorableErrors(raw);
      const parsed = validateInput(operation, raw);
      if (unstorable.length > 0) throw invalidFields([...unstorable, ...besides(unstorable, parsed.errors)]);
      // Only a failed call waits for more errors.
      if (!parsed.success) throw invalidFields([...parsed.errors, ...(await moreErrors(handler, raw, request.caller, parsed.errors))]);
      const call = callOf(operationId, operation, request, parsed.data as Call<O>['input']);
      const result = await handler(call);
      const text = result instanceof Json ? result.text : JSON.stringify(result);
      if (hooks.checkOutputs) operation.output.parse(JSON.parse(text));
      return {
        body: encoder.encode(text),
        etag: result instanceof Json ? etagOf(result) : undefined,
        replayed: call.replayed || undefined,
        understood: call.understood.length > 0 ? boundedSentences(call.understood) : undefined,
      };
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      return { problem: hooks.failed?.(error, operationId, request) ?? internalProblem() };
    }
  };
}

/** Returns the errors that the handler finds in an invalid input, besides those of fields that have one. */
async function moreErrors<O extends Operation>(
  { findMoreErrors }: Handler<O>,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
  found: readonly FieldError[],
): Promise<FieldError[]> {
  const more = (await findMoreErrors?.(input, caller)) ?? [];
  return besides(found, more);
}

/** Returns the errors of fields that have none among those found. */
const besides = (found: readonly FieldError[], more: readonly FieldError[]): FieldError[] =>
  more.filter((error) => !found.some(({ path }) => path === error.path));

function callOf<O extends Operation>(operationId: string, operation: O, request: Request, input: Call<O>['input']): Call<O> {
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
    is_lenient: request.is_lenient === true,
    ...(request.visitor_network !== undefined && { visitor_network: request.visitor_network }),
    replayed: false,
    understood: [],
  };
}

function join({ route }: Operation, request: Request): Record<string, unknown> {
  if (request.body === null || request.body.length === 0) return request.params;
  const body = parseBody(request.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('invalid', 'The body must be a JSON object.');
  const clash = Object.keys(request.params).find((name) => Object.hasOwn(body, name));
  if (clash) {
    const part = route && !pathParameters(route.path).includes(clash) ? 'query' : 'path';
    throw new Problem('invalid', `${clash} is given by the ${part} and must not be in the body.`, {
      errors: [{ path: clash, code: 'unknown_field', message: `is given by the ${part}` }],
    });
  }
  return { ...body, ...request.params };
}

/** Returns the ETag: the version, and a checksum, because names of other resources in an answer change without a new version. */
const etagOf = ({ text, version, etagInput }: Json<unknown>): string | undefined =>
  version === undefined ? undefined : `"${version}.${etagInput ?? crc32(text)}"`;

/** Returns the versions in an If-Match header, null for `*`. A weak or unknown tag matches no version (RFC 9110, 13.1.1). */
const versionsOf = (ifMatch: string): number[] | null =>
  ifMatch.trim() === '*' ? null : ifMatch.split(',').map((tag) => Number(/^"(\d{1,15})(?:\.\d{1,15})?"$/.exec(tag.trim())?.[1] ?? -1));

/** Validates an input. The error of a field that other operations have names them. */
function validateInput({ input, elsewhere = {} }: Operation, raw: unknown): Validated<unknown> {
  const parsed = validate(input, raw);
  if (parsed.success) return parsed;
  const errors = parsed.errors.map((error) =>
    error.code === 'unknown_field' && Object.hasOwn(elsewhere, error.path)
      ? { ...error, message: `${NOT_A_FIELD}; ${elsewhere[error.path]}` }
      : error,
  );
  return { success: false, errors };
}

/** Returns all field errors that a call with this input would fail with. */
export const inputErrors = (operation: Operation, input: unknown): readonly FieldError[] => validateInput(operation, input).errors;
