import { expect, test } from '@jest/globals';
import { documents } from '@space/contracts/documents';
import { whiteboardElements, whiteboards } from '@space/contracts/whiteboards';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { findDueGatherings } from '../src/contents/storage/gatherings.queries.ts';
import { announceGathered } from '../src/contents/work/announce-gathered.ts';
import { saveStates } from '../src/contents/work/content-tasks.ts';
import { boardCalls, drawLive, newWhiteboardPorts, useBoards } from './fixtures/board-calls.ts';

const service = useBoards();

const ada = { kind: 'person' as const, id: 'con_ada', name: 'Ada' };

test('elements are added with refs, changed field by field, and deleted with their connectors', async () => {
  const { board, newBoard, caller, events } = service.newSpace();
  const id = await newBoard();
  const added = await board(whiteboardElements, 'create', {
    id,
    elements: [
      { type: 'sticky', ref: 'a', text: 'One' },
      { type: 'ellipse', ref: 'b', text: 'Two', x: 400, y: 0 },
      { type: 'connector', from: { ref: 'a' }, to: { ref: 'b' } },
    ],
  });
  const [one, two, connector] = added.elements;
  expect(added.elements.map(({ ref }) => ref)).toEqual(['a', 'b', undefined]);
  expect(connector).toMatchObject({ from: { element_id: one!.id }, to: { element_id: two!.id } });
  const changed = await board(whiteboardElements, 'update_bulk', {
    id,
    elements: [{ element_id: two!.id, x: 500, style: { fill_color: '#d3f9d8' } }],
  });
  expect(changed).toMatchObject({
    version: 3,
    previous_version: 2,
    before: [{ x: 400 }],
    elements: [{ id: two!.id, x: 500, text: 'Two' }],
  });
  const nothing = await board(whiteboardElements, 'update_bulk', { id, elements: [{ element_id: two!.id, x: 500 }] });
  expect(nothing).toMatchObject({ version: 3, previous_version: 3, elements: [] });
  const deleted = await board(whiteboardElements, 'delete_bulk', { id, element_ids: [one!.id] });
  expect(deleted.deleted_ids.toSorted()).toEqual([one!.id, connector!.id].toSorted());
  expect((await board(whiteboardElements, 'list', { id })).data.map((element) => element.id)).toEqual([two!.id]);
  expect((await events('whiteboard_updated')).map(({ data }) => [data.added, data.updated, data.removed, data.editors])).toEqual([
    [3, 0, 0, [caller.actor]],
    [0, 1, 0, [caller.actor]],
    [0, 0, 2, [caller.actor]],
  ]);
});

test('elements are listed by type, frame, rectangle, text and ids, from the lowest to the highest', async () => {
  const { board, newBoard } = service.newSpace();
  const id = await newBoard();
  const { elements } = await board(whiteboardElements, 'create', {
    id,
    elements: [
      { type: 'frame', ref: 'f', text: 'Frame', x: 0, y: 0, width: 500, height: 500 },
      { type: 'sticky', text: 'Inside 50% of it', frame_ref: 'f', x: 10, y: 10 },
      { type: 'text', text: 'Outside', x: 2_000, y: 2_000 },
    ],
  });
  const [frame, inside, outside] = elements.map((element) => element.id);
  const idsOf = async (more: object) => (await board(whiteboardElements, 'list', { id, ...more })).data.map((element) => element.id);
  expect(await idsOf({})).toEqual([frame, inside, outside]);
  expect(await idsOf({ sort: '-index' })).toEqual([outside, inside, frame]);
  expect(await idsOf({ type: 'sticky' })).toEqual([inside]);
  expect(await idsOf({ frame_id: frame })).toEqual([inside]);
  expect(await idsOf({ frame_id: 'none' })).toEqual([frame, outside]);
  expect(await idsOf({ bbox: '1900,1900,200,200' })).toEqual([outside]);
  expect(await idsOf({ search: '50% OF' })).toEqual([inside]);
  expect(await idsOf({ ids: `${outside},elm_none` })).toEqual([outside]);
  const first = await board(whiteboardElements, 'list', { id, limit: 1, include_total: true });
  expect(first).toMatchObject({ data: [{ id: frame }], total: 3 });
  expect(await idsOf({ limit: 5, cursor: first.next_cursor! })).toEqual([inside, outside]);
});

