import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import { columns, MAX_INVERSE_LINKS, MAX_LINK_TITLE_CHARACTERS, MAX_LINKS_PER_CELL, rows } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

const bytesOf = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer));
const LONG_TITLE = 'n'.repeat(5_000);

interface Link {
  readonly row_id: string;
  readonly title: string | null;
}

/** Creates notes with long titles, and topics that link to them. */
async function notesAndTopics(count: number) {
  const { call, table } = newSpace(space);
  const notes = await table('Notes', { key: 'name', type: 'text' });
  const topics = await table('Topics', { key: 'name', type: 'text' });
  const add = async (table_id: string, cells: readonly object[]) => {
    const ids: string[] = [];
    for (let at = 0; at < cells.length; at += 100)
      ids.push(...(await call(rows, 'create_bulk', { table_id, rows: cells.slice(at, at + 100) as never })).data.map(({ id }) => id));
    return ids;
  };
  const link = (from: string, to: string, symmetric_key?: string) =>
    call(columns, 'create', {
      table_id: from,
      key: 'links',
      label: 'Links',
      type: 'reference',
      reference_target: { table_id: to, ...(symmetric_key && { symmetric_key }) },
    } as never);
  const list = (table_id: string) => call(rows, 'list', { table_id, limit: 100 });
  return { notes: notes.id, topics: topics.id, add, link, list, cells: Array.from({ length: count }, () => ({ name: LONG_TITLE })) };
}

test('titles of linked rows are cut, and links beyond the room of an answer have none', async () => {
  const { notes, topics, add, link, list, cells } = await notesAndTopics(MAX_LINKS_PER_CELL);
  await link(topics, notes);
  const ids = await add(notes, cells);
  for (let at = 0; at < 8; at++) await add(topics, [{ name: `${at}`, links: ids }]);
  const read = await list(topics);
  expect(bytesOf(read)).toBeLessThan(MAX_MESSAGE_BYTES);
  const [first, last] = [read.data[0]!.data.links, read.data[7]!.data.links] as unknown as Link[][];
  expect(first![0]).toEqual({ row_id: ids[0], title: 'n'.repeat(MAX_LINK_TITLE_CHARACTERS) });
  expect(last).toHaveLength(MAX_LINKS_PER_CELL);
  expect(last![0]).toEqual({ row_id: ids[0], title: null });
});

test('an inverse column shows a thousand rows, and none with an error beyond the room of an answer', async () => {
  const { notes, topics, add, link, list, cells } = await notesAndTopics(MAX_INVERSE_LINKS + 50);
  await link(notes, topics, 'notes');
  const ids = await add(
    topics,
    Array.from({ length: 8 }, (_, at) => ({ name: `${at}` })),
  );
  await add(
    notes,
    cells.map((cell) => ({ ...cell, links: ids })),
  );
  const read = await list(topics);
  expect(bytesOf(read)).toBeLessThan(MAX_MESSAGE_BYTES);
  expect(read.data[0]!.data.notes).toHaveLength(MAX_INVERSE_LINKS);
  expect(read.data[7]!.data.notes).toBeNull();
  expect(read.data[7]!._errors?.notes).toMatchObject({ code: 'too_long', message: expect.stringContaining('ask for fewer rows') });
});

test('a page of an export has a limit in bytes', async () => {
  const { call, table } = newSpace(space);
  const { id: table_id } = await table('Notes', { key: 'name', type: 'text' }, { key: 'text', type: 'long_text' });
  const escapes = '\u0001'.repeat(99_000);
  for (let at = 0; at < 20; at += 5)
    await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 5 }, () => ({ name: 'a', text: escapes })) as never });
  let found = 0;
  for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
    const page = await call(rows, 'export', { table_id, ...(cursor !== undefined && { cursor }) });
    expect(bytesOf(page)).toBeLessThan(MAX_MESSAGE_BYTES);
    found += page.csv.split('a,').length - 1;
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(found).toBe(20);
});
