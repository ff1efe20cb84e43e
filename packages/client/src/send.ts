import { DEFAULT_RETRIES, type Outcome, pauseBefore, type Repeatable, waitFor } from './retry.ts';
import { type Arguments, callOf, type HttpCall, type OperationId } from './routes.ts';
import { SpaceError } from './space-error.ts';

/** The address of a Space and the key that opens it. */
export interface ClientOptions {
  /** The root of the REST interface, with any prefix: http://localhost:8080/v1, https://console.example.com/spaces/spc_1/v1. */
  readonly base_url: string;
  /**
   * A Space API key (wks_live_…), or the operator token for the settings. Without one the caller is the session of the browser:
   * its cookies are sent, to the origin of the page only.
   */
  readonly api_key?: string;
  /** Headers of every call in addition to those that the client sets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A replacement of the global `fetch`, for tests or proxies. */
  readonly fetch?: typeof fetch;
  /** Retries of a call that is safe to repeat; default 2, and 0 turns them off. */
  readonly retries?: number;
}

/** Options of one call. */
export interface CallOptions {
  /** Makes a POST safe to repeat: within 24 hours it is executed once. The client makes one itself for its own retries. */
  readonly idempotency_key?: string;
  /** The ETag that the change is based on; another version fails with 412. */
  readonly if_match?: string;
  /** Validates and answers a change without making it. */
  readonly dry_run?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the response, for its status and headers: the body of a success is read already. */
  readonly onResponse?: (response: Response) => void;
}

/**
 * Makes one call and returns its answer. Repeats it when that is safe (see retry.ts). Throws SpaceError for every status but
 * 2xx, TypeError for a path argument that is missing, `.` or `..`, the error of `fetch` when no whole answer arrives, and
 * Error for a 2xx that is not JSON.
 */
export async function send(options: ClientOptions, id: OperationId, args: Arguments, call: CallOptions): Promise<unknown> {
  const retries = options.retries ?? DEFAULT_RETRIES;
  const http = callOf(options.base_url, id, args);
  const key = http.method === 'POST' ? (call.idempotency_key ?? (retries > 0 ? newIdempotencyKey() : undefined)) : undefined;
  const request = requestOf(options, http, call, key);
  const repeatable: Repeatable = { method: http.method, has_key: key !== undefined };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOf(options, request);
    const pause = attempt > retries || call.signal?.aborted ? undefined : pauseBefore(attempt + 1, repeatable, outcome);
    if (pause !== undefined) {
      // Not awaited: the body of a response that someone cloned is cancelled only with its copy.
      outcome.response?.body?.cancel().catch(() => {});
      await waitFor(pause, call.signal);
      continue;
    }
    const { response } = outcome;
    if (!response) throw outcome.error;
    call.onResponse?.(response);
    if (!response.ok) throw await SpaceError.from(response);
    return parseAnswer(response, outcome.text ?? '');
  }
}

/** Sends a request. Returns the response, after a success with its body, or the error of a connection that failed. */
async function attemptOf(options: ClientOptions, [url, request]: readonly [URL, RequestInit]): Promise<Outcome> {
  const call = options.fetch ?? fetch;
  try {
    const response = await call(url, request);
    return response.ok ? { response, text: await response.text() } : { response };
  } catch (error) {
    return { error };
  }
}

/** Returns the JSON of a success. Throws an Error that names the status and the type of an answer of another kind. */
function parseAnswer({ status, headers }: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = headers.get('content-type') ?? 'a body';
    const detail = `The service answered ${status} with ${type} that is not JSON: check that \`base_url\` is the address of the API, with /v1.`;
    throw new Error(detail, { cause });
  }
}

function requestOf(
  { api_key, headers: further }: ClientOptions,
  { method, url, body }: HttpCall,
  { dry_run, if_match, signal }: CallOptions,
  key: string | undefined,
): readonly [URL, RequestInit] {
  if (dry_run) url.searchParams.set('dry_run', 'true');
  const headers = new Headers(further);
  headers.set('accept', 'application/json');
  if (api_key !== undefined) headers.set('authorization', `Bearer ${api_key}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (key !== undefined) headers.set('idempotency-key', key);
  if (if_match !== undefined) headers.set('if-match', if_match);
  return [
    url,
    {
      method,
      headers,
      ...(api_key === undefined ? { credentials: 'same-origin' } : {}),
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    },
  ];
}

/** Returns a new idempotency key. `randomUUID` is absent from pages of plain http, so the bytes are formatted here. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `client-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
