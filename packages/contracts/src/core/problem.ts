import { z } from 'zod';

/**
 * The one table of refusals: a code for machines, the HTTP status it becomes at the edge, and a title for people
 * (RFC 9457; decisions on Errors). Everything thrown that is not a Problem is `internal` and its detail stays in the log.
 */
export const problems = {
  invalid: { status: 400, title: 'The request does not fit the schema' },
  unauthorized: { status: 401, title: 'The key is missing or not valid' },
  missing_scope: { status: 403, title: 'The key lacks the required scope' },
  forbidden: { status: 403, title: 'This is not allowed' },
  not_found: { status: 404, title: 'No such thing in this Space' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The state refuses the change' },
  duplicate: { status: 409, title: 'It exists already' },
  standalone_page: { status: 409, title: 'A second page without a site' },
  attached: { status: 409, title: 'It is attached to something else' },
  upcoming_bookings: { status: 409, title: 'Upcoming bookings are in the way' },
  slot_taken: { status: 409, title: 'The time is not free' },
  limit_reached: { status: 409, title: 'A limit of the Space is reached' },
  disabled: { status: 409, title: 'It is switched off' },
  precondition_failed: { status: 412, title: 'It was changed in the meantime' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not JSON' },
  unresolved_reference: { status: 422, title: 'A reference does not resolve in this Space' },
  unsafe_url: { status: 422, title: 'The URL is not a public https address' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key was used for another request' },
  limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'A part of the service does not answer' },
  timeout: { status: 504, title: 'The service did not answer in time' },
} as const;

/** The stable name of a refusal. */
export type ProblemCode = keyof typeof problems;

/** One fault of one field: where it is, what kind, and one sentence. */
export const FieldError = z.strictObject({
  path: z.string().describe('Where the fault is: the field, with indexes, for example event_types.0'),
  code: z.string(),
  message: z.string(),
});

/** One fault of one field. */
export type FieldError = z.infer<typeof FieldError>;

/** What a refusal looks like on the wire, `application/problem+json` (RFC 9457). */
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

/** Facts that ride with a refusal: field errors, how long to wait, the id of the thing in the way. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  readonly retry_after_s?: number;
  readonly [fact: string]: unknown;
}

/** A refusal: its code decides the status, its message is the sentence a person or an agent reads. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
  }

  /** The HTTP status of this refusal. */
  get status(): number {
    return problems[this.code].status;
  }
}

/** Faults that one refusal lists at most; its sentence counts them all. */
const MAX_LISTED = 100;

/** Faults as a refusal lists them. */
export const listedFaults = (errors: readonly FieldError[]): FieldError[] =>
  errors.slice(0, MAX_LISTED).map(({ path, code, message }) => ({ path, code, message }));

/** The refusal of fields that do not fit: all faults at once, and one sentence that names the first and how many more there are. */
export function invalidFields(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new Problem('invalid', `${first?.path || 'The request'}: ${first?.message}${more}.`, { errors: listedFaults(errors) });
}

/** Another Space's thing and a thing that never was answer the same (decisions, Errors). */
export function notFound(noun: string, id: string): Problem {
  return new Problem('not_found', `There is no ${noun} "${id.slice(0, 64)}" in this Space.`);
}

/** What to say when something failed that is not the caller's fault; the cause goes to the log only. */
export const internalProblem = (): Problem =>
  new Problem('internal', 'Something went wrong on our side; the request id finds it in our log.');
