import { contracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Operation, type OutputOf, pathParameters } from '@space/contracts/core';
import { SpaceError } from './space-error.ts';

/** The address of a Space and the key that opens it. */
export interface ClientOptions {
  /** The root of the REST interface, for example http://localhost:8080/v1. */
  readonly base_url: string;
  /** A Space API key (wks_live_…), or the operator token for the settings. */
  readonly api_key: string;
  /** A replacement of the global `fetch`, for tests or proxies. */
  readonly fetch?: typeof fetch;
  /** Retries after 429 or 503 of a call that is safe to repeat; default 2. */
  readonly retries?: number;
}

/** Options of one call. */
export interface CallOptions {
  /** Makes a POST safe to repeat: within 24 hours it is executed once. */
  readonly idempotency_key?: string;
  /** The ETag that the change is based on; another version fails with 412. */
  readonly if_match?: string;
  /** Validates and answers a change without making it. */
  readonly dry_run?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the response, for its headers. */
  readonly onResponse?: (response: Response) => void;
}

type Method<O> =
  {} extends ArgumentsOf<O>
    ? (args?: ArgumentsOf<O>, options?: CallOptions) => Promise<OutputOf<O>>
    : (args: ArgumentsOf<O>, options?: CallOptions) => Promise<OutputOf<O>>;

/** The contracts with REST routes; operations that agents call over MCP only have no routes. */
type Contracts = (typeof contracts)[Exclude<keyof typeof contracts, 'eventListening'>];

/** Every operation as a method: `client.contacts.create({ name, email })`. */
export type Client = {
  readonly [C in Contracts as C['name']]: { readonly [K in keyof C['operations']]: Method<C['operations'][K]> };
};

const DEFAULT_RETRIES = 2;
const DEFAULT_PAUSE_MS = 1_000;
const RETRYABLE_STATUSES = new Set([429, 503]);

/** Creates the typed client of a Space from the contracts. Its methods throw SpaceError for every status but 2xx. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.values(contracts).map((contract) => [
    contract.name,
    Object.fromEntries(
      Object.entries<Operation>(contract.operations)
        .filter(([, operation]) => operation.route)
        .map(([name, operation]) => [
          name,
          (args: Record<string, unknown> = {}, call: CallOptions = {}) => send(options, operation, args, call),
        ]),
    ),
  ]);
  return Object.fromEntries(methods) as Client;
}

async function send(options: ClientOptions, operation: Operation, args: Record<string, unknown>, call: CallOptions): Promise<unknown> {
  const { method, path } = operation.route!;
  const { url, rest } = urlOf(options.base_url, path, args);
  const isRead = method === 'GET' || method === 'DELETE';
  if (isRead) for (const [name, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(name, queryText(value));
  if (call.dry_run) url.searchParams.set('dry_run', 'true');
  const request: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${options.api_key}`,
      accept: 'application/json',
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(call.idempotency_key ? { 'idempotency-key': call.idempotency_key } : {}),
      ...(call.if_match ? { 'if-match': call.if_match } : {}),
    },
    ...(isRead ? {} : { body: JSON.stringify(rest) }),
    ...(call.signal ? { signal: call.signal } : {}),
  };
  const isRepeatable = method !== 'POST' || call.idempotency_key !== undefined;
  for (let left = isRepeatable ? (options.retries ?? DEFAULT_RETRIES) : 0; ; left -= 1) {
    const response = await (options.fetch ?? fetch)(url, request);
    if (RETRYABLE_STATUSES.has(response.status) && left > 0) {
      await response.body?.cancel();
      await pause(response.headers.get('retry-after'));
      continue;
    }
    call.onResponse?.(response);
    if (!response.ok) throw await SpaceError.from(response);
    return response.json();
  }
}

function urlOf(base: string, path: string, args: Record<string, unknown>): { url: URL; rest: Record<string, unknown> } {
  const names = pathParameters(path);
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(args[name])));
  return {
    url: new URL(base.replace(/\/$/, '') + filled),
    rest: Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name))),
  };
}

/** Returns the text of a query parameter: plain lists with commas, other values as JSON. */
function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/^[[{]|,/.test(String(item)))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const pause = (retryAfter: string | null): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : DEFAULT_PAUSE_MS));
