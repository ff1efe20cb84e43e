import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, MAX_CALL_COMPUTED_BYTES, rows, snapshots, tables } from '@space/contracts/tables';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const LINKS = 300;
const MOST_BYTES = MAX_CALL_COMPUTED_BYTES + 500_000;
const bytesOf = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer));

/** Creates notes with long titles and a table of topics that link to them. */
async function notesAndTopics() {
  const call = callAs(space.ports, newSpaceCaller());
  const create = (name: string) => call(tables, 'create', { name, columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const { id: notes } = await create('Notes');
  const { id: table_id } = await create('Topics');
  const reference = { key: 'notes', label: 'Notes', type: 'reference', reference_target: { table_id: notes } };
  await call(columns, 'create', { table_id, ...reference } as never);
  const ids: string[] = [];
  for (let at = 0; at < LINKS; at += 100) {
    const some = Array.from({ length: 100 }, () => ({ name: 'n'.repeat(5_000) }));
    ids.push(...(await call(rows, 'create_bulk', { table_id: notes, rows: some as never })).data.map(({ id }) => id));
  }
  return { call, table_id, ids, notes };
}

/** Returns the links without a name in the changes of a page. */
const nameless = (changes: readonly Record<string, unknown>[]): number => JSON.stringify(changes).split('"title":null').length - 1;

test('a page of a history ends before the names of its links are too large, and the next pages have the rest', async () => {
  const { call, table_id, ids } = await notesAndTopics();
  const { id: row_id } = await call(rows, 'create', { table_id, data: { notes: ids } as never });
  for (let turn = 1; turn <= 8; turn++) await call(rows, 'update', { table_id, row_id, data: { notes: ids.slice(turn) } as never });
  const seen: number[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const page = await call(rows, 'history', { table_id, row_id, ...(cursor && { cursor }) });
    expect(bytesOf(page)).toBeLessThan(MOST_BYTES);
    expect(nameless(page.data.map(({ changes }) => changes))).toBe(0);
    expect(page.has_more).toBe(page.next_cursor !== null);
    seen.push(...page.data.map(({ changes }) => (changes.notes!.to as unknown[]).length));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(Array.from({ length: 9 }, (_, at) => LINKS - 8 + at));
  expect(pages).toBeGreaterThan(2);
});

test('a page of a diff ends before the names of its links are too large; in one larger row further links have no name', async () => {
  const { call, table_id, ids, notes } = await notesAndTopics();
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id });
  const created = await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 9 }, () => ({ notes: ids })) as never });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await call(snapshots, 'diff', { table_id, snapshot_id, ...(cursor && { cursor }) });
    expect(bytesOf(page)).toBeLessThan(MOST_BYTES);
    expect(nameless(page.data.map(({ cells }) => cells))).toBe(0);
    seen.push(...page.data.map(({ row_id }) => row_id));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(created.data.map(({ id }) => id).toSorted());
  const more = Array.from({ length: 8 }, (_, at) => ({ key: `more_${at}`, label: `More ${at}` }));
  for (const column of more)
    await call(columns, 'create', { table_id, ...column, type: 'reference', reference_target: { table_id: notes } } as never);
  const data = Object.fromEntries(more.map(({ key }) => [key, ids]));
  const { id: row_id } = await call(rows, 'create', { table_id, data: data as never });
  const { data: history } = await call(rows, 'history', { table_id, row_id });
  expect(bytesOf(history)).toBeLessThan(MOST_BYTES);
  expect(nameless(history.map(({ changes }) => changes))).toBe(2 * LINKS);
});
