/*
 * Retries. A call is repeated only if a second execution cannot do harm:
 * - after 429 and 503 any call: the service refused it. The pause is `Retry-After`, or grows with each attempt;
 * - after 502, 504 and a lost connection: a GET, and a POST with an idempotency key. A PATCH or DELETE may have been executed,
 *   so its repetition could overwrite the change of another client;
 * - a POST with an idempotency key also after a 409 with `Retry-After`: its first attempt still runs.
 */

/** Retries of a call when the caller sets no number. */
export const DEFAULT_RETRIES = 2;

/** The longest pause before a retry. A call that must wait longer fails. */
const MAX_RETRY_PAUSE_MS = 60_000;

const FIRST_PAUSE_MS = 500;

/** The facts of a call that decide about its repetition. */
export interface Repeatable {
  readonly method: string;
  readonly has_key: boolean;
}

/** The end of one attempt: a response, with the text of its body after a success, or the error of the connection. */
export type Outcome =
  | { readonly response: Response; readonly text?: string; readonly error?: never }
  | { readonly response?: never; readonly error: unknown };

/** Returns the pause in milliseconds before an attempt (2 is the first retry), or undefined when the call must not be repeated. */
export function pauseBefore(attempt: number, call: Repeatable, { response, error }: Outcome): number | undefined {
  const isIdempotent = call.method === 'GET' || call.has_key;
  if (!response) return isIdempotent && isConnectionError(error) ? backoff(attempt) : undefined;
  const { status, headers } = response;
  const asked = retryAfterMs(headers.get('retry-after'));
  const isRefused = status === 429 || status === 503;
  const isLost = isIdempotent && (status === 502 || status === 504);
  const isRunning = call.has_key && status === 409 && asked !== undefined;
  if (!isRefused && !isLost && !isRunning) return undefined;
  const pause = asked ?? backoff(attempt);
  return pause > MAX_RETRY_PAUSE_MS ? undefined : pause;
}

/**
 * Returns true for the error of `fetch`, or of reading its body, for a connection that failed; an aborted call has another one.
 * Its name decides: the class is another one in a program that runs the client in a context of its own, as test runners do.
 */
const isConnectionError = (error: unknown): boolean => (error as Error | undefined)?.name === 'TypeError';

/** Returns the pause before an attempt: it doubles, and half of it is random, so that clients do not return together. */
const backoff = (attempt: number): number => FIRST_PAUSE_MS * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);

/** Returns a `Retry-After` header, in seconds or as a date, as milliseconds. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Waits; rejects with the reason of the signal when it is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    function abort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    const timer = setTimeout(function end() {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
