import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { measure } from './process-cost.ts';
import { sendJson } from './send.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection that reads nothing. */
function openSocket(url: string): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  sockets.push(socket);
  expect(host).toMatch(/\d/);
  return socket;
}

test.each([
  ['the public origin', profile.public_url, '/p/nothing'],
  ['the API', profile.base_url, '/v1/contacts'],
])('pipelined requests on %s whose answers no one reads occupy little memory, and other callers are answered', async (_name, url, path) => {
  const { api_key } = await newSpace();
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { memory_mb } = await measure(async () => {
    for (let n = 0; n < 100; n++) openSocket(url).write(request.repeat(1_000));
    await delay(2_000);
    expect((await sendJson('GET', '/contacts', api_key)).status).toBe(200);
  });
  expect(memory_mb).toBeLessThan(200);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect((await sendJson('GET', '/contacts', api_key)).status).toBe(200), { timeout: 10_000 });
});

test.each([
  ['a body that is too large', 'POST', '/contacts'],
  ['a body of a call without a body', 'GET', '/contacts'],
  ['a body for an unknown path', 'POST', '/nothing'],
])('%s is not read to an end that never comes', async (_name, method, path) => {
  const { api_key } = await newSpace();
  const { pathname } = new URL(profile.base_url);
  const socket = openSocket(profile.base_url);
  let isClosed = false;
  socket.on('close', () => (isClosed = true));
  socket.resume();
  socket.write(
    `${method} ${pathname}${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api_key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  let sent = 0;
  for (; sent < 200 && !isClosed; sent++) {
    socket.write(chunk);
    await delay(5);
  }
  expect({ isClosed, is_short: sent < 200 }).toEqual({ isClosed: true, is_short: true });
});
