import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen.ts';

/** What must be true before a process takes traffic, by name; a string says what is missing. */
export type Checks = Readonly<Record<string, () => Promise<true | string> | true | string>>;

/** The small server every process has for those who operate it. */
export interface Health {
  readonly port: number;
  /** From now on `/readyz` asks these; before, the process starts and is not ready. */
  setReadinessChecks(checks: Checks): void;
  /** From now on `/readyz` answers 503, so that nobody sends more work. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Serves `/livez` (the event loop turns), `/readyz` (this process can do its work) and `/metrics`, from the first moment. */
export async function startHealth(host: string, port: number, registry: Registry): Promise<Health> {
  let draining = false;
  let checks: Checks = { start: () => 'the process is starting' };
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      response.setHeader('content-type', registry.contentType).end(await registry.metrics());
      return;
    }
    if (path === '/livez') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
      return;
    }
    if (path === '/readyz') {
      const results = await judge(checks);
      const ready = !draining && Object.values(results).every((result) => result === 'ok');
      response
        .writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: draining ? 'draining' : ready ? 'ok' : 'not_ready', checks: results }));
      return;
    }
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":"not_found"}');
  });
  return {
    port: await listen(server, host, port, 'SPACE_METRICS_PORT'),
    setReadinessChecks: (those) => {
      checks = those;
    },
    drain: () => {
      draining = true;
    },
    close: () => closeServer(server),
  };
}

async function judge(checks: Checks): Promise<Record<string, string>> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, 'did not answer in time').unref());
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await Promise.race([(async () => check())().catch((error: Error) => error.message), late]);
      return [name, result === true ? 'ok' : String(result)] as const;
    }),
  );
  return Object.fromEntries(results);
}

/** Stops a server: no new connections, idle ones are closed, begun requests finish. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeIdleConnections();
  });
}
