import { type Agent, request as sendRequest } from 'undici';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeout_ms: number;
  /** Bytes of the body of its answer that are read; the rest is not. */
  readonly read_bytes: number;
}

/** The answer to a request: its status, its headers, and its body as far as it was read. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/**
 * Sends a request and returns its answer with at most `read_bytes` of its body. Redirects are not followed and nothing is repeated.
 * Throws when there is no answer in time.
 */
export async function exchange(
  agent: Agent,
  { method, url, headers, body, timeout_ms, read_bytes }: OutgoingRequest,
): Promise<ReceivedAnswer> {
  const response = await sendRequest(url, {
    method,
    headers: { 'user-agent': 'Space-API', ...headers },
    ...(body === undefined ? {} : { body }),
    dispatcher: agent,
    signal: AbortSignal.timeout(timeout_ms),
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < read_bytes) continue;
    response.body.destroy();
    break;
  }
  return {
    status: response.statusCode,
    headers: joinHeaders(response.headers),
    bytes: Buffer.concat(chunks).subarray(0, read_bytes),
  };
}

const joinHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
