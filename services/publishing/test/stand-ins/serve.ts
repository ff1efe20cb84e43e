import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a stand-in got it, its body whole. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What a stand-in answers: a status, JSON, and headers; `lost` does the work and breaks the connection instead of answering, `stuck` does it and never answers. */
export interface Answering {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * What goes wrong with requests to a path: answered instead of the server's own answer, or lost after its work is done. A
 * function is called first, and what it answers, if it answers, is answered.
 */
type Fault = Answering | 'lost' | 'stuck' | (() => Promise<Answering | undefined>);

/** A server on the loopback address that remembers what it was asked. */
export interface StandIn {
  readonly url: string;
  readonly asked: Asked[];
  /** From now on requests to this path go wrong, one after the other, until none is left. */
  fail(path: string, ...faults: readonly Fault[]): void;
  /** Forgets all faults that are left. */
  heal(): void;
  close(): Promise<void>;
}

/** Serves `answer` on the loopback address. */
export async function serveStandIn(answer: (asked: Asked) => Answering | Promise<Answering>): Promise<StandIn> {
  const asked: Asked[] = [];
  const faults = new Map<string, Fault[]>();
  const respond = (response: ServerResponse, { status, json, headers }: Answering) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://stand.in');
      const one: Asked = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      asked.push(one);
      const next = faults.get(one.path)?.shift();
      const fault = typeof next === 'function' ? await next() : next;
      if (typeof fault === 'object') return void respond(response, fault);
      const answered = await answer(one);
      if (fault === 'stuck') return;
      if (fault === 'lost') return void request.socket.destroy();
      respond(response, answered);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (path, ...more) => void faults.set(path, [...(faults.get(path) ?? []), ...more]),
    heal: () => faults.clear(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
