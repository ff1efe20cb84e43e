import { ApiError } from './api-error.ts';
import { leaving } from './leaving.ts';

/** Options of one call. */
export interface CallOptions {
  /** Makes a POST safe to repeat; a form makes one when it opens, so that a double click is one call. */
  readonly idempotency_key?: string;
  /** The ETag that a change is based on; another version fails with 412. */
  readonly if_match?: string;
  /** Validates and answers a change without making it. */
  readonly dry_run?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the response of a success, for its headers. */
  readonly onResponse?: (response: Response) => void;
}

/** The arguments of a call: parameters of the path, of the query and fields of the body. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Reactions of the app to answers that are about the person and not about the call. */
interface Reactions {
  /** Runs after an answer 401: the session has ended. It returns true if the call may be repeated. */
  readonly onSignedOut: () => Promise<boolean>;
  /** Runs after a refusal in a Space, which may mean that the role of the person was changed or the membership has ended. */
  readonly onRefused: () => void;
}

let reactions: Reactions = { onSignedOut: async () => false, onRefused: () => {} };

/** Sets the reactions of the app. */
export function setReactions(set: Reactions): void {
  reactions = set;
}

/**
 * Makes one call of the console's own origin and returns its JSON. Throws ApiError for every status but 2xx and for a
 * connection that failed.
 */
export async function send(method: string, url: string, body: Arguments | undefined, options: CallOptions = {}): Promise<unknown> {
  const response = await request(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': options.idempotency_key ?? newIdempotencyKey() }),
      ...(options.if_match !== undefined && { 'if-match': options.if_match }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  options.onResponse?.(response);
  return response.status === 204 ? undefined : readJson(response);
}

/**
 * Sends a request of the person, and sends it again after they have signed in again. Returns a success. Throws ApiError for every other
 * status and for a connection that failed.
 */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await attempt(url, { credentials: 'same-origin', ...init });
  if (response.ok) return response;
  if (response.status === 401 && (await reactions.onSignedOut())) return request(url, init);
  if ([403, 404].includes(response.status) && url.startsWith('/spaces/')) reactions.onRefused();
  throw await ApiError.from(response);
}

/** Sends a request. Throws ApiError with status 0 for a connection that failed. A read of a page that is being left never ends. */
export async function attempt(url: string, init: RequestInit): Promise<Response> {
  const isRead = init.method === undefined || init.method === 'GET';
  const signals = [init.signal, isRead && leaving].filter((signal) => signal instanceof AbortSignal);
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (isRead && leaving.aborted) return new Promise(() => {});
    throw new ApiError('The service cannot be reached. Check the connection and try again.', { status: 0, code: 'unreachable' });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('The service answered something that is not JSON.', { status: response.status, code: 'unexpected_answer' });
  }
}

/** Returns a new idempotency key. `randomUUID` is absent from pages of plain http, so the bytes are formatted here. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
