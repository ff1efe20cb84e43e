import { BlockedAddressError } from '@space/egress';
import { HOUR_MS, SECOND_MS } from '@space/time';
import { ProviderError } from '../../provider-port/provider.ts';

/** Thrown for an object that Stripe does not have, or not in the mode of the key. */
export class MissingObjectError extends ProviderError {
  constructor() {
    super('bad_answer', 'Stripe does not have this object in the mode of the key.');
    this.name = 'MissingObjectError';
  }
}

/** The longest pause that Stripe can ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

/** Errors of Stripe by their code, which is from a closed list; no other part of an answer is used. */
const byCode: Readonly<Record<string, ProviderError>> = {
  api_key_expired: new ProviderError('expired', 'The key has expired; create a new restricted key in Stripe and replace it.'),
  account_invalid: new ProviderError('account_disabled', 'Stripe has disabled the account of the key.'),
  account_closed: new ProviderError('account_disabled', 'The account of the key is closed.'),
};

/** Returns the error for an answer without success. */
export function answerError(status: number, retryAfter: string | string[] | undefined, body: Buffer): ProviderError {
  const code = codeOf(body);
  if (status < 500 && code !== undefined && Object.hasOwn(byCode, code)) {
    const known = byCode[code]!;
    return new ProviderError(known.code, known.message);
  }
  if (status === 401)
    return new ProviderError('unauthorized', 'Stripe does not accept the key; create a new restricted key and replace it.');
  if (status === 403)
    return new ProviderError('missing_scope', 'The key lacks a read permission that is needed; add it to the restricted key in Stripe.');
  if (status === 404) return new MissingObjectError();
  if (status === 429) return new ProviderError('rate_limited', 'Stripe limits the requests of this account for now.', pauseOf(retryAfter));
  if (status >= 500) return new ProviderError('unreachable', `Stripe answered with status ${status}.`, pauseOf(retryAfter));
  return new ProviderError('bad_answer', `Stripe refused the read with status ${status}.`);
}

/** Returns the error for a request that has no complete answer, and a ProviderError as it is. */
export function connectionError(error: unknown): ProviderError {
  for (let current = error as Failure | null | undefined; typeof current === 'object' && current !== null; current = current.cause) {
    if (current instanceof ProviderError) return current;
    if (current instanceof BlockedAddressError) return new ProviderError('unreachable', 'The address of Stripe is not public.');
    if (isTimeout(current)) return new ProviderError('timeout', 'Stripe did not answer in time.');
  }
  return new ProviderError('unreachable', 'Stripe cannot be reached.');
}

/** An error of a request, which may have a cause. */
interface Failure {
  readonly name?: string;
  readonly code?: unknown;
  readonly cause?: Failure | null;
}

/** Returns the error for a failure of the library of Stripe, which wraps errors of the request. */
export function libraryError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const detail = (error as { readonly detail?: unknown } | undefined)?.detail;
  if (typeof detail === 'object') return connectionError(detail);
  return new ProviderError('bad_answer', 'An answer of Stripe cannot be read.');
}

const isTimeout = ({ name = '', code }: Failure): boolean =>
  name === 'TimeoutError' ||
  name === 'AbortError' ||
  /^(UND_ERR_(HEADERS_TIMEOUT|BODY_TIMEOUT|CONNECT_TIMEOUT|ABORTED)|ETIMEDOUT)$/.test(String(code));

function codeOf(body: Buffer): string | undefined {
  try {
    const code = (JSON.parse(body.toString()) as { error?: { code?: unknown } } | null)?.error?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

function pauseOf(retryAfter: string | string[] | undefined): number | null {
  const seconds = Number(retryAfter);
  return retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * SECOND_MS, MAX_RETRY_AFTER_MS) : null;
}
