import type { IncomingMessage, Server } from 'node:http';
import { hasUnreadBody } from './unread-body.ts';

const unlimited = new WeakSet<IncomingMessage>();

/** Lets the body of a request take any time to arrive: its handler bounds the pauses in it instead. */
export function allowSlowBody(request: IncomingMessage): void {
  unlimited.add(request);
}

/**
 * Ends each request whose body has not arrived `limitMs` after its headers, as Node would by `requestTimeout`, which knows no exceptions. The
 * check runs every `intervalMs`.
 */
export function limitArrival(server: Server, limitMs: number, intervalMs: number): void {
  const arriving = new Map<IncomingMessage, number>();

  function begin(request: IncomingMessage): void {
    if (!hasUnreadBody(request)) return;
    arriving.set(request, performance.now());
    request.once('close', () => arriving.delete(request));
  }

  function check(): void {
    const now = performance.now();
    for (const [request, began] of arriving) {
      if (request.complete || unlimited.has(request)) arriving.delete(request);
      else if (now - began > limitMs) {
        arriving.delete(request);
        server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
      }
    }
  }

  server.on('request', begin);
  server.on('checkExpectation', begin);
  const timer = setInterval(check, intervalMs).unref();
  server.once('close', () => clearInterval(timer));
}
