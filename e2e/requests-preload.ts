import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { SentRequest } from './sent-requests.ts';

/**
 * Preloaded into the processes of a profile under test. It appends each HTTP request that a process begins to the file that
 * SPACE_TEST_REQUESTS names, one JSON object a line: also one that its code sends without the guard of outgoing requests, and one that
 * never arrives. The query is left out. The service is that of the process. In a process with all services it is the one whose code
 * begins the request, and null for a request that waited for a connection.
 */
const file = process.env.SPACE_TEST_REQUESTS;
const SERVICE = /\/services\/([a-z]+)\/src\//g;
const ownService = serviceIn(process.argv[1] ?? '');

/** Returns the first service that a text names, other than `standalone`, which has all of them. */
function serviceIn(text: string): string | null {
  return [...text.matchAll(SERVICE)].map(([, service]) => service!).find((service) => service !== 'standalone') ?? null;
}

/** Returns the service whose code is on the stack. */
function callingService(): string | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return serviceIn(stack ?? '');
}

function record({ method, origin, path }: Omit<SentRequest, 'service'>): void {
  const request: SentRequest = { service: ownService ?? callingService(), method, origin, path: path.split('?')[0]! };
  appendFileSync(file!, `${JSON.stringify(request)}\n`);
}

if (file) {
  // fetch of Node, and undici.
  subscribe('undici:request:create', (message) => {
    const { method, origin, path } = (message as { request: { method: string; origin: string | URL; path: string } }).request;
    record({ method, origin: new URL(origin).origin, path });
  });
  // node:http and node:https.
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: { method: string; protocol: string; path: string; getHeader(name: string): unknown } };
    record({ method: request.method, origin: `${request.protocol}//${request.getHeader('host')}`, path: request.path });
  });
}
