import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { Client as Postgres } from 'pg';
import { type EchoServer, startEchoServer } from '../../services/integrations/test/fixtures/echo-server.ts';
import { profileDatabase } from '../documented/profile-database.ts';
import { integrationWith } from '../integrations.ts';
import { callTool } from '../journeys/mcp-post.ts';
import { operator, profile } from '../profile.ts';
import { mastodon } from '../social-account.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { formsOf } from './forms-of-secrets.ts';
import { type PlantedPayments, plantPaymentCredentials } from './payment-credentials.ts';

const random = () => Math.random().toString(36).slice(2, 10);

/** One value for each kind of secret that is stored encrypted and never shown again. None of them is sent anywhere but to its service. */
const sentinels = {
  'a secret of a Space': `tok/${random()}+"q"<b>&'${random()}`,
  'a replaced secret of a Space': `old/${random()}+"q"<b>&'${random()}`,
  'a deleted secret of a Space': `del/${random()}+"q"<b>&'${random()}`,
  'the token of a social account': '',
};

/** The answers to all calls of this file. */
const answers: string[] = [];
let space: TestSpace;
let server: EchoServer;
let payments: PlantedPayments;

beforeAll(async () => {
  space = await newSpace();
  server = await startEchoServer();
  await useSecret();
  await useSocialAccount();
  payments = await plantPaymentCredentials(space);
  answers.push(...payments.answers);
});
afterAll(() => server.close());

/** Sends a request and notes its answer. */
async function send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${profile.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${space.api_key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  answers.push(text, JSON.stringify([...answer.headers]));
  return JSON.parse(text);
}

/** Uses the secret in every way: over REST and MCP, by an automation, at a receiver that repeats it in nine forms, and where it is refused. */
async function useSecret(): Promise<void> {
  const { space_id, api_key } = space;
  const set = async (name: string, value: string) =>
    answers.push(JSON.stringify(await operator.secret_settings.set_secret({ space_id, name, value, hosts: ['127.0.0.1'] })));
  await set('CRM', sentinels['a replaced secret of a Space']);
  await set('GONE', sentinels['a deleted secret of a Space']);
  const secret_headers = { Authorization: 'Bearer {{secret.CRM}}', 'X-Login': '{{secret.CRM|base64}}' };
  const request = { method: 'POST', url: server.url, secret_headers: { ...secret_headers, 'X-Gone': '{{secret.GONE}}' } };
  server.answer(({ headers }, response) => {
    const got = [String(headers.authorization).replace('Bearer ', ''), headers['x-gone']].filter((value) => typeof value === 'string');
    const echo = got.flatMap(formsOf);
    void response.writeHead(500, { location: echo[2]!, 'x-request-id': echo[7]! }).end(echo.join('\n'));
  });
  await send('POST', '/http-requests', request);
  await set('CRM', sentinels['a secret of a Space']);
  await send('POST', '/http-requests', request);
  await send('POST', '/http-requests', request, { 'idempotency-key': 'once' });
  await send('POST', '/http-requests', request, { 'idempotency-key': 'once' });
  answers.push(JSON.stringify(await callTool(api_key, 'send_http_request', request)));
  await send('POST', '/http-requests', { ...request, url: 'https://api.example.com/' });
  await send('POST', '/http-requests?dry_run=true', request);
  await operator.secret_settings.delete_secret({ space_id, name: 'GONE' });
  const action = { operation: 'http_requests.send', arguments: { method: 'POST', url: server.url, secret_headers } };
  const { id } = (await send('POST', '/automations', { name: 'Hand over', trigger: { manual: true }, actions: [action] })) as {
    id: string;
  };
  await send('POST', `/automations/${id}/run`, {});
  await eventually(async () => expect(server.received.some(({ headers }) => headers['x-gone'] === undefined)).toBe(true), {
    timeout: 15_000,
  });
  server.answer((_request, response) => void response.destroy());
  await send('POST', '/http-requests', { method: 'POST', url: server.url, secret_headers });
  for (const path of ['/secrets', '/secrets/CRM', `/automations/${id}`, `/automations/${id}/runs`, '/activity']) await send('GET', path);
}

/** Uses a social account whose network repeats its token in errors. */
async function useSocialAccount(): Promise<void> {
  const { space_id } = space;
  const network = await mastodon();
  const secret = network.tokenOf('ada');
  sentinels['the token of a social account'] = secret;
  answers.push(
    JSON.stringify(await operator.social_settings.connect_account({ space_id, platform: 'mastodon', server: network.url, secret })),
  );
  network.fail('/api/v1/statuses', { status: 401, json: { error: `The token ${secret} (${encodeURIComponent(secret)}) was revoked` } });
  const { id } = (await send('POST', '/social/publish', { text: 'It weaves' })) as { id: string };
  const { id: integration } = await integrationWith(space, 'refused');
  for (const path of [`/social/posts/${id}`, '/social/accounts', `/integrations/${integration}`, `/integrations/${integration}/checks`])
    await send('GET', path);
}

test('the receivers got the secrets, so that the other tests can fail', () => {
  const got = server.received.map(({ headers }) => headers.authorization);
  expect(got).toContain(`Bearer ${sentinels['a secret of a Space']}`);
  expect(answers.join('\n')).toContain('[secret CRM]');
});

test('the credentials of payment providers were used and refused, so that the other tests can fail', () => {
  const { 'connect Stripe': stripe, ...statuses } = payments.statuses;
  // Stripe cannot be reached, or does not know the key.
  expect([400, 503, 504]).toContain(stripe);
  const withStatus = (status: number) => Object.keys(statuses).filter((what) => statuses[what] === status);
  expect(withStatus(400)).toEqual([
    'connect a shop with a secret',
    'connect Paddle with a key',
    'connect Stripe with a key of the live mode',
    'a wrong signature of a shop',
    'a wrong signature of Paddle',
    'no signature',
  ]);
  expect(withStatus(401)).toEqual(['connect Stripe with a key of the Space']);
  expect(withStatus(410)).toEqual(['an order of a disconnected shop']);
  expect(Object.values(statuses).filter((status) => status < 300)).toHaveLength(Object.keys(statuses).length - 8);
  // The fourth one is the repeated answer of an idempotency key.
  expect(payments.answers.filter((answer) => answer.includes('[shown once]'))).toHaveLength(4);
});

/** Returns the kinds of secrets that a text has in any form. */
const leaks = (text: string): string[] =>
  Object.entries({ ...sentinels, ...payments.credentials }).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  );

test('no answer has a secret in any form', () => {
  for (const answer of answers) expect({ leaks: leaks(answer), answer }).toEqual({ leaks: [], answer });
});

test.each(profile.log_files)('the log %s has no secret in any form', async (file) => {
  expect(leaks(await readFile(file, 'utf8'))).toEqual([]);
});

test.each(profile.metrics_urls)('the metrics %s have no secret in any form', async (url) => {
  expect(leaks(await (await fetch(url)).text())).toEqual([]);
});

test('no row of the database has a secret in any form: rows, events, stored answers, activity', async () => {
  const database = new Postgres({ connectionString: profile.database_url ?? (await profileDatabase()) });
  await database.connect();
  const { rows: tables } = await database.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string }>(`select t::text as text from ${name} as t`);
    // The text of a row doubles quotes and backslashes of its fields.
    const text = rows.map((row) => row.text).join('\n');
    expect({ name, leaks: [...new Set([...leaks(text), ...leaks(text.replaceAll('""', '"').replaceAll('\\\\', '\\'))])] }).toEqual({
      name,
      leaks: [],
    });
  }
  await database.end();
});
