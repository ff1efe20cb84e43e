import { contracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Operation, type OutputOf, pathParameters } from '@space/contracts/core';
import { SpaceError } from './space-error.ts';

/** Where a Space is and how to open it. */
export interface ClientOptions {
  /** The root of the REST interface, for example http://localhost:8080/v1. */
  readonly base_url: string;
  /** A Space API key, wks_live_…; or the operator token for the settings. */
  readonly api_key: string;
  /** Another fetch, for tests or proxies. */
  readonly fetch?: typeof fetch;
  /** How often a call that is safe to repeat is tried again after 429 or 503; twice unless told. */
  readonly retries?: number;
}

/** What one call can carry beside its arguments. */
export interface CallOptions {
  /** Makes a POST happen once, however often it is sent within 24 hours. */
  readonly idempotency_key?: string;
  /** The ETag the change is based on; another version is refused with 412. */
  readonly if_match?: string;
  /** Only tries a change: it is judged and answered as if it were made, and nothing of it is kept. */
  readonly dry_run?: boolean;
  readonly signal?: AbortSignal;
  /** Sees the response, for its headers. */
  readonly onResponse?: (response: Response) => void;
}

type Method<O> =
  {} extends ArgumentsOf<O>
    ? (args?: ArgumentsOf<O>, options?: CallOptions) => Promise<OutputOf<O>>
    : (args: ArgumentsOf<O>, options?: CallOptions) => Promise<OutputOf<O>>;

/** Contracts with routes; what only agents call, over MCP, has none. */
type Contracts = (typeof contracts)[Exclude<keyof typeof contracts, 'eventListening'>];

/** Every operation as a method: `client.contacts.create({ name, email })`. */
export type Client = {
  readonly [C in Contracts as C['name']]: { readonly [K in keyof C['operations']]: Method<C['operations'][K]> };
};

const DEFAULT_RETRIES = 2;
const DEFAULT_PAUSE_MS = 1_000;
const passing = new Set([429, 503]);

/** A typed client of one Space, derived from the contracts. A refusal is thrown as a SpaceError. */
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
  const { url, rest } = place(options.base_url, path, args);
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
    if (passing.has(response.status) && left > 0) {
      await response.body?.cancel();
      await pause(response.headers.get('retry-after'));
      continue;
    }
    call.onResponse?.(response);
    if (!response.ok) throw await SpaceError.from(response);
    return response.json();
  }
}

function place(base: string, path: string, args: Record<string, unknown>): { url: URL; rest: Record<string, unknown> } {
  const names = pathParameters(path);
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(args[name])));
  return {
    url: new URL(base.replace(/\/$/, '') + filled),
    rest: Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name))),
  };
}

/** Lists of plain words go with commas between them, anything else as JSON. */
function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/^[[{]|,/.test(String(item)))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const pause = (retryAfter: string | null): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : DEFAULT_PAUSE_MS));
