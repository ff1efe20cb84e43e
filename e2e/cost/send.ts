import { Agent, request as httpRequest } from 'node:http';
import { profile } from '../profile.ts';

/** A request exactly as it goes over the wire. */
export interface RawRequest {
  readonly method: string;
  /** The whole URL; its path and query are sent unchanged. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** The status, size and start of a response. Status 0: the server closed the connection instead. */
export interface RawResponse {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
}

// A server that rejects a body early closes the connection, so that no request uses it again.
const agent = new Agent({ keepAlive: false });

/** Sends a request and reads the whole response. */
export function send({ method, url, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port, origin } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<RawResponse>();
  const sent = httpRequest({ agent, hostname, port, method, path: url.slice(origin.length), headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('close', () => {
      const whole = Buffer.concat(chunks);
      resolve({ status: response.statusCode ?? 0, bytes: whole.length, text: whole.toString() });
      // A body that the server did not read to its end would stay in memory.
      sent.destroy();
    });
  });
  sent.on('error', (error) => resolve({ status: 0, bytes: 0, text: error.message }));
  sent.end(body);
  return promise;
}

/** Sends a JSON body to the API with a key. */
export const sendJson = (method: string, path: string, key: string, body?: unknown): Promise<RawResponse> =>
  send({
    method,
    url: profile.base_url + path,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
