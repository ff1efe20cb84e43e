import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { MIN_COMPRESSED_BYTES } from '@space/contracts/platform';
import { Counter, Registry } from 'prom-client';
import { startHealth } from './health.ts';

test('/livez answers 503 with the reason when a part has given up, and /readyz while a check fails', async () => {
  const health = await startHealth('127.0.0.1', 0, new Registry());
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`);
    return { status: response.status, body: await response.json() };
  };
  expect(await read('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await read('/readyz')).toMatchObject({ status: 503, body: { status: 'not_ready' } });
  let outage: string | true = true;
  health.setReadinessChecks({ database: () => outage });
  health.setLivenessChecks({ database: () => outage });
  expect(await read('/readyz')).toEqual({ status: 200, body: { status: 'ok', checks: { database: 'ok' } } });
  expect(await read('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  outage = 'Postgres has given up.';
  expect(await read('/livez')).toEqual({ status: 503, body: { status: 'failed', checks: { database: outage } } });
  expect(await read('/readyz')).toMatchObject({ status: 503, body: { checks: { database: outage } } });
  outage = true;
  let report: string | true = 'The store does not answer.';
  health.setReports({ object_store: () => report });
  const reported = { database: 'ok', object_store: report };
  expect(await read('/readyz')).toEqual({ status: 200, body: { status: 'ok', checks: reported } });
  report = true;
  expect(await read('/readyz')).toMatchObject({ status: 200, body: { checks: { object_store: 'ok' } } });
  await health.close();
});

/** Reads the metrics exactly as they are on the wire. */
function scrape(port: number, headers: Record<string, string> = {}): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: IncomingHttpHeaders; bytes: Buffer }>();
  get({ port, path: '/metrics', headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
  }).on('error', reject);
  return promise;
}

test('/metrics are compressed with gzip for a client that accepts it, when they are large', async () => {
  const registry = new Registry();
  const calls = new Counter({ name: 'calls_total', help: 'Calls', labelNames: ['route'], registers: [registry] });
  const health = await startHealth('127.0.0.1', 0, registry);
  const small = await scrape(health.port, { 'accept-encoding': 'gzip' });
  expect([small.headers['content-encoding'], small.headers['content-length']]).toEqual([undefined, String(small.bytes.length)]);
  for (let n = 0; n < 500; n++) calls.inc({ route: `/v1/route-${n}` });
  const plain = await scrape(health.port);
  expect(plain.bytes.length).toBeGreaterThan(MIN_COMPRESSED_BYTES);
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': registry.contentType });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const { headers, bytes } = await scrape(health.port, { 'accept-encoding': 'zstd;q=1, gzip;q=0.5' });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'content-length': String(bytes.length) });
  expect(gunzipSync(bytes).toString()).toBe(plain.bytes.toString());
  expect((await scrape(health.port, { 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding']).toBeUndefined();
  await health.close();
});
