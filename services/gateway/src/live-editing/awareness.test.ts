import { describe, expect, test } from '@jest/globals';
import { MAX_AWARENESS_BYTES, MAX_SELECTED_ELEMENTS } from '@space/contracts/live';
import { createCursors } from './awareness.ts';

const ada = { actor: { kind: 'person', id: 'mem_1', name: 'Ada' } } as const;
const bob = { actor: { kind: 'agent', id: 'agt_1', name: 'Bob' } } as const;
const entry = (client: number, clock: number, state: object | null = { cursor: 1 }) => ({
  client,
  clock,
  state: state && JSON.stringify(state),
});
const userOf = (state: string | null | undefined) => (JSON.parse(state ?? 'null') as { user: object }).user;

describe('cursors', () => {
  test('have the name of the ticket, and not that of the client', () => {
    const cursors = createCursors('doc_1');
    const [sent] = cursors.receive({}, ada, [entry(1, 1, { user: { name: 'Admin', id: 'x', color: '#112233' }, cursor: { head: 4 } })]);
    expect(JSON.parse(sent!.state!)).toEqual({ user: { name: 'Ada', id: 'mem_1', kind: 'person', color: '#112233' }, cursor: { head: 4 } });
  });

  test('of others are not changed by a client that repeats or alters them', () => {
    const cursors = createCursors('doc_1');
    const [first, second] = [{}, {}];
    cursors.receive(first, ada, [entry(1, 1)]);
    cursors.receive(second, bob, [entry(2, 1)]);
    expect(cursors.receive(second, bob, [entry(1, 1), entry(1, 9, { cursor: 666 }), entry(1, 9, null)])).toEqual([]);
    expect(cursors.receive(second, bob, [entry(3, 1)])).toEqual([]);
    expect(cursors.all().map(({ client, state }) => [client, userOf(state)])).toEqual([
      [1, { name: 'Ada', id: 'mem_1', kind: 'person' }],
      [2, { name: 'Bob', id: 'agt_1', kind: 'agent' }],
    ]);
  });

  test('leave with their connection, and do not come back by the echo of another one', () => {
    const cursors = createCursors('doc_1');
    const [first, second] = [{}, {}];
    cursors.receive(first, ada, [entry(1, 5)]);
    expect(cursors.leave(first)).toEqual([entry(1, 5, null)]);
    expect(cursors.receive(second, bob, [entry(1, 5)])).toEqual([]);
    expect(cursors.all()).toEqual([]);
  });

  test('of an editor that connects again go on, while its former connection is still open', () => {
    const cursors = createCursors('doc_1');
    const [first, second] = [{}, {}];
    cursors.receive(first, ada, [entry(1, 5)]);
    expect(cursors.receive(second, ada, [entry(1, 6)])).toHaveLength(1);
    expect(cursors.leave(first)).toEqual([]);
    expect(cursors.all()).toHaveLength(1);
  });

  test('that are too large or no objects are not passed on', () => {
    const cursors = createCursors('doc_1');
    expect(cursors.receive({}, ada, [entry(1, 1, { text: 'a'.repeat(MAX_AWARENESS_BYTES) })])).toEqual([]);
    for (const state of ['[1]', '"x"', '7', 'not json']) expect(cursors.receive({}, ada, [{ client: 1, clock: 1, state }])).toEqual([]);
  });

  test('of another gateway are forgotten unless they are renewed', () => {
    let time = 0;
    const cursors = createCursors('doc_1', () => time);
    expect(cursors.receiveRemote([entry(7, 1)])).toHaveLength(1);
    expect(cursors.own()).toEqual([]);
    time = 30_000;
    expect(cursors.all()).toHaveLength(1);
    time = 61_000;
    expect(cursors.all()).toEqual([]);
    cursors.receiveRemote([entry(7, 2)]);
    expect(cursors.all()).toHaveLength(1);
  });

  test('of a whiteboard are places and selected elements, with more fields of their editor', () => {
    const cursors = createCursors('wbd_1');
    const owner = {};
    const selection = Array.from({ length: MAX_SELECTED_ELEMENTS }, (_, n) => `elm_${String(n).padStart(26, '0')}`);
    const states = [
      { cursor: { x: 1, y: -2.5 }, selection, tool: 'pen' },
      { cursor: { x: 1 } },
      { cursor: { x: 1, y: 1e9 } },
      { cursor: [1, 2] },
      { selection: 'elm_1' },
      { selection: [...selection, 'elm_1'] },
      { cursor: null, selection: [] },
    ];
    const passed = states.flatMap((state, n) => cursors.receive(owner, ada, [entry(1, n + 1, state)]));
    expect(passed.map(({ clock, state }) => [clock, JSON.parse(state!)])).toEqual([
      [1, { ...states[0], user: { name: 'Ada', id: 'mem_1', kind: 'person' } }],
      [7, { ...states[6], user: { name: 'Ada', id: 'mem_1', kind: 'person' } }],
    ]);
  });
});
