import { afterEach, expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { documents } from '@space/contracts/documents';
import { isoTime } from '@space/database';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { DAY_MS, MINUTE_MS } from '@space/time';
import fc from 'fast-check';
import { requestDailyComparisons, rescanSpace } from '../src/rescans/rescan-task.ts';
import { requestDifferences, takeLease } from '../src/rescans/rescans.queries.ts';
import { createUsesConsumer } from '../src/rescans/uses-consumer.ts';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { createShowingStub, loggedEvent, type StubThing } from './fixtures/showing-service.ts';

const stub = createShowingStub();
const service = useLibraryService({}, true, [stub.service]);
const table_id = 'tbl_1';

afterEach(() => {
  stub.beforeAnswer = async () => {};
  stub.isDown = false;
});

const consume = (...events: ReturnType<typeof loggedEvent>[]) => createUsesConsumer(service.ports, () => {}).handle(events);

/** Runs rescans until none is due. */
async function rescan(): Promise<void> {
  while (await rescanSpace(service.ports));
}

const placesOf = (ids: readonly string[], is_public = false): StubThing['places'] =>
  ids.map((asset_id) => ({ asset_id, place: 'files', is_public }));

const rowEvent = ({ id }: LibrarySpace, row_id: string, asset_ids: readonly string[], type = 'table_row_updated') =>
  loggedEvent(id, type, { table_id, row_id, asset_ids });

/** Changes what a row shows, and returns the event of the change. */
function showInRow(space: LibrarySpace, row_id: string, asset_ids: readonly string[], is_public = false) {
  stub.set(space.id, row_id, { kind: 'row', container_id: table_id, places: placesOf(asset_ids, is_public) });
  return rowEvent(space, row_id, asset_ids);
}

const usesOf = async (space: LibrarySpace, id: string) =>
  (await space.call(assets, 'used_by', { id })).data.map((use) => `${use.kind} ${use.id}`).sort();

test('a row and a task are uses of an asset while they show it', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset();
  const other = await space.newAsset();
  stub.set(space.id, 'tsk_1', { kind: 'task', places: placesOf([id]) });
  await consume(showInRow(space, 'row_1', [id]), loggedEvent(space.id, 'task_created', { task_id: 'tsk_1', asset_ids: [id] }));
  await rescan();
  expect(await usesOf(space, id)).toEqual(['row row_1', 'task tsk_1']);
  expect((await space.call(assets, 'list', { unused: true })).data.map((one) => one.id)).toEqual([other.id]);
  await consume(showInRow(space, 'row_1', [other.id]));
  stub.end(space.id, 'tsk_1');
  await consume(loggedEvent(space.id, 'task_deleted', { task_id: 'tsk_1', asset_ids: [id], permanent: true }));
  await rescan();
  expect(await usesOf(space, id)).toEqual([]);
  expect(await usesOf(space, other.id)).toEqual(['row row_1']);
});

test('an event about a whole table corrects all of its rows, and leaves those of other tables', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset();
  const rows = ['row_1', 'row_2', 'row_3', 'row_4', 'row_5'];
  await consume(...rows.map((row) => showInRow(space, row, [id])));
  stub.set(space.id, 'row_9', { kind: 'row', container_id: 'tbl_2', places: placesOf([id]) });
  await consume(loggedEvent(space.id, 'table_row_updated', { table_id: 'tbl_2', row_id: 'row_9', asset_ids: [id] }));
  await rescan();
  expect(await usesOf(space, id)).toHaveLength(6);
  for (const row of ['row_1', 'row_3']) stub.end(space.id, row);
  stub.set(space.id, 'row_6', { kind: 'row', container_id: table_id, places: placesOf([id]) });
  await consume(loggedEvent(space.id, 'table_restored', { table_id }));
  await rescan();
  expect(await usesOf(space, id)).toEqual(['row row_2', 'row row_4', 'row row_5', 'row row_6', 'row row_9']);
  for (const row of ['row_2', 'row_4', 'row_5', 'row_6']) stub.end(space.id, row);
  await consume(loggedEvent(space.id, 'table_deleted', { table_id }));
  await rescan();
  expect(await usesOf(space, id)).toEqual(['row row_9']);
});

