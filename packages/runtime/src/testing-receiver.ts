import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One received POST. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** The parsed body. */
  readonly event: { id: string; type: string; delivery_id: number; attempt: number; data: Record<string, unknown>; [key: string]: unknown };
  /** The time at which it was complete, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A receiver of webhooks on the loopback address. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Sets the answer to further POSTs; default 204. */
  answer(how: (request: ReceivedRequest, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Starts a receiver that records each POST; with a certificate it uses TLS. */
export async function startReceiver(certificate?: { key: string; cert: string }): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let how: (request: ReceivedRequest, response: ServerResponse) => void = (_request, response) => void response.writeHead(204).end();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one: ReceivedRequest = { headers: request.headers, body, event: JSON.parse(body), at: performance.now() };
      received.push(one);
      how(one, response);
    });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
