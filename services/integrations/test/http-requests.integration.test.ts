import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ArgumentsOf } from '@space/contracts/core';
import { httpRequests, MAX_ANSWER_BYTES, secrets } from '@space/contracts/integrations';
import { sql } from '@space/database';
import { type CallOptions, eventually, type TestServices } from '@space/runtime/testing';
import { type EchoServer, startEchoServer } from './fixtures/echo-server.ts';
import { CRM, newIntegrationsSpace, startIntegrations } from './fixtures/integrations-space.ts';

type Request = ArgumentsOf<(typeof httpRequests)['operations']['send']>;

let running: TestServices;
let server: EchoServer;
beforeAll(async () => {
  running = await startIntegrations();
});
afterAll(() => running.stop());
beforeEach(async () => {
  server = await startEchoServer();
});
afterEach(() => server.close());

/** Returns a Space with the secret, and a function that sends requests to the server. */
async function spaceWithSecret(over: Parameters<typeof newIntegrationsSpace>[1] = {}) {
  const space = newIntegrationsSpace(running.ports, over);
  await space.setSecret();
  const send = (request: Partial<Request> = {}, options?: CallOptions) =>
    space.call(httpRequests, 'send', { url: `${server.url}/customers?q=1`, ...request }, options);
  return { ...space, send };
}

const bearer = { Authorization: 'Bearer {{secret.CRM_TOKEN}}' };