test('a service that does not answer delays the uses, and loses none', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset();
  stub.isDown = true;
  await consume(showInRow(space, 'row_1', [id]));
  await rescan();
  expect(await usesOf(space, id)).toEqual([]);
  stub.isDown = false;
  service.ports.clock.advance(MINUTE_MS);
  await rescan();
  expect(await usesOf(space, id)).toEqual(['row row_1']);
});

test('a process that dies between an event and its use delays the use, and stores nothing after another has the lease', async () => {
  const { database, clock } = service.ports;
  const space = service.newSpace();
  const one = await space.newAsset();
  const two = await space.newAsset();
  await consume(showInRow(space, 'row_1', [one.id]));
  // It has the lease and dies.
  const lease = await takeLease(database, isoTime(clock.now()), isoTime(clock.now() + MINUTE_MS));
  expect(lease?.space_id).toBe(space.id);
  expect(await rescanSpace(service.ports)).toBe(false);
  clock.advance(2 * MINUTE_MS);
  // The next one is so slow that its lease ends, and a third one stores a newer state meanwhile.
  let isFirst = true;
  stub.beforeAnswer = async () => {
    if (!isFirst) return;
    isFirst = false;
    clock.advance(5 * MINUTE_MS);
    await consume(showInRow(space, 'row_1', [two.id]));
    await rescan();
    expect(await usesOf(space, two.id)).toEqual(['row row_1']);
  };
  await rescan();
  expect([isFirst, await usesOf(space, one.id), await usesOf(space, two.id)]).toEqual([false, [], ['row row_1']]);
});

test('a use that visitors see gives the asset an address, and gateways drop their answers when it comes and goes', async () => {
  const space = service.newSpace();
  const tags: string[] = [];
  const unsubscribe = service.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => {
    tags.push(...(JSON.parse(Buffer.from(payload).toString()) as string[]));
  });
  const { id } = await space.newAsset('a.txt');
  // Its creation.
  await eventually(async () => expect(tags.splice(0)).toEqual([`asset:${id}`]));
  await consume(showInRow(space, 'row_1', [id], true));
  await rescan();
  expect((await space.call(assets, 'get', { id })).url).toMatch(/a\.txt$/);
  await consume(showInRow(space, 'row_1', [id]));
  await rescan();
  expect((await space.call(assets, 'get', { id })).url).toBeNull();
  await consume(showInRow(space, 'row_1', []));
  await rescan();
  await eventually(async () => expect(tags).toEqual([`asset:${id}`, `asset:${id}`]));
  unsubscribe();
});

const differences = async () => (await metrics.assetUseDifferences.get()).values.reduce((sum, { value }) => sum + value, 0);

test('the daily comparison finds nothing after events, and corrects and counts the rest', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset();
  await consume(showInRow(space, 'row_1', [id]), showInRow(space, 'row_2', [id]));
  await rescan();
  const before = await differences();
  const compare = async () => {
    service.ports.clock.advance(DAY_MS + MINUTE_MS);
    expect(await requestDailyComparisons(service.ports)).toBeGreaterThan(0);
    await rescan();
    service.ports.clock.advance(2 * MINUTE_MS);
    await rescan();
  };
  await compare();
  expect(await differences()).toBe(before);
  showInRow(space, 'row_3', [id]);
  stub.end(space.id, 'row_1');
  const late = showInRow(space, 'row_2', []);
  service.ports.clock.advance(DAY_MS + MINUTE_MS);
  await requestDailyComparisons(service.ports);
  await rescan();
  // The comparison changes nothing itself, and an event that comes a moment later explains what it found.
  expect(await usesOf(space, id)).toEqual(['row row_1', 'row row_2']);
  await consume(late);
  await rescan();
  service.ports.clock.advance(2 * MINUTE_MS);
  await rescan();
  expect(await usesOf(space, id)).toEqual(['row row_3']);
  expect(await differences()).toBe(before + 2);
  await compare();
  expect(await differences()).toBe(before + 2);
});

