import { z } from 'zod';
import { MAX_ERROR_CHARACTERS, MAX_LISTED_ERRORS } from './limits.ts';

/**
 * Every error of the API: a code for machines, its HTTP status and a title for people (RFC 9457; contract, E1, E2). An
 * exception that is not a Problem becomes `internal`, and its detail stays in the log.
 */
export const problems = {
  invalid: { status: 400, title: 'The request does not fit the schema' },
  unauthorized: { status: 401, title: 'The key is missing or not valid' },
  missing_scope: { status: 403, title: 'The key lacks the required scope' },
  forbidden: { status: 403, title: 'This is not allowed' },
  confirmation_required: { status: 403, title: 'A password or a passkey is needed first' },
  not_found: { status: 404, title: 'Not found in this Space' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'Accept excludes every form of the answer' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  duplicate: { status: 409, title: 'Already exists' },
  standalone_page: { status: 409, title: 'A second page without a site' },
  attached: { status: 409, title: 'Attached to another resource' },
  upcoming_bookings: { status: 409, title: 'Upcoming bookings prevent the change' },
  slot_taken: { status: 409, title: 'The time is not free' },
  limit_reached: { status: 409, title: 'A limit of the Space is reached' },
  disabled: { status: 409, title: 'Disabled' },
  gone: { status: 410, title: 'No longer there' },
  precondition_failed: { status: 412, title: 'Changed since it was read' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not JSON' },
  range_not_satisfiable: { status: 416, title: 'The range has no byte of the file' },
  unresolved_reference: { status: 422, title: 'A reference does not resolve in this Space' },
  unsafe_url: { status: 422, title: 'The URL is not a public https address' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key was used for another request' },
  locked: { status: 423, title: 'In use by another request' },
  limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'A part of the service does not answer' },
  timeout: { status: 504, title: 'The service did not answer in time' },
} as const;

/** The stable name of an error. */
export type ProblemCode = keyof typeof problems;

/** An error of one field: its path, its kind and one sentence. */
export const FieldError = z.strictObject({
  path: z.string().describe('The field, with indexes, for example event_types.0'),
  code: z.string(),
  message: z.string(),
});

/** An error of one field. */
export type FieldError = z.infer<typeof FieldError>;

/** An error on the wire, `application/problem+json` (RFC 9457). */
export const ProblemBody = z
  .object({
    type: z.string().describe('A stable address that explains this code'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('One plain sentence that names the cause and, where there is one, the way out'),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    request_id: z.string(),
    errors: z.array(FieldError).optional(),
  })
  .meta({ id: 'Problem' });

/** More members of an error: field errors, the seconds to wait, the id of the resource that conflicts. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  readonly retry_after_s?: number;
  readonly [fact: string]: unknown;
}

/**
 * An error that a caller sees: its code decides the status, its message is the sentence that a person or an agent reads.
 * It lists at most `MAX_LISTED_ERRORS` field errors and cuts long texts, so the input does not decide the size of the answer.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(shortened(detail));
    this.name = 'Problem';
    this.code = code;
    this.extras = extras.errors ? { ...extras, errors: listedErrors(extras.errors) } : extras;
  }

  /** The HTTP status of this error. */
  get status(): number {
    return problems[this.code].status;
  }
}

/** Returns the field errors that a response lists. */
const listedErrors = (errors: readonly FieldError[]): FieldError[] =>
  errors.slice(0, MAX_LISTED_ERRORS).map(({ path, code, message }) => ({ path: shortened(path), code, message: shortened(message) }));

const shortened = (text: string): string => (text.length > MAX_ERROR_CHARACTERS ? `${text.slice(0, MAX_ERROR_CHARACTERS - 1)}…` : text);

/** Returns the error for invalid fields: it lists them, and its sentence names the first and the number of the others. */
export const invalidFields = (errors: readonly FieldError[]): Problem => new Problem('invalid', sentenceOf(errors), { errors });

/** Returns the sentence of field errors: the first one, the number of the others, and the way out if there is one. */
export function sentenceOf(errors: readonly FieldError[], wayOut?: string): string {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const end = wayOut === undefined ? '' : `; ${wayOut}`;
  return toSentence(`${first ? clauseOf(first) : ''}${more}${end}`);
}

/** Returns a field error as a clause: the field, or the request, and what is wrong. */
export const clauseOf = ({ path, message }: FieldError): string => `${path || 'The request'}: ${message}`;

/** Returns a text with a full stop, unless it ends with a mark of its own, such as that of "did you mean …?". */
export const toSentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** Returns the error for an id that this Space does not have; a resource of another Space gives the same error (contract, E4). */
export function notFound(noun: string, id: string): Problem {
  return new Problem('not_found', `There is no ${noun} "${id.slice(0, 64)}" in this Space.`);
}

/** An id in a body that its Space does not have. */
export interface UnresolvedReference {
  readonly path: string;
  readonly noun: string;
  readonly id: string;
  /** The end of its sentence: what to do. */
  readonly way_out?: string | undefined;
}

/** Returns the error for ids in a body that the Space does not have (contract, E4). `wayOut` ends its sentence. */
export function unresolvedReferences(missing: readonly UnresolvedReference[], wayOut?: string): Problem {
  const errors = missing.map(({ path, noun, id, way_out }) => ({
    path,
    code: 'unresolved_reference',
    message: `there is no ${noun} "${id.slice(0, 64)}" in this Space${way_out === undefined ? '' : `; ${way_out}`}`,
  }));
  return new Problem('unresolved_reference', sentenceOf(errors, wayOut), { errors });
}

/** Returns the field errors of a failed check; throws an error that has none. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  if (error instanceof Problem && error.extras.errors) return error.extras.errors;
  throw error;
}

/**
 * Waits for all checks and throws the problem with the lowest status, with the field errors of all. A problem without field
 * errors, such as a service that does not answer, is thrown only if no field is wrong, and an error that is not a Problem before all others.
 */
export async function assertAll(checks: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const failures = (await Promise.allSettled(checks)).flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const problems = failures.filter((failure) => failure instanceof Problem);
  if (problems.length < failures.length) throw failures.find((failure) => !(failure instanceof Problem));
  const errors = problems.flatMap(({ extras }) => extras.errors ?? []);
  const [first = problems[0]] = problems.filter(({ extras }) => extras.errors).sort((one, other) => one.status - other.status);
  if (first)
    throw problems.length === 1 || errors.length === 0 ? first : new Problem(first.code, sentenceOf(errors), { ...first.extras, errors });
}

/** Returns the error for a failure that the caller did not cause; its cause is in the log only. */
export const internalProblem = (): Problem =>
  new Problem('internal', 'Something went wrong on our side; the request id finds it in our log.');
