import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createEgress } from '@space/egress';
import { createSender } from './sender.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function open(timeoutMs = 10_000, rules = createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' })) {
  const send = createSender(rules, timeoutMs);
  closing.push(() => send.close());
  return send;
}

test('stores the start of the response and counts any 2xx as a success', async () => {
  const url = await receiver((_request, response) =>
    response.writeHead(202, { 'x-trace': 'abc', 'set-cookie': 'a=b' }).end('x'.repeat(10_000)),
  );
  const outcome = await open().post(url, {}, '{}');
  expect(outcome).toMatchObject({ response_code: 202, error: null, error_message: null });
  expect(outcome.body).toHaveLength(4_096);
  expect(outcome.headers).toMatchObject({ 'x-trace': 'abc' });
  expect(outcome.headers).not.toHaveProperty('set-cookie');
});

test.each([301, 302, 303, 307, 308])('counts a redirect with %i as a failure and does not follow it', async (status) => {
  let requests = 0;
  const url = await receiver((_request, response) => {
    requests += 1;
    response.writeHead(status, { location: 'http://169.254.169.254/' }).end();
  });
  expect(await open().post(url, {}, '{}')).toMatchObject({ response_code: status, error: 'redirect' });
  expect(requests).toBe(1);
});

test('fails with timeout when a receiver never answers or sends its response too slowly', async () => {
  const silent = await receiver(() => {});
  const dripping = await receiver((_request, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const outcomes = await Promise.all([open(200).post(silent, {}, '{}'), open(200).post(dripping, {}, '{}')]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ response_code: null, error: 'timeout' });
});

test('aborts a response that never ends and fails with response_too_large', async () => {
  const url = await receiver((_request, response) => {
    const write = () => {
      while (response.write('x'.repeat(16_384)));
    };
    response.on('drain', write);
    write();
  });
  expect(await open().post(url, {}, '{}')).toMatchObject({ error: 'response_too_large' });
});

test('reports a refused connection, a broken connection and an oversized header as failures', async () => {
  expect(await open().post('http://127.0.0.1:1/', {}, '{}')).toMatchObject({ error: 'refused' });
  const breaking = await receiver((request) => request.socket.destroy());
  expect(await open().post(breaking, {}, '{}')).toMatchObject({ error: 'connection' });
  const huge = await receiver((_request, response) => response.writeHead(200, { big: 'x'.repeat(60_000) }).end());
  expect((await open().post(huge, {}, '{}')).error).not.toBeNull();
});

test('does not connect to a host that resolves to a private address after the webhook was saved', async () => {
  let requests = 0;
  const url = new URL(
    await receiver((_request, response) => {
      requests += 1;
      response.end();
    }),
  );
  url.hostname = 'rebinding.example.com';
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const rebinding = createEgress({}, async () => answers.shift() ?? ['127.0.0.1']);
  expect(await open(2_000, rebinding).post(url.href, {}, '{}')).toMatchObject({ error: 'unsafe_address' });
  expect(await open(2_000, rebinding).post('http://127.0.0.1/', {}, '{}')).toMatchObject({ error: 'unsafe_address' });
  expect(requests).toBe(0);
});

test('fails with dns when the host name cannot be resolved', async () => {
  const nowhere = createEgress({}, async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  });
  expect(await open(2_000, nowhere).post('https://nowhere.example.com/', {}, '{}')).toMatchObject({ error: 'dns' });
});

test('fails within the timeout when a host resolves to nothing, to a private address among public ones, or never', async () => {
  const url = 'https://hooks.example.com/';
  expect(
    await open(
      2_000,
      createEgress({}, async () => []),
    ).post(url, {}, '{}'),
  ).toMatchObject({ response_code: null });
  const mixed = createEgress({}, async () => ['93.184.216.34', '10.0.0.1']);
  expect(await open(2_000, mixed).post(url, {}, '{}')).toMatchObject({ error: 'unsafe_address' });
  const never = createEgress({}, () => new Promise(() => {}));
  expect(await open(200, never).post(url, {}, '{}')).toMatchObject({ error: 'timeout' });
});