test('an answer from before a change of a document does not replace the uses that the change has stored', async () => {
  const space = service.newSpace();
  const { id: asset_id } = await space.newAsset();
  const markdown = `![Logo](space:asset/${asset_id})`;
  const { id } = await space.call(documents, 'create', { title: 'Launch plan', markdown });
  const now = isoTime(service.ports.clock.now());
  const scope = { space_id: space.id, service: 'library' as const, kind: 'document', thing_id: id, container_id: '' };
  await requestDifferences(service.ports.database, [scope], now, now);
  let asked = 0;
  const request: typeof service.ports.bus.request = async (subject, question) => {
    const reply = await service.ports.bus.request(subject, question);
    asked += 1;
    if (asked === 1)
      await space.call(documents, 'edit', { id, base_version: 1, edits: [{ op: 'replace_all', markdown: 'No picture' }] } as never);
    return reply;
  };
  const bus = Object.assign(Object.create(service.ports.bus), { request });
  expect(await usesOf(space, asset_id)).toEqual([`document ${id}`]);
  while (asked === 0) await rescanSpace({ ...service.ports, bus });
  expect(await usesOf(space, asset_id)).toEqual([]);
  await rescan();
  expect(await usesOf(space, asset_id)).toEqual([]);
});

test('events that come double, late and in another order, with changes during a question, lead to the uses that things have', async () => {
  const space = service.newSpace();
  const files = await Promise.all(Array.from({ length: 3 }, () => space.newAsset()));
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          row: fc.nat(2),
          shows: fc.subarray([0, 1, 2]),
          kind: fc.constantFrom('change', 'change', 'change', 'end', 'bulk'),
          repeats: fc.nat(2),
          rescans: fc.boolean(),
          isDuring: fc.boolean(),
        }),
        { minLength: 2, maxLength: 10 },
      ),
      fc.infiniteStream(fc.nat(1_000)),
      async (steps, random) => {
        round += 1;
        const rows = [0, 1, 2].map((row) => `row_${round}_${row}`);
        const pending: ReturnType<typeof loggedEvent>[] = [];
        const takeOne = () => pending.splice(random.next().value % pending.length, 1);
        const deliver = () => (pending.length === 0 ? undefined : consume(...takeOne()));
        const change = ({ row, shows, kind, repeats }: (typeof steps)[number]) => {
          const id = rows[row]!;
          const ids = kind === 'end' ? [] : shows.map((at) => files[at]!.id);
          const event = showInRow(space, id, ids);
          if (kind === 'end') stub.end(space.id, id);
          const sent = kind === 'bulk' ? loggedEvent(space.id, 'table_restored', { table_id }) : event;
          for (let at = 0; at <= repeats; at += 1) pending.push(sent);
        };
        for (const step of steps) {
          if (step.isDuring)
            stub.beforeAnswer = async () => {
              stub.beforeAnswer = async () => {};
              change(step);
              await deliver();
            };
          else change(step);
          await deliver();
          if (step.rescans) await rescanSpace(service.ports);
        }
        stub.beforeAnswer = async () => {};
        while (pending.length > 0) await deliver();
        await rescan();
        const shown = (asset: string) =>
          rows
            .filter((row) =>
              stub
                .things(space.id)
                .get(row)
                ?.places.some(({ asset_id }) => asset_id === asset),
            )
            .map((row) => `row ${row}`);
        for (const { id } of files)
          expect((await usesOf(space, id)).filter((use) => use.startsWith(`row row_${round}_`))).toEqual(shown(id).sort());
      },
    ),
    { numRuns: 20 },
  );
});
