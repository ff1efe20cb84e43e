import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { eventually } from '@space/runtime/testing';
import { manifest, type ServiceEntry } from '../../services/manifest.ts';
import { healthUrls, profile } from '../profile.ts';
import { newSpace } from '../space.ts';

const scrape = async (url: string): Promise<string> => (await fetch(url)).text();

/** Metrics used by dashboards and alerts. Every process exports all of them, so that a query works for each service. */
const names = [
  'build_info',
  'process_cpu_user_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_seconds',
  'pg_pool_connections',
  'http_server_request_duration_seconds',
  'http_client_request_duration_seconds',
  'messaging_client_operation_duration_seconds',
  'messaging_process_duration_seconds',
  'space_outbox_pending',
  'space_outbox_oldest_age_seconds',
  'space_outbox_republished_total',
  'kafka_consumer_lag',
  'space_inbox_duplicates_total',
  'space_dead_letters',
  'space_delivery_attempts_total',
  'space_deliveries',
  'space_delivery_oldest_due_age_seconds',
  'space_delivery_e2e_seconds',
  'space_listeners_disabled_total',
  'space_idempotency_total',
  'space_rate_limited_total',
  'space_auth_failures_total',
  'mcp_tool_calls_total',
];

test.each(profile.metrics_urls)('%s exports every metric with type and help', async (url) => {
  const response = await fetch(url);
  const text = await response.text();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const name of names)
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\n# TYPE ${name} (counter|gauge|histogram|summary)$`, 'm'));
});

const asked = /\b(?:space|http|messaging|kafka_consumer|pg_pool|nodejs|process|mcp|build)_[a-z0-9_]+/g;

test.each(['alerts.yaml', 'dashboard.json'])('every metric queried in %s is exported', async (file) => {
  // A label is shown once there is something to count.
  await (await newSpace()).client.contacts.create({ name: 'Ada', email: 'ada.labels@example.com' });
  const text = await scrape(profile.metrics_urls[0]!);
  const shown = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name!],
  );
  const labels = async () =>
    [...(await Promise.all(profile.metrics_urls.map(scrape))).join('').matchAll(/[{,]([a-z_]+)="/g)].map((match) => match[1]!);
  const words = new Set((await readFile(join(import.meta.dirname, '../../charts/space/files', file), 'utf8')).match(asked));
  expect(words.size).toBeGreaterThan(0);
  await eventually(async () => expect([...words.difference(new Set([...shown, ...(await labels())]))]).toEqual([]));
});

test.each(healthUrls)('%s answers /livez and /readyz with each check', async (url) => {
  expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: 'ok' });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  const { status, checks } = (await ready.json()) as { status: string; checks: Record<string, string> };
  const service = /^build_info\{.*service="([a-z]+)"/m.exec(await scrape(`${url}/metrics`))![1]!;
  const isStandalone = service === 'standalone';
  const { object_store } = isStandalone ? { object_store: true } : (manifest[service as keyof typeof manifest] as ServiceEntry);
  expect({ status, checks }).toEqual({
    status: 'ok',
    checks: {
      bus: 'ok',
      events: 'ok',
      database: 'ok',
      ...((isStandalone || service === 'gateway') && { load: 'ok' }),
      ...(object_store && { object_store: 'ok' }),
    },
  });
  expect((await fetch(`${url}/anything`)).status).toBe(404);
});

test.each(profile.metrics_urls)('%s exports the version, the service and the Node version', async (url) => {
  expect(await scrape(url)).toMatch(/^build_info\{version="\d+\.\d+\.\d+",service="[a-z]+",node="\d+\.\d+\.\d+"\} 1$/m);
});

const series = (text: string): number => text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
const valuesOf = (label: string, text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`${label}="([^"]*)"`, 'g'))].map((match) => match[1]!));

test('300 invented paths, methods, ids and event types add no label value', async () => {
  const { request } = await newSpace();
  const garbage = async (round: string) => {
    for (let n = 0; n < 100; n++) {
      await request('GET', `/${round}-${n}/x?y=${n}`);
      await request(['PROPFIND', 'MKCOL', 'REPORT', 'SEARCH'][n % 4]!, `/contacts/${round}-${n}`);
      await request('GET', `/contacts/${round}-${n}`, n % 2 ? {} : { key: `wks_live_${round}${n}` });
    }
  };
  const all = async () => (await Promise.all(profile.metrics_urls.map(scrape))).join('\n');
  // The first round creates all possible series, such as the one of all unknown paths.
  await garbage('first');
  const before = await all();
  await garbage('second');
  const after = await all();
  for (const label of ['http_route', 'http_request_method', 'http_response_status_code'])
    expect(valuesOf(label, after)).toEqual(valuesOf(label, before));
  // Templates of routes, and a few names for other paths.
  expect(valuesOf('http_route', after).size).toBeLessThan(catalog.length + 20);
  expect(series(after) - series(before)).toBeLessThan(20);
});

test('no metric has a label of a Space, key, address or event', async () => {
  const space = await newSpace();
  const { id } = await space.client.contacts.create({ name: 'Ada', email: 'ada.metrics@example.com' });
  for (const url of profile.metrics_urls) {
    const text = await scrape(url);
    for (const secret of [space.space_id, space.key_id, id, 'ada.metrics@example.com']) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\b(spc|key|con|evt|lis)_[0-9a-z]{26}\b/);
  }
});

test('requests are counted by route template', async () => {
  const { request } = await newSpace();
  await request('GET', '/contacts/con_nobody');
  const texts = await Promise.all(profile.metrics_urls.map(scrape));
  expect(texts.join('\n')).toMatch(
    /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/v1\/contacts\/:id",http_response_status_code="404"\} \d+$/m,
  );
});
