import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Problem } from '@space/contracts/core';
import { MAX_AWARENESS_BYTES, MAX_LIVE_MESSAGE_BYTES } from '@space/contracts/live';
import { eventually, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { createLiveDoor, type LiveDoor } from '../src/live-editing/live-door.ts';
import { awarenessMessage, readAwareness, readMessage, writeAwareness } from '../src/live-editing/messages.ts';
import { connectLive, liveLibrary, type TestConnection } from './fixtures/live-door.ts';

let library: TestServices;
let server: Server;
let door: LiveDoor;
/** The sentences with which connections were refused. */
const refusals: string[] = [];

beforeAll(async () => {
  library = await startServices([liveLibrary], await testPorts());
  const credentials = { watch: () => () => {}, check: async (rights: readonly unknown[]) => rights.map(() => undefined) };
  const parts = { credentials, quotas: { reserve: async () => {} }, consoleOrigin: () => '' };
  door = createLiveDoor(library.ports, parts, { content: 2, space: 3, gateway: 4 });
  server = createServer().on('upgrade', (request, socket, head) => {
    try {
      door.admit(request);
    } catch (error) {
      const { status, message } = error as Problem;
      refusals.push(message);
      return void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
    }
    door.accept(request, socket, head);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await door.close();
  server.close();
  await library.stop();
});

let keys = 0;

function open(space_id: string, content_id: string, name = 'Ada'): TestConnection {
  keys += 1;
  const editor = { key_id: `key_${keys}`, actor: { kind: 'person', id: `mem_${keys}`, name } } as const;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return connectLive({ url, ports: library.ports }, { space_id, content_id, editor });
}

test('a document, a Space and a gateway have no more connections than their limits, and one that ended makes room', async () => {
  const first = open('spc_1', 'doc_1');
  const connections = [first, open('spc_1', 'doc_1'), open('spc_1', 'doc_2')];
  await Promise.all(connections.map(({ opened }) => opened));
  expect([await open('spc_1', 'doc_1').ended, await open('spc_1', 'doc_3').ended]).toEqual([503, 503]);
  connections.push(open('spc_2', 'doc_4'));
  await connections.at(-1)!.opened;
  expect(await open('spc_3', 'doc_5').ended).toBe(503);
  expect(refusals.map((reason) => reason.split(';')[0])).toEqual([
    'A Space has at most 3 live connections',
    'A Space has at most 3 live connections',
    'The service has too many live connections',
  ]);
  connections[2]!.close();
  await connections[2]!.ended;
  await eventually(async () => expect(await open('spc_1', 'doc_1').ended).toBe(503));
  await eventually(() => expect(refusals.at(-1)).toContain('A document has at most 2 live connections'));
  first.close();
  await first.ended;
  const again = await eventually(async () => {
    const connection = open('spc_1', 'doc_1');
    await connection.opened;
    return connection;
  });
  for (const connection of [...connections, again]) connection.close();
  await Promise.all([...connections, again].map(({ ended }) => ended));
});

/** Returns the states of the cursors that a connection received. */
const cursorsOf = ({ received }: TestConnection): { readonly at: number; readonly user: { readonly name: string } }[] =>
  received.flatMap((bytes) => {
    const message = readMessage(new Uint8Array(bytes));
    return message?.type === 'awareness' ? readAwareness(message.update).map(({ state }) => JSON.parse(state!)) : [];
  });

test('a cursor has the name of its ticket, one that is too large is not passed on, and a message that is too large ends its connection', async () => {
  const [writer, reader] = await eventually(async () => {
    const both = [open('spc_9', 'doc_9', 'Ada'), open('spc_9', 'doc_9', 'Bob')] as const;
    await Promise.all(both.map(({ opened }) => opened));
    return both;
  });
  const say = (clock: number, state: object) =>
    writer.send(awarenessMessage(writeAwareness([{ client: 1, clock, state: JSON.stringify(state) }])));
  say(1, { at: 1, user: { name: 'Admin' } });
  say(2, { at: 2, text: 'a'.repeat(MAX_AWARENESS_BYTES) });
  say(3, { at: 3 });
  await eventually(() => expect(cursorsOf(reader).map(({ at }) => at)).toEqual([1, 3]));
  expect(cursorsOf(reader).map(({ user }) => user.name)).toEqual(['Ada', 'Ada']);
  writer.send(new Uint8Array(MAX_LIVE_MESSAGE_BYTES + 1));
  expect(await writer.ended).toBe(1009);
  reader.close();
  await reader.ended;
});
