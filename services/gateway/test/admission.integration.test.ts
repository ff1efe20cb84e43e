import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { feed } from '@space/contracts/events';
import { MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS, MAX_WRONG_OPERATOR_TOKENS } from '@space/contracts/platform';
import { rows } from '@space/contracts/tables';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { generateKey } from '../src/auth/api-key.ts';
import { OPERATOR_TOKEN } from './fixtures/api.ts';
import { busyApi } from './fixtures/busy-api.ts';

const gateway = busyApi();
const { start, block, newKey, list, serve } = gateway;

describe('a gateway with too many requests in progress', () => {
  test('refuses requests without a key first, then the Space with more than its share, and is whole afterwards', async () => {
    await start({ SPACE_MAX_IN_FLIGHT: '10' });
    const [busy, other] = [await newKey(), await newKey()];
    for (const key of [busy, other]) expect((await list(key)).status).toBe(200);
    block();
    const slow = Array.from({ length: 5 }, () => list(busy));
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(7));
    for (const token of [undefined, generateKey()]) {
      const shed = await list(token);
      expect([shed.status, shed.headers.get('retry-after'), shed.body.code]).toEqual([503, '1', 'unavailable']);
    }
    const page = await fetch(`${gateway.api.publicUrl}/f/frm_1`);
    expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([503, '1', expect.stringContaining('try again')]);
    slow.push(list(busy), list(busy), list(busy));
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(10));
    expect((await list(busy)).status).toBe(503);
    const accepted = list(other);
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(11));
    gateway.release();
    expect(new Set((await Promise.all([...slow, accepted])).map(({ status }) => status))).toEqual(new Set([200]));
    await eventually(async () => expect((await list()).status).toBe(401));
  });

  test('runs so many calls of a key, queues some, and refuses the next', async () => {
    await start();
    const [busy, other] = [await newKey(), await newKey()];
    for (const key of [busy, other]) expect((await list(key)).status).toBe(200);
    const before = gateway.api.contacts.calls.length;
    block();
    const { key: running } = MAX_CONCURRENT_CALLS;
    const calls = Array.from({ length: running + MAX_QUEUED_CALLS.key + 1 }, () => list(busy));
    // All others wait until the service answers.
    const refused = await Promise.race(calls);
    expect(refused.status).toBe(429);
    expect([refused.headers.get('retry-after'), refused.body.code]).toEqual(['1', 'limited']);
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(before + running));
    const ofOther = list(other);
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(before + running + 1));
    gateway.release();
    expect((await ofOther).status).toBe(200);
    const others = (await Promise.all(calls)).filter((answer) => answer !== refused);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a connection', () => {
  test('has one request in progress, and is closed when it sends too many before it reads', async () => {
    await start();
    const key = await newKey();
    block();
    const port = Number(new URL(gateway.api.url).port);
    const call = `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const polite = connect(port, '127.0.0.1');
    let answers = '';
    polite.on('data', (data) => {
      answers += data;
    });
    polite.write(call.repeat(3));
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(1));
    const hostile = connect(port, '127.0.0.1');
    const closed = new Promise((done) => hostile.once('close', done));
    hostile.on('error', () => {});
    hostile.write(call.repeat(3_000));
    await closed;
    gateway.release();
    await eventually(() => expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3));
    expect(gateway.api.contacts.calls.length).toBeLessThanOrEqual(4);
    polite.destroy();
  });

  test('that sends a body without an end is answered with 413 and closed', async () => {
    await start();
    const key = await newKey();
    const headers = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`;
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
    const answers: string[] = [];
    // A client that still writes when the connection closes may lose the answer to the reset, so it tries again.
    for (let tries = 0; tries < 5 && !answers.at(-1); tries++) {
      const socket = connect(Number(new URL(gateway.api.url).port), '127.0.0.1');
      let [answer, sent] = ['', 0];
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('error', () => {});
      const closed = new Promise((done) => socket.once('close', done));
      socket.write(`POST /v1/contacts HTTP/1.1\r\n${headers}\r\n\r\n`);
      const send = () => {
        for (; !socket.destroyed && sent < 100 * MAX_BODY_BYTES; sent += 65_536) if (!socket.write(chunk)) return;
      };
      socket.on('drain', send);
      send();
      await closed;
      expect(sent).toBeLessThan(100 * MAX_BODY_BYTES);
      answers.push(answer);
    }
    expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('the revocation of a key', () => {
  test('ends its long polls with 401 immediately, and not those of other keys', async () => {
    await start();
    const space = await gateway.api.newSpace();
    const [revoked, other] = [
      await gateway.api.newKey(space, { scopes: ['automations:read'] }),
      await gateway.api.newKey(space, { scopes: ['automations:read'] }),
    ];
    const appended = Promise.withResolvers<void>();
    let waiting = 0;
    await serve('events.list', feed.operations.list, async () => {
      waiting += 1;
      await appended.promise;
      return { events: [], next_cursor: 'c', has_more: false };
    });
    // REST does not read this header, also when it checks the key again.
    const headers = { 'x-api-key': 'of another API' };
    const poll = (token: string) => gateway.api.send('GET', '/v1/events?wait=20', { token, headers });
    const [ended, continued] = [poll(revoked.api_key), poll(other.api_key)];
    await eventually(() => expect(waiting).toBe(2));
    await gateway.api.send('POST', `/v1/operator/keys/${revoked.id}/revoke`, { token: OPERATOR_TOKEN });
    const answer = await ended;
    expect([answer.status, answer.body.detail]).toEqual([401, 'This Space API key was revoked.']);
    appended.resolve();
    expect((await continued).status).toBe(200);
  });

  test('ends its export before the next page', async () => {
    await start();
    const { id, api_key } = await gateway.api.newKey(await gateway.api.newSpace(), { scopes: ['tables:read'] });
    let pages = 0;
    await serve('rows.export', rows.operations.export, async () => {
      pages += 1;
      if (pages === 3) await gateway.api.send('POST', `/v1/operator/keys/${id}/revoke`, { token: OPERATOR_TOKEN });
      return { csv: 'a\r\n', has_more: true, next_cursor: String(pages) };
    });
    const headers = { accept: 'text/csv' };
    await expect(gateway.api.send('GET', '/v1/tables/tbl_1/export', { token: api_key, headers })).rejects.toThrow();
    expect(pages).toBe(3);
  });
});

describe('the change of a key', () => {
  const operate = (method: string, path: string, body: unknown) =>
    gateway.api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body });

  test('ends its long polls when it loses scopes, or its secret is replaced, and not when it is renamed', async () => {
    await start();
    const space = await gateway.api.newSpace();
    const scopes = ['automations:read', 'contacts:read'] as const;
    const narrowed = await gateway.api.newKey(space, { scopes });
    const rolled = await gateway.api.newKey(space, { scopes });
    const renamed = await gateway.api.newKey(space, { scopes });
    const appended = Promise.withResolvers<void>();
    let waiting = 0;
    await serve('events.list', feed.operations.list, async () => {
      waiting += 1;
      await appended.promise;
      return { events: [], next_cursor: 'c', has_more: false };
    });
    const polls = [narrowed, rolled, renamed].map(({ api_key }) => gateway.api.send('GET', '/v1/events?wait=20', { token: api_key }));
    await eventually(() => expect(waiting).toBe(3));
    await operate('PATCH', `/spaces/${space}/keys/${renamed.id}`, { name: 'Renamed' });
    await operate('PATCH', `/spaces/${space}/keys/${narrowed.id}`, { scopes: ['contacts:read'] });
    await operate('POST', `/spaces/${space}/keys/${rolled.id}/roll`, {});
    expect((await polls[0]!).body).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining('scopes') });
    expect((await polls[1]!).body).toMatchObject({ status: 401, detail: expect.stringContaining('This secret was replaced') });
    appended.resolve();
    expect((await polls[2]!).status).toBe(200);
  });

  test('ends its export before the next page when it loses the scope', async () => {
    await start();
    const space = await gateway.api.newSpace();
    const { id, api_key } = await gateway.api.newKey(space, { scopes: ['tables:read', 'contacts:read'] });
    let pages = 0;
    await serve('rows.export', rows.operations.export, async () => {
      pages += 1;
      if (pages === 2) await operate('PATCH', `/spaces/${space}/keys/${id}`, { scopes: ['contacts:read'] });
      return { csv: 'a\r\n', has_more: true, next_cursor: String(pages) };
    });
    const headers = { accept: 'text/csv' };
    await expect(gateway.api.send('GET', '/v1/tables/tbl_1/export', { token: api_key, headers })).rejects.toThrow();
    expect(pages).toBe(2);
  });
});