describe('a request', () => {
  test('arrives with its method, headers, secrets and body, and its answer comes back', async () => {
    const { call, send } = await spaceWithSecret();
    const answer = await send({ method: 'POST', headers: { 'X-Trace': 'a' }, secret_headers: bearer, body: { email: 'ada@example.com' } });
    const [received] = server.received;
    expect(received).toMatchObject({
      method: 'POST',
      path: '/customers?q=1',
      headers: { 'x-trace': 'a', authorization: `Bearer ${CRM.value}`, 'content-type': 'application/json' },
      body: '{"email":"ada@example.com"}',
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
      json: { method: 'POST', headers: { authorization: 'Bearer [secret CRM_TOKEN]' } },
      is_base64: false,
      is_truncated: false,
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify(answer)).not.toContain('tok_5f1c');
    expect((await call(secrets, 'get', { name: 'CRM_TOKEN' })).last_used_at).not.toBeNull();
  });

  test('inserts the base64 of a secret', async () => {
    const { send } = await spaceWithSecret();
    await send({ secret_headers: { Authorization: 'Basic {{secret.CRM_TOKEN|base64}}' } });
    expect(server.received[0]!.headers.authorization).toBe(`Basic ${Buffer.from(CRM.value).toString('base64')}`);
  });

  test.each([
    ['a text as it is', 'plain', 'text/plain; charset=utf-8', 'plain'],
    ['a number as JSON', 7, 'application/json', '7'],
    ['null as JSON', null, 'application/json', 'null'],
  ])('sends %s', async (_what, body, type, sent) => {
    const { send } = await spaceWithSecret();
    await send({ method: 'PUT', body });
    expect(server.received[0]).toMatchObject({ headers: { 'content-type': type }, body: sent });
    await send({ method: 'PUT', body, headers: { 'content-type': 'application/x-own' } });
    expect(server.received[1]!.headers['content-type']).toBe('application/x-own');
  });

  test('returns refusals and redirects of the receiver as answers', async () => {
    const { send } = await spaceWithSecret();
    for (const status of [302, 404, 500]) {
      server.answer((_request, response) => void response.writeHead(status, { location: `${server.url}/elsewhere` }).end('no'));
      expect(await send({ secret_headers: bearer })).toMatchObject({ status, body: 'no', json: null });
    }
    expect(server.received).toHaveLength(3);
  });

  test('returns the first bytes of a long answer, and other bytes than text as base64', async () => {
    const { send } = await spaceWithSecret();
    server.answer((_request, response) => void response.end('ä'.repeat(MAX_ANSWER_BYTES)));
    const long = await send();
    expect(long).toMatchObject({ is_truncated: true, is_base64: false });
    expect(long.body).toBe('ä'.repeat(MAX_ANSWER_BYTES / 2));
    server.answer((_request, response) => void response.end(Buffer.concat([Buffer.from([255, 0]), Buffer.from(CRM.value)])));
    const bytes = await send({ secret_headers: bearer });
    expect(bytes).toMatchObject({ is_base64: true, json: null });
    expect(Buffer.from(bytes.body, 'base64').toString('latin1')).toBe('\u00ff\u0000[secret CRM_TOKEN]');
  });

  test('redacts a secret across the end of what is returned', async () => {
    const { send } = await spaceWithSecret();
    for (const before of [CRM.value.length - 1, 5, 1]) {
      server.answer((_request, response) => void response.end(`${'x'.repeat(MAX_ANSWER_BYTES - before)}${CRM.value}${'y'.repeat(200)}`));
      const { body } = await send({ secret_headers: bearer });
      expect(body.replaceAll('x', '')).toBe('[secret CRM_TOKEN]');
    }
  });

  test('sends nothing as a dry run', async () => {
    const { send } = await spaceWithSecret();
    expect(await send({ secret_headers: bearer }, { dry_run: true })).toMatchObject({ status: null, body: '' });
    expect(server.received).toEqual([]);
  });
});

describe('nothing is sent', () => {
  const forbidden = { code: 'forbidden' };
  test.each([
    ['to a host that the secret does not have', { url: 'http://127.0.0.2:1/', secret_headers: bearer }, forbidden],
    ['with a secret that does not exist', { secret_headers: { Authorization: '{{secret.NONE}}' } }, { code: 'unresolved_reference' }],
    ['with a constant in place of a secret', { secret_headers: { Authorization: 'Bearer abc' } }, { code: 'invalid' }],
    ['with another tag', { secret_headers: { A: '{{secret.CRM_TOKEN}} {{contact.name}}' } }, { code: 'invalid' }],
    ['with another filter', { secret_headers: { A: '{{secret.CRM_TOKEN|hex}}' } }, { code: 'invalid' }],
    [
      'with a secret in the address',
      { url: 'http://127.0.0.1:1/{{secret.CRM_TOKEN}}' },
      { extras: { errors: [{ path: 'url', code: 'secret_here' }] } },
    ],
    ['with a secret in a header', { headers: { a: '{{secret.CRM_TOKEN}}' } }, { extras: { errors: [{ path: 'headers.a' }] } }],
    ['with a secret in the body', { method: 'POST', body: { a: ['{{ secret.CRM_TOKEN }}'] } }, { extras: { errors: [{ path: 'body' }] } }],
    ['with a header twice', { headers: { authorization: 'x' }, secret_headers: bearer }, { extras: { errors: [{ code: 'duplicate' }] } }],
    ['with a header of ours', { headers: { Host: 'other.example' } }, { code: 'invalid' }],
    ['to a private address', { url: 'https://10.0.0.1/' }, { code: 'unsafe_url' }],
    ['to no address', { url: 'not an address' }, { code: 'unsafe_url' }],
    ['to another port of the internet', { url: 'https://93.184.215.14:8443/', secret_headers: { A: '{{secret.PUBLIC}}' } }, forbidden],
  ] as [string, Partial<Request>, object][])('%s', async (_what, request, problem) => {
    const { send, setSecret } = await spaceWithSecret();
    await setSecret({ name: 'PUBLIC', hosts: ['93.184.215.14'] });
    await expect(send(request)).rejects.toMatchObject(problem);
    expect(server.received).toEqual([]);
  });

  test('by an agent that may not use the secret, and by an automation of its key', async () => {
    const actor = { kind: 'agent', id: 'agt_1', name: 'Scout' } as const;
    const automation = { actor: { kind: 'automation', id: 'aut_1', name: 'Hand over' }, agent_id: 'agt_1' } as const;
    for (const over of [{ actor }, automation]) {
      const { send, setSecret } = await spaceWithSecret(over);
      await expect(send({ secret_headers: bearer })).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('agent'),
      });
      expect(server.received).toEqual([]);
      await setSecret({ agents: ['agt_1'] });
      expect(await send({ secret_headers: bearer })).toMatchObject({ status: 200 });
      server.received.length = 0;
    }
  });

  test('if the value cannot stand in a header', async () => {
    const { send, setSecret } = await spaceWithSecret();
    await setSecret({ value: 'two\nlines of text' });
    await expect(send({ secret_headers: bearer })).rejects.toMatchObject({ extras: { errors: [{ code: 'unsendable' }] } });
    expect(server.received).toEqual([]);
    expect(await send({ secret_headers: { A: '{{secret.CRM_TOKEN|base64}}' } })).toMatchObject({ status: 200 });
  });
});

