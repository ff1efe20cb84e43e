import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from '@space/contracts/platform';
import type { Registry } from 'prom-client';
import { acceptedCodings } from './content-coding.ts';
import { listen } from './listen.ts';

/** The readiness checks of a process, by name. A check that fails returns the reason as a string. */
export type Checks = Readonly<Record<string, () => Promise<true | string> | true | string>>;

/** The HTTP server of every process for probes and metrics. */
export interface Health {
  readonly port: number;
  /** Sets the checks of `/readyz`. Before the first call the process is not ready. */
  setReadinessChecks(checks: Checks): void;
  /** Sets what `/readyz` reports besides: a failure is in its answer, and the process stays ready. */
  setReports(checks: Checks): void;
  /** Sets the checks of `/livez`: one that fails means that only a new process helps. Before the first call the process is live. */
  setLivenessChecks(checks: Checks): void;
  /** Makes `/readyz` answer 503, so that load balancers send no more traffic. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Starts the server of `/livez` (the event loop runs and no part has given up), `/readyz` (all checks pass) and `/metrics`. */
export async function startHealth(host: string, port: number, registry: Registry): Promise<Health> {
  let draining = false;
  let checks: Checks = { start: () => 'the process is starting' };
  let livenessChecks: Checks = {};
  let reports: Checks = {};
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      await sendMetrics(registry, request, response);
      return;
    }
    if (path === '/livez') {
      const results = await evaluate(livenessChecks);
      const isLive = Object.values(results).every((result) => result === 'ok');
      response
        .writeHead(isLive ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: isLive ? 'ok' : 'failed', ...(isLive ? {} : { checks: results }) }));
      return;
    }
    if (path === '/readyz') {
      const [results, reported] = await Promise.all([evaluate(checks), evaluate(reports)]);
      const ready = !draining && Object.values(results).every((result) => result === 'ok');
      response
        .writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: draining ? 'draining' : ready ? 'ok' : 'not_ready', checks: { ...results, ...reported } }));
      return;
    }
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":"not_found"}');
  });
  return {
    port: await listen(server, host, port, 'SPACE_METRICS_PORT'),
    setReadinessChecks(next) {
      checks = next;
    },
    setReports(next) {
      reports = next;
    },
    setLivenessChecks(next) {
      livenessChecks = next;
    },
    drain() {
      draining = true;
    },
    close: () => closeServer(server),
  };
}

const toGzip = promisify(gzip);

/** Sends all metrics, compressed when they are large and the client accepts gzip. zlib works in a thread of libuv. */
async function sendMetrics(registry: Registry, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const plain = Buffer.from(await registry.metrics());
  const isLarge = plain.length >= MIN_COMPRESSED_BYTES;
  const isCompressed = isLarge && acceptedCodings(headers['accept-encoding']).has('gzip');
  const body = isCompressed ? await toGzip(plain, { level: constants.Z_BEST_SPEED }) : plain;
  response
    .writeHead(200, {
      'content-type': registry.contentType,
      'content-length': body.length,
      ...(isLarge ? { vary: 'Accept-Encoding' } : {}),
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    })
    .end(body);
}

async function evaluate(checks: Checks): Promise<Record<string, string>> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, 'did not answer in time').unref());
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await Promise.race([(async () => check())().catch((error: Error) => error.message), late]);
      return [name, result === true ? 'ok' : String(result)] as const;
    }),
  );
  return Object.fromEntries(results);
}

/** Stops a server: it accepts no connections, closes idle ones, and finishes requests in progress. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeIdleConnections();
  });
}