test('only the rows of elements that changed are written', async () => {
  const space = service.newSpace();
  const id = await space.newBoard();
  const { elements } = await space.board(whiteboardElements, 'create', {
    id,
    elements: Array.from({ length: 10 }, (_, at) => ({ type: 'sticky' as const, text: `Note ${at}` })),
  });
  const rows = () =>
    service.library.ports.database.any(sql.type(z.object({ id: z.string(), written: z.string() }))`
      select id, xmin::text as written from library.whiteboard_element where space_id = ${space.id} and whiteboard_id = ${id} order by id`);
  const before = await rows();
  await space.board(whiteboardElements, 'update_bulk', { id, elements: [{ element_id: elements[3]!.id, text: 'Other' }] });
  const after = await rows();
  expect(after.filter(({ written }, at) => written !== before[at]!.written).map((row) => row.id)).toEqual([elements[3]!.id]);
});

test('what a call names must exist, and the refusal names the field with its index', async () => {
  const space = service.newSpace();
  const { board, newBoard } = space;
  const id = await newBoard();
  const refused = async (elements: readonly object[]) =>
    board(whiteboardElements, 'create', { id, elements } as never).then(
      () => [],
      ({ code, extras }: { code: string; extras: { errors?: { path: string }[] } }) => [
        code,
        ...(extras.errors ?? []).map(({ path }) => path),
      ],
    );
  const text = { type: 'text', text: 'x' };
  expect(await refused([text, { type: 'image', asset_id: 'ast_none' }])).toEqual(['unresolved_reference', 'elements.1.asset_id']);
  expect(await refused([text, text, { type: 'embed', address: 'space:document/doc_none' }])).toEqual([
    'unresolved_reference',
    'elements.2.address',
  ]);
  expect(await refused([{ ...text, link: 'space:nothing/x_1' }])).toEqual(['unresolved_reference', 'elements.0.link']);
  expect(await refused([text, { type: 'connector', from: { ref: 'none' }, to: { x: 0, y: 0 } }])).toEqual([
    'unresolved_reference',
    'elements.1.from',
  ]);
  expect(await refused([{ ...text, frame_id: 'elm_01jd0000000000000000000000' }])).toEqual(['unresolved_reference', 'elements.0.frame_id']);
  expect((await board(whiteboards, 'get', { id })).version).toBe(1);
  const { id: document } = await space.call(documents, 'create', { title: 'Plan', markdown: 'x' });
  expect(
    await refused([
      { type: 'embed', address: `space:document/${document}` },
      { ...text, link: `space:whiteboard/${id}` },
    ]),
  ).toEqual([]);
  const missing = { id, elements: [{ element_id: 'elm_none', x: 1 }] };
  await expect(board(whiteboardElements, 'update_bulk', missing)).rejects.toMatchObject({ code: 'not_found' });
  await expect(board(whiteboardElements, 'delete_bulk', { id, element_ids: ['elm_none'] })).rejects.toMatchObject({ code: 'not_found' });
});