describe('a request without an answer', () => {
  test('says that the host cannot be reached', async () => {
    const { send } = await spaceWithSecret();
    await server.close();
    await expect(send({ secret_headers: bearer }, { idempotency_key: 'k' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    // It was certainly not sent, so the key can be used again.
    await expect(send({ secret_headers: bearer }, { idempotency_key: 'k' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('says that the receiver may have it, and is not sent again with its key', async () => {
    const { send } = await spaceWithSecret();
    server.answer((_request, response) => void response.destroy());
    const once = { idempotency_key: 'k' };
    await expect(send({ secret_headers: bearer }, once)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('may have'),
    });
    running.ports.clock.advance(60_000);
    await expect(send({ secret_headers: bearer }, once)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not known'),
    });
    expect(server.received).toHaveLength(1);
  });

  test('ends at its time limit', async () => {
    const { send } = await spaceWithSecret();
    server.answer(() => {});
    await expect(send({ timeout_seconds: 1 })).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('1 seconds') });
  });
});

describe('an idempotency key', () => {
  test('sends one request however often and concurrently it is used', async () => {
    const { send } = await spaceWithSecret();
    const once = { idempotency_key: 'k' };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send({ method: 'POST', secret_headers: bearer }, once)));
    expect(server.received).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict', extras: { retry_after_s: 1 } });
    const [first] = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(first).toBeDefined();
    expect(await send({ method: 'POST', secret_headers: bearer }, once)).toEqual(first!.value);
    expect(server.received).toHaveLength(1);
  });

  test('does not lose the answer to a call that is refused in the moment in which it is stored', async () => {
    const { send } = await spaceWithSecret();
    const once = { idempotency_key: 'k' };
    let answer = () => {};
    server.answer((_request, response) => {
      answer = () => void response.end('done');
    });
    const first = send({ method: 'POST', secret_headers: bearer }, once);
    await eventually(() => expect(server.received).toHaveLength(1));
    let isOpen = true;
    const others = Array.from({ length: 6 }, async () => {
      while (isOpen) await send({ method: 'POST', secret_headers: bearer }, once).catch(() => {});
    });
    answer();
    expect(await first).toMatchObject({ body: 'done' });
    isOpen = false;
    await Promise.all(others);
    expect(server.received).toHaveLength(1);
  });

  test('of a process that ended after sending is not used again', async () => {
    const { caller, send } = await spaceWithSecret();
    await running.ports.database.query(sql.typeAlias('void')`
      insert into integrations.sent_request (space_id, key_id, key, sent_at) values (${caller.space_id}, ${caller.key_id}, 'k',
        ${new Date(running.ports.clock.now() - 60_000).toISOString()}::timestamptz)`);
    await expect(send({}, { idempotency_key: 'k' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not known'),
    });
    expect(server.received).toEqual([]);
  });
});

test('no log line has a secret', () => {
  expect(running.ports.lines.join('\n')).not.toContain('tok_5f1c');
});
