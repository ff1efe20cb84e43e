import type { Egress } from '@space/egress';
import { type FormData, request as sendRequest } from 'undici';
import { DeadlinePassedError, errorForFailure, ResponseTooLargeError } from './network-errors.ts';

/** A request to a server of a network. */
export interface NetworkRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData;
  /** The size of the largest response that is read, in bytes; default 1 MiB. */
  readonly maxBytes?: number;
  /** True for a request that does its work twice when it is sent twice; default false. */
  readonly hasSideEffect?: boolean;
}

/** A response with any status. */
export interface NetworkResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The body as a JSON object; empty when the body is not one. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Sends requests to servers of networks, at public addresses only. */
export interface NetworkClient {
  /** Sends a request and returns its response. Throws NetworkError when there is no complete response. */
  send(request: NetworkRequest): Promise<NetworkResponse>;
  /** Returns a client that begins no request after a deadline and aborts those in progress then. */
  withDeadline(deadline: AbortSignal): NetworkClient;
  close(): Promise<void>;
}

const DEFAULT_MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 20_000;
const CONNECTIONS_PER_ORIGIN = 16;
const KEEP_ALIVE_MS = 10_000;

/**
 * Returns a client that connects to public addresses only: each request resolves its host and checks the addresses, and a
 * new connection uses the checked addresses. Redirects are not followed, and a response is read up to its limit only.
 */
export function createNetworkClient(egress: Egress, timeoutMs = TIMEOUT_MS): NetworkClient {
  const agent = egress.agent({ connections: CONNECTIONS_PER_ORIGIN, keepAliveMs: KEEP_ALIVE_MS, connectTimeoutMs: timeoutMs });

  async function exchange(
    { method = 'GET', url, headers = {}, body, maxBytes = DEFAULT_MAX_BYTES }: NetworkRequest,
    deadline: AbortSignal | undefined,
  ): Promise<NetworkResponse> {
    await egress.resolvePublic(new URL(url));
    if (deadline?.aborted) throw new DeadlinePassedError();
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await sendRequest(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'Space-API', ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher: agent,
      signal: deadline ? AbortSignal.any([deadline, timeout]) : timeout,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) {
        response.body.destroy();
        throw new ResponseTooLargeError();
      }
      chunks.push(chunk as Buffer);
    }
    const bytes = Buffer.concat(chunks);
    return { status: response.statusCode, headers: joinHeaders(response.headers), bytes, json: parseObject(bytes) };
  }

  const createClient = (deadline?: AbortSignal): NetworkClient => ({
    async send(request) {
      try {
        return await exchange(request, deadline);
      } catch (error) {
        throw errorForFailure(error, URL.parse(request.url)?.host ?? request.url, request.hasSideEffect ?? false);
      }
    },
    withDeadline: createClient,
    close: () => agent.close(),
  });
  return createClient();
}

const joinHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
