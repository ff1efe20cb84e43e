import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { MAX_CALL_QUEUE_MS, MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS } from '@space/contracts/platform';
import { rows } from '@space/contracts/tables';
import { eventually } from '@space/runtime/testing';
import { busyApi } from './fixtures/busy-api.ts';

const gateway = busyApi();
const { start, block, newKey, list, serve } = gateway;

describe('a slow client', () => {
  const open = (count: number) => {
    const port = Number(new URL(gateway.api.url).port);
    return Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  };

  test('that sends an MCP request without a key has no request in progress', async () => {
    await start({ SPACE_MAX_IN_FLIGHT: '10' });
    const sockets = open(10);
    const continued = sockets.map((socket) => new Promise((received) => socket.once('data', received)));
    for (const socket of sockets)
      socket.write(
        'POST /v1/mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{',
      );
    await Promise.all(continued);
    expect((await list()).status).toBe(401);
    for (const socket of sockets) socket.destroy();
  });

  test.each(['/v1/contacts', '/v1/mcp'])('that sends a body with a key to %s has no request in progress', async (path) => {
    await start({ SPACE_MAX_IN_FLIGHT: '10' });
    const key = await newKey();
    const sockets = open(10);
    const continued = sockets.map((socket) => new Promise((received) => socket.once('data', received)));
    const headers = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100`;
    for (const socket of sockets) socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n{`);
    await Promise.all(continued);
    await eventually(async () => expect((await list()).status).toBe(401));
    expect((await list(key)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('that reads a download has no request in progress', async () => {
    await start({ SPACE_MAX_IN_FLIGHT: '10' });
    const key = await newKey();
    expect((await list(key)).status).toBe(200);
    let started = 0;
    await serve('rows.export', rows.operations.export, async ({ input }) => {
      if (input.cursor === undefined) started += 1;
      return { csv: 'a'.repeat(MAX_BODY_BYTES), has_more: true, next_cursor: 'b' };
    });
    const sockets = open(5);
    for (const socket of sockets) {
      socket.pause();
      socket.write(`GET /v1/tables/tbl_1/export HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    }
    await eventually(() => expect(started).toBe(5));
    await eventually(async () => expect((await list()).status).toBe(401));
    for (const socket of sockets) socket.destroy();
  });
});

describe('clients that leave', () => {
  const callsOf = (key: string, count: number) => {
    const port = Number(new URL(gateway.api.url).port);
    return Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      return socket;
    });
  };

  test('have their requests in progress until the handlers have ended', async () => {
    await start({ SPACE_MAX_IN_FLIGHT: '10' });
    const key = await newKey();
    expect((await list(key)).status).toBe(200);
    block();
    const sockets = callsOf(key, 5);
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(6));
    for (const socket of sockets) socket.destroy();
    for (let asked = 0; asked < 20; asked++) expect((await list()).status).toBe(503);
    gateway.release();
    await eventually(async () => expect((await list()).status).toBe(401));
  });

  test('hold the slots of their key while their calls run, and leave the queue immediately', async () => {
    await start();
    const key = await newKey();
    block();
    const running = callsOf(key, MAX_CONCURRENT_CALLS.key);
    await eventually(() => expect(gateway.api.contacts.calls).toHaveLength(MAX_CONCURRENT_CALLS.key));
    for (const socket of running) socket.destroy();
    const waiting = callsOf(key, MAX_QUEUED_CALLS.key);
    await eventually(async () => expect((await Promise.race([list(key), delay(300, undefined)]))?.status).toBe(429));
    for (const socket of waiting) socket.destroy();
    // Calls that wait leave the queue by themselves after MAX_CALL_QUEUE_MS.
    const next = await eventually(
      async () => {
        const answer = list(key);
        expect(await Promise.race([answer, delay(300, undefined)])).toBeUndefined();
        return { answer };
      },
      { timeout: MAX_CALL_QUEUE_MS / 2 },
    );
    expect(gateway.api.contacts.calls).toHaveLength(MAX_CONCURRENT_CALLS.key);
    gateway.release();
    expect((await next.answer).status).toBe(200);
  });
});
