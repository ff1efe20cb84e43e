import type { LookupFunction } from 'node:net';
import { BlockedAddressError, type Egress } from '@space/egress';
import { Agent, errors, type FormData, request } from 'undici';
import { NetworkError } from './network.ts';

/** One question to a server of a network. */
export interface NetworkRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData;
  /** More than this is not read, in bytes; a megabyte unless told. */
  readonly maxBytes?: number;
  /** Whether the question asks for something that would be done twice when it is asked twice. */
  readonly hasSideEffect?: boolean;
}

/** An answer, whatever its status. */
export interface NetworkResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The answer as JSON; an empty object when it is none. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Asks servers of networks, at public addresses only. */
export interface NetworkClient {
  send(question: NetworkRequest): Promise<NetworkResponse>;
  /** The same client, which begins nothing after the deadline and breaks off what goes on then. */
  withDeadline(deadline: AbortSignal): NetworkClient;
  close(): Promise<void>;
}

const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 20_000;

/**
 * Speaks to public addresses only, as webhooks do: a host is judged before each question, and a new connection goes to the
 * very addresses that were judged. Redirects are not followed, and an answer is read up to its limit and no further.
 */
export function createNetworkClient(egress: Egress, timeoutMs = TIMEOUT_MS): NetworkClient {
  const lookup: LookupFunction = (hostname, options, done) => {
    egress.addresses(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error) => done(error, '', 4),
    );
  };
  const agent = new Agent({
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
    connect: { lookup, timeout: timeoutMs, autoSelectFamily: true },
  });

  const exchange = async (
    { method = 'GET', url, headers = {}, body, maxBytes = MAX_BYTES }: NetworkRequest,
    deadline: AbortSignal | undefined,
  ): Promise<NetworkResponse> => {
    await egress.resolvePublic(new URL(url));
    if (deadline?.aborted) throw new DeadlinePassed();
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await request(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'Space-API', ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher: agent,
      signal: deadline ? AbortSignal.any([deadline, timeout]) : timeout,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) {
        answer.body.destroy();
        throw new ResponseTooLarge();
      }
      chunks.push(chunk as Buffer);
    }
    const bytes = Buffer.concat(chunks);
    return { status: answer.statusCode, headers: plain(answer.headers), bytes, json: jsonOf(bytes) };
  };

  const clientUntil = (deadline?: AbortSignal): NetworkClient => ({
    async send(question) {
      try {
        return await exchange(question, deadline);
      } catch (error) {
        throw errorForFailure(error, URL.parse(question.url)?.host ?? question.url, question.hasSideEffect ?? false);
      }
    },
    withDeadline: clientUntil,
    close: () => agent.close(),
  });
  return clientUntil();
}

class ResponseTooLarge extends Error {}
class DeadlinePassed extends Error {}

const plain = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));

function jsonOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Failures of a connection that was never made: nothing can have arrived. */
const neverConnected =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_\w+|ESERVFAIL|ENODATA|EREFUSED|EBADRESP|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)\w*|.*CERT.*|UNABLE_TO\w+)$/;

function errorForFailure(error: unknown, host: string, acts: boolean): NetworkError {
  if (error instanceof ResponseTooLarge)
    return new NetworkError('rejected', `${host} answered with more than can be read.`, { inDoubt: acts });
  if (error instanceof DeadlinePassed) return new NetworkError('unreachable', `There was no time left to ask ${host}.`, { passes: true });
  for (let current = error as (Error & { code?: string }) | undefined; current; current = current.cause as typeof current) {
    if (current instanceof BlockedAddressError) return new NetworkError('unreachable', `The address of ${host} is not public.`);
    if (current.code !== undefined && neverConnected.test(current.code))
      return new NetworkError('unreachable', `${host} cannot be reached.`, { passes: true });
    if (current instanceof errors.InvalidArgumentError) return new NetworkError('unreachable', `${host} cannot be asked.`);
  }
  return new NetworkError('unreachable', `The connection to ${host} broke before it had answered.`, { passes: true, inDoubt: acts });
}

const MAX_RETRY_AFTER_MS = 3_600_000;

/** What an answer that is no success means for something that was to be done. */
export function errorForResponse({ status, headers, json }: NetworkResponse, host: string, now: number): NetworkError {
  const said = [json.error_description, json.message, json.error].find((text) => typeof text === 'string' && text !== '');
  const why = said === undefined ? '' : `: ${String(said).replace(/\s+/g, ' ').trim().slice(0, 300)}`;
  if (status === 401) return new NetworkError('unauthorized', `${host} does not take the token of this account any more${why}.`);
  if (status === 429)
    return new NetworkError('limited', `${host} takes no more for now${why}.`, { passes: true, retryAfterMs: retryAfter(headers, now) });
  if (status >= 500)
    return new NetworkError('unavailable', `${host} answered ${status}${why}.`, {
      passes: true,
      inDoubt: true,
      retryAfterMs: retryAfter(headers, now),
    });
  return new NetworkError('rejected', `${host} refused it with ${status}${why}.`);
}

/** How long a network asks to wait: Retry-After, or when its limit begins anew (as a time or as seconds). */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number {
  const after = headers['retry-after'];
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  const wait =
    after !== undefined
      ? /^\d+$/.test(after)
        ? Number(after) * 1_000
        : Date.parse(after) - now
      : reset !== undefined
        ? (/^\d+$/.test(reset) ? Number(reset) * 1_000 : Date.parse(reset)) - now
        : 0;
  return Number.isFinite(wait) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, wait)) : 0;
}