test('a diagram is drawn in a frame, and elements are arranged', async () => {
  const { board, newBoard } = service.newSpace();
  const id = await newBoard();
  const diagram = {
    nodes: [
      { ref: 'a', label: 'Visitor', shape: 'ellipse' as const },
      { ref: 'b', label: 'Form' },
    ],
    edges: [{ from: 'a', to: 'b', label: 'clicks' }],
  };
  const drawn = await board(whiteboards, 'diagram', { id, title: 'Flow', ...diagram });
  expect(drawn.elements.map(({ type, ref }) => [type, ref])).toEqual([
    ['frame', undefined],
    ['ellipse', 'a'],
    ['rectangle', 'b'],
    ['connector', undefined],
  ]);
  expect(drawn.frame_id).toBe(drawn.elements[0]!.id);
  await expect(board(whiteboards, 'diagram', { id, ...diagram, edges: [{ from: 'a', to: 'z' }] })).rejects.toMatchObject({
    code: 'unresolved_reference',
    extras: { errors: [{ path: 'edges.0.to' }] },
  });
  const { elements } = await board(whiteboardElements, 'create', {
    id,
    elements: [0, 1, 2].map((at) => ({ type: 'sticky' as const, text: `${at}`, x: 5_000, y: 5_000 })),
  });
  const element_ids = elements.map((element) => element.id);
  const arranged = await board(whiteboards, 'arrange', { id, element_ids, layout: 'rows' });
  expect(new Set(arranged.elements.map(({ x, y }) => `${x} ${y}`)).size).toBe(arranged.elements.length);
  await expect(board(whiteboards, 'arrange', { id, element_ids: ['elm_none'] })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('callers in two processes who change one whiteboard at the same time lose nothing', async () => {
  const space = service.newSpace();
  const id = await space.newBoard();
  const other = boardCalls(newWhiteboardPorts(service.library), space);
  const notes = Array.from({ length: 8 }, (_, at) => `Note ${at}`);
  await Promise.all(
    notes.map((text, at) =>
      (at % 2 === 0 ? space.board : other)(whiteboardElements, 'create', { id, elements: [{ type: 'sticky', text }] }),
    ),
  );
  const { data } = await space.board(whiteboardElements, 'list', { id });
  expect(data.map(({ text }) => text).toSorted()).toEqual(notes);
  expect(await space.board(whiteboards, 'get', { id })).toMatchObject({ version: 9 });
  expect(await space.events('whiteboard_updated')).toHaveLength(8);
});

test('changes of live editing are listed immediately, are stored later, and come as one event', async () => {
  const space = service.newSpace();
  const id = await space.newBoard();
  await drawLive(service.from, space, id, 'First', ada);
  await drawLive(service.from, space, id, 'Quasar', ada);
  const texts = async () => (await space.board(whiteboardElements, 'list', { id })).data.map(({ text }) => text).toSorted();
  expect(await texts()).toEqual(['First', 'Quasar']);
  await eventually(async () =>
    expect((await space.board(whiteboards, 'list', { search: 'quasar' })).data).toMatchObject([{ id, elements_count: 2 }]),
  );
  expect(await texts()).toEqual(['First', 'Quasar']);
  expect(await space.events('whiteboard_updated')).toEqual([]);
  const { database } = service.library.ports;
  const all = await findDueGatherings(database, service.from.kind.tables, '2199-01-01T00:00:00.000Z', [], 100);
  const due = all.find((one) => one.id === id)!;
  await announceGathered(service.from, due);
  await announceGathered(service.from, due);
  const events = await space.events('whiteboard_updated');
  expect(events.map(({ data }) => [data.previous_version, data.version, data.added, data.editors])).toEqual([[1, 3, 2, [ada]]]);
});

test('a quiet whiteboard has a version that is stored, from which its state is read', async () => {
  const space = service.newSpace();
  const id = await space.newBoard();
  await space.board(whiteboardElements, 'create', { id, elements: [{ type: 'sticky', text: 'One' }] });
  const { ports } = service.library;
  const later = { ...ports, clock: { ...ports.clock, now: () => ports.clock.now() + 11 * 60_000 } };
  await saveStates({ ports: later, kind: service.from.kind });
  const stored = await ports.database.anyFirst(sql.type(z.object({ version: z.number() }))`
    select version from library.whiteboard_checkpoint where space_id = ${space.id} and whiteboard_id = ${id}`);
  expect(stored).toEqual([2]);
  await space.board(whiteboardElements, 'create', { id, elements: [{ type: 'sticky', text: 'Two' }] });
  expect((await space.board(whiteboardElements, 'list', { id })).data.map(({ text }) => text).toSorted()).toEqual(['One', 'Two']);
});
