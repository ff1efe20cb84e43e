import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_AWARENESS_BYTES, MAX_LIVE_MESSAGE_BYTES } from '@space/contracts/live';
import { eventually } from '@space/runtime/testing';
import { awarenessMessage, readAwareness, readMessage, writeAwareness } from '../src/live-editing/messages.ts';
import type { TestConnection } from './fixtures/live-door.ts';
import { type OwnDoor, startOwnDoor } from './fixtures/own-door.ts';

let door: OwnDoor;
beforeAll(async () => {
  door = await startOwnDoor({ content: 2, space: 3, gateway: 4 });
});
afterAll(() => door.stop());

const open: OwnDoor['open'] = (...editor) => door.open(...editor);

test('a document, a Space and a gateway have no more connections than their limits, and one that ended makes room', async () => {
  const first = open('spc_1', 'doc_1');
  const connections = [first, open('spc_1', 'doc_1'), open('spc_1', 'doc_2')];
  await Promise.all(connections.map(({ opened }) => opened));
  expect([await open('spc_1', 'doc_1').ended, await open('spc_1', 'doc_3').ended]).toEqual([503, 503]);
  connections.push(open('spc_2', 'doc_4'));
  await connections.at(-1)!.opened;
  expect(await open('spc_3', 'doc_5').ended).toBe(503);
  expect(door.refusals.map((reason) => reason.split(';')[0])).toEqual([
    'A Space has at most 3 live connections',
    'A Space has at most 3 live connections',
    'The service has too many live connections',
  ]);
  connections[2]!.close();
  await connections[2]!.ended;
  await eventually(async () => expect(await open('spc_1', 'doc_1').ended).toBe(503));
  await eventually(() => expect(door.refusals.at(-1)).toContain('A document has at most 2 live connections'));
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

test('a connection of a whiteboard has a limit of its own, and its refusal names the whiteboard', async () => {
  const connections = [open('spc_8', 'wbd_1'), open('spc_8', 'wbd_1')];
  await Promise.all(connections.map(({ opened }) => opened));
  expect(await open('spc_8', 'wbd_1').ended).toBe(503);
  expect(door.refusals.at(-1)).toContain('A whiteboard has at most 2 live connections');
  for (const connection of connections) connection.close();
  await Promise.all(connections.map(({ ended }) => ended));
});
