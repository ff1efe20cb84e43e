import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isoTime, sql } from '@space/database';
import {
  approveClient,
  connectOauthClient,
  openConsent,
  sendConsent,
  TEST_REDIRECT_URI,
  testOauthClient,
  typeKey,
} from '@space/runtime/testing';
import { deleteExpired } from '@space/worker';
import { z } from 'zod';
import { findClient, insertClient } from '../src/oauth/clients.queries.ts';
import { oauthRetentionRules } from '../src/oauth/oauth-retention.ts';
import { type Api, OPERATOR_TOKEN, request, startApi } from './fixtures/api.ts';

let api: Api;
let base: string;
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', SPACE_RATE_LIMIT: '1000' } });
  base = api.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => api.stop());

const newKey = async () => {
  const space = await api.newSpace();
  return { space, ...(await api.newKey(space)) };
};

describe('a client with a metadata document', () => {
  let server: Server;
  let origin: string;
  let requests = 0;
  let answer: (response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      answer(response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((closed) => void server.close(() => closed())));
  let client_id: string;
  let count = 0;
  beforeEach(() => {
    count += 1;
    requests = 0;
    client_id = `${origin}/client-${count}.json`;
    answer = (response) => void response.end(JSON.stringify(document()));
  });
  const document = () => ({ client_id, client_name: 'Example', redirect_uris: [TEST_REDIRECT_URI] });
  const open = async () => openConsent((await testOauthClient(base, client_id)).authorizationUrl());

  test('connects without a registration, and its document is read once', async () => {
    const { api_key } = await newKey();
    const client = await testOauthClient(base, client_id);
    const page = await openConsent(client.authorizationUrl());
    expect(page.html).toContain(new URL(origin).host);
    const location = await approveClient(client.authorizationUrl(), api_key);
    expect((await client.exchange(location.searchParams.get('code')!)).status).toBe(200);
    await Promise.all([open(), open()]);
    expect(requests).toBe(1);
    api.ports.clock.advance(15 * 60_000);
    await Promise.all([open(), open()]);
    expect(requests).toBe(2);
  });

  test.each([
    ['of another client', () => JSON.stringify({ ...document(), client_id: `${origin}/other.json` })],
    ['without redirect URIs', () => JSON.stringify({ client_id })],
    ['with other redirect URIs', () => JSON.stringify({ ...document(), redirect_uris: ['https://other.example/cb'] })],
    ['of a client with a secret', () => JSON.stringify({ ...document(), token_endpoint_auth_method: 'client_secret_post' })],
    ['that is no JSON', () => '<html>'],
    ['that is too long', () => JSON.stringify({ ...document(), padding: 'x'.repeat(20_000) })],
  ])('%s is refused with a page', async (_what, body) => {
    answer = (response) => void response.end(body());
    expect(await open()).toMatchObject({
      status: expect.any(Number),
      location: null,
      html: expect.stringContaining('cannot be connected'),
    });
  });

  test('is refused for a redirect, an error and a document that does not end', async () => {
    for (const respond of [
      (response: ServerResponse) => void response.writeHead(302, { location: '/client-0.json' }).end(),
      (response: ServerResponse) => void response.writeHead(500).end('{}'),
    ]) {
      client_id += 'x';
      answer = respond;
      expect((await open()).html).toContain('The metadata document of this client cannot be read.');
    }
    expect(requests).toBe(2);
    // The failure is remembered, so that a repeated request asks no other host.
    expect((await open()).status).toBe(401);
    expect(requests).toBe(2);
  });
});

test.each([
  'https://10.0.0.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/client.json',
  'http://192.168.0.1/client.json',
  'https://localhost/client.json',
  'https://metadata.internal/client.json',
  'https://2130706433/client.json',
])('no document is read from %s, and the page does not say why', async (client_id) => {
  const page = await openConsent((await testOauthClient(base, client_id)).authorizationUrl());
  expect(page).toMatchObject({ status: 401, location: null });
  expect(page.html).toMatch(/The metadata document of this client cannot be read\.|not registered here/);
});

test('a network has ten wrong keys in ten minutes on the consent page', async () => {
  const own = await startApi({ environment: { SPACE_RATE_LIMIT: '1000' } });
  try {
    const url = own.url.replace('127.0.0.1', 'localhost');
    const { api_key } = await own.newKey(await own.newSpace());
    const first = await openConsent((await testOauthClient(url)).authorizationUrl());
    for (let n = 0; n < 10; n++) expect((await typeKey(url, first, 'wks_live_wrong')).status).toBe(400);
    const refused = await typeKey(url, first, api_key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.html).toContain('Too many wrong keys came from this network. Try again later.');
    for (const [language, sentence] of [
      ['de', 'Von diesem Netz kamen zu viele falsche Schlüssel.'],
      ['es', 'demasiadas claves incorrectas'],
      ['fr', 'Trop de clés erronées'],
    ] as const) {
      const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': language };
      const page = await sendConsent(url, first, [['decision', 'approve']], headers);
      expect(page.status).toBe(429);
      expect(page.html).toContain(`<html lang="${language}"`);
      expect(page.html).toContain(sentence);
      expect(page.html).not.toContain('lang="en"');
    }
  } finally {
    await own.stop();
  }
});

test('a network has 60 registrations in an hour, and refused metadata is not stored', async () => {
  const own = await startApi({ environment: { SPACE_RATE_LIMIT: '1000' } });
  try {
    const register = (body: unknown) => request(`${own.url}/v1/oauth/register`, 'POST', { body });
    expect((await register({ redirect_uris: ['http://evil.example/'] })).body).toMatchObject({ error: 'invalid_redirect_uri' });
    expect((await register('{')).body).toMatchObject({ error: 'invalid_request' });
    expect((await register({ redirect_uris: [TEST_REDIRECT_URI], padding: 'x'.repeat(20_000) })).status).toBe(413);
    for (let n = 0; n < 60; n++) expect((await register({ redirect_uris: [TEST_REDIRECT_URI] })).status).toBe(201);
    expect(await register({ redirect_uris: [TEST_REDIRECT_URI] })).toMatchObject({
      status: 429,
      body: { error: 'temporarily_unavailable' },
    });
  } finally {
    await own.stop();
  }
});

const countOf = (table: 'oauth_client' | 'oauth_grant' | 'oauth_token' | 'oauth_authorization') =>
  api.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from ${sql.identifier(['gateway', table])}`);

test('the registered clients of an installation are bounded: the oldest without a grant gives way, others stay', async () => {
  const { database } = api.ports;
  const client = { name: 'x', redirect_uris: [TEST_REDIRECT_URI] };
  const now = isoTime(api.ports.clock.now());
  const before = Number(await countOf('oauth_client'));
  expect(await insertClient(database, { id: 'cli_a', ...client }, now, before + 1)).toBe(1);
  const oldest = await database.oneFirst(
    sql.type(z.object({ id: z.string() }))`select id from gateway.oauth_client where used_at is null order by created_at, id limit 1`,
  );
  expect(await insertClient(database, { id: 'cli_b', ...client }, now, before + 1)).toBe(1);
  expect(Number(await countOf('oauth_client'))).toBe(before + 1);
  const isStored = async (id: string) => (await findClient(database, id)) !== null;
  expect([await isStored(oldest), await isStored('cli_b')]).toEqual([false, true]);
  await database.query(sql.typeAlias('void')`update gateway.oauth_client set used_at = ${now}::timestamptz where used_at is null`);
  expect(await insertClient(database, { id: 'cli_c', ...client }, now, before + 1)).toBe(0);
  await database.query(sql.typeAlias('void')`update gateway.oauth_client set used_at = null where id = 'cli_b'`);
});

test('a key has at most 50 grants and 20 open consents: the oldest ends', async () => {
  const { space, id, api_key } = await newKey();
  const client = await testOauthClient(base);
  const connections: string[] = [];
  for (let n = 0; n < 51; n++) {
    const location = await approveClient(client.authorizationUrl(), api_key);
    connections.push(String((await client.exchange(location.searchParams.get('code')!)).body.access_token));
    api.ports.clock.advance(1);
  }
  const { data } = (await api.send('GET', `/v1/operator/spaces/${space}/keys/${id}/grants?limit=200`, { token: OPERATOR_TOKEN })).body;
  expect(data).toHaveLength(51);
  expect(data.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null)).toEqual([data.at(-1)]);
  const open = await api.ports.database.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) from gateway.oauth_authorization where key_id = ${id}`,
  );
  expect(open).toBeLessThanOrEqual(20);
});

test('what has ended is deleted, and what is in use stays', async () => {
  const { api_key } = await newKey();
  const { database, clock } = api.ports;
  await connectOauthClient(base, api_key);
  const counts = () => Promise.all((['oauth_authorization', 'oauth_token', 'oauth_grant', 'oauth_client'] as const).map(countOf));
  const clean = () =>
    deleteExpired(oauthRetentionRules(database, clock), 1_000, (error) => {
      throw error;
    });
  const before = await counts();
  await clean();
  const [, , grants] = await counts();
  expect(grants).toBe(before[2]);
  clock.advance(2 * 86_400_000);
  await clean();
  const [authorizations, tokens, stillGrants, clients] = await counts();
  expect([authorizations, stillGrants]).toEqual([0, before[2]]);
  expect(tokens).toBeGreaterThan(0);
  expect(clients).toBeLessThan(Number(before[3]));
  expect(clients).toBeGreaterThan(0);
  clock.advance(91 * 86_400_000);
  await clean();
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