describe('a network without a valid key', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const limits = { SPACE_RATE_LIMIT: '100', SPACE_VISITOR_RATE_LIMIT: '2', SPACE_TRUSTED_PROXIES: '127.0.0.0/8' };

  test('is named in one warning when its proxy is not trusted', async () => {
    await start();
    const counted = async () => (await metrics.forwardedIgnored.get()).values[0]?.value ?? 0;
    const before = await counted();
    for (let sent = 0; sent < 3; sent++) await fetch(`${gateway.api.publicUrl}/robots.txt`, { headers: from('192.0.2.1') });
    const warnings = gateway.api.ports.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /SPACE_TRUSTED_PROXIES/.test(msg));
    expect([warnings.length, (await counted()) - before]).toEqual([1, 3]);
  });

  test('is limited on the API and on the public origin, also with invalid keys; valid keys of it and other networks are not', async () => {
    await start(limits);
    const key = await newKey();
    expect((await list(key, from('192.0.2.1'))).status).toBe(200);
    const statuses = [];
    for (let sent = 0; sent < 12; sent++) statuses.push((await list(undefined, from('192.0.2.1'))).status);
    for (let sent = 0; sent < 12; sent++) statuses.push((await list(generateKey(), from('192.0.2.1'))).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429, 429, 429]);
    const refused = await Promise.all(Array.from({ length: 20 }, () => list(undefined, from('192.0.2.1'))));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d+$/);
    const page = await fetch(`${gateway.api.publicUrl}/robots.txt`, { headers: from('192.0.2.1') });
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('That was too often')]);
    expect((await list(key, from('192.0.2.1'))).status).toBe(200);
    expect((await list(undefined, from('192.0.2.2'))).status).toBe(401);
  });

  test.each([
    ['GET', '/docs', 200, '192.0.2.3'],
    ['GET', '/v1/nothing', 404, '192.0.2.4'],
    ['PUT', '/v1/contacts', 405, '192.0.2.5'],
    ['PUT', '/v1/mcp', 405, '192.0.2.6'],
  ])('is limited at %s %s, where no key is checked; known keys of it are not', async (method, path, status, address) => {
    await start(limits);
    const key = await newKey();
    const headers = from(address);
    expect((await list(key, headers)).status).toBe(200);
    const send = (token: string) => gateway.api.send(method, path, { token, headers });
    const statuses = [];
    for (let sent = 0; sent < 22; sent++) statuses.push((await send('not a key')).status);
    expect(statuses).toEqual([...Array(20).fill(status), 429, 429]);
    expect((await send(key)).status).toBe(status);
  });

  test('is refused after wrong operator tokens, also with the right one; another network is not', async () => {
    await start({ ...limits, SPACE_VISITOR_RATE_LIMIT: '0' });
    const operate = (token: string, address: string) => gateway.api.send('GET', '/v1/operator/spaces', { token, headers: from(address) });
    const statuses = [];
    for (let sent = 0; sent <= MAX_WRONG_OPERATOR_TOKENS; sent++) statuses.push((await operate('a wrong token', '192.0.2.1')).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await operate('a wrong token', '192.0.2.1')).body).toMatchObject({ code: 'limited', retry_after_s: expect.any(Number) });
    expect((await operate(OPERATOR_TOKEN, '192.0.2.1')).status).toBe(429);
    expect((await operate(OPERATOR_TOKEN, '192.0.2.2')).status).toBe(200);
  });
});
