import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

const createTable = () =>
  tableWith(space, { name: { type: 'text' }, amount: { type: 'number' }, stage: { type: 'select', options: ['Z', 'A', 'M'] } });

describe('paging by cursor', () => {
  test.each([
    ['oldest first', []],
    ['by number', [{ column_key: 'amount', direction: 'asc' as const }]],
    ['by number, largest first', [{ column_key: 'amount', direction: 'desc' as const }]],
    [
      'by choice and number',
      [
        { column_key: 'stage', direction: 'desc' as const },
        { column_key: 'amount', direction: 'asc' as const },
      ],
    ],
    ['newest first', [{ column_key: 'created_at', direction: 'desc' as const }]],
  ])('%s returns each existing row once while rows are inserted', async (_order, sort) => {
    const table = await createTable();
    const ids = await table.insert(
      ...Array.from({ length: 40 }, (_, n) => ({
        name: `${n}`,
        amount: n % 3 === 0 ? null : n % 7,
        stage: n % 4 === 0 ? null : ['opt_z', 'opt_a', 'opt_m'][n % 3]!,
      })),
    );
    const met: string[] = [];
    for (let cursor: string | undefined, page = 0; ; page++) {
      const answer = await table.list({ sort, limit: 7, ...(cursor && { cursor }) });
      met.push(...answer.data.map(({ id }) => id));
      if (!answer.has_more) break;
      cursor = answer.next_cursor!;
      if (page < 5) await table.insert({ name: 'late', amount: page, stage: 'opt_a' }, { name: 'late' });
    }
    expect(new Set(met).size).toBe(met.length);
    expect(ids.filter((id) => !met.includes(id))).toEqual([]);
  });

  test('continues in the new order of choices after they were reordered', async () => {
    const table = await createTable();
    await table.insert({ name: 'm', stage: 'opt_m' }, { name: 'a', stage: 'opt_a' }, { name: 'z', stage: 'opt_z' });
    const sort = [{ column_key: 'stage', direction: 'asc' as const }];
    expect(await table.titles({ sort })).toEqual(['z', 'a', 'm']);
    const { next_cursor } = await table.list({ sort, limit: 2 });
    const swapped = ['Z', 'M', 'A'].map((name) => ({ id: `opt_${name.toLowerCase()}`, name, color: null }));
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.user_column set options = ${JSON.stringify(swapped)}::jsonb where id = ${table.column_ids.stage!}`);
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.user_table set schema_version = schema_version + 1 where id = ${table.table_id}`);
    expect(await table.titles({ sort })).toEqual(['z', 'm', 'a']);
    expect(await table.titles({ sort, cursor: next_cursor! })).toEqual([]);
  });

  test.each([
    ['as Postgres writes them', [], undefined],
    ['in two parts, empty cells first', [{ column_key: 'amount', direction: 'asc' as const }], undefined],
    ['with cells that Node presents', [], { prefix: 'INV-' }],
  ])('returns large rows on pages of bounded size: %s', async (_kind, sort, config) => {
    const table = await tableWith(space, {
      name: { type: 'text' },
      amount: { type: 'number' },
      number: { type: 'autonumber', ...(config && { config }) },
    });
    const name = 'x'.repeat(900_000);
    const ids = await table.insert(
      ...Array.from({ length: 6 }, (_, n) => ({ name, amount: n < 3 ? null : n })),
      ...Array.from({ length: 3 }, (_, n) => ({ name: 'small', amount: 9 + n })),
    );
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer: Awaited<ReturnType<typeof table.list>> = await table.list({ sort, limit: 200, ...(cursor && { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThan(MAX_PAGE_BYTES);
      expect(answer.has_more).toBe(answer.next_cursor !== null);
      pages.push(answer.data.map(({ id }) => id));
      cursor = answer.next_cursor;
    }
    // The title of a row repeats its name.
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  test('has no next page after the last row', async () => {
    const table = await createTable();
    await table.insert({ amount: 1 }, {}, { amount: 2 }, {});
    const sort = [{ column_key: 'amount', direction: 'desc' as const }];
    const first = await table.list({ sort, limit: 2 });
    expect(first).toMatchObject({ has_more: true });
    expect(await table.list({ sort, limit: 2, cursor: first.next_cursor! })).toMatchObject({ has_more: false, next_cursor: null });
    expect(await table.list({ limit: 4 })).toMatchObject({ has_more: false, next_cursor: null });
  });
});

describe('a cursor', () => {
  test('of another order, of another list or of no list is rejected', async () => {
    const table = await createTable();
    await table.insert({ name: 'a', amount: 1 }, { name: 'b', amount: 2 }, { name: 'c', amount: 3 });
    const sort = [{ column_key: 'amount', direction: 'asc' as const }];
    const { next_cursor } = await table.list({ sort, limit: 1 });
    const plain = (await table.list({ limit: 1 })).next_cursor!;
    const made = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const [mark] = JSON.parse(Buffer.from(next_cursor!, 'base64url').toString()) as [string];
    const refused: [Parameters<typeof table.list>[0], string][] = [
      [{ sort: [{ column_key: 'amount', direction: 'desc' as const }] }, next_cursor!],
      [{ sort: [{ column_key: 'name' }] }, next_cursor!],
      [{}, next_cursor!],
      [{ sort }, plain],
      [{ sort }, made([mark, "1' or true", 'row_x'])],
      [{ sort }, made([mark, { a: 1 }, 'row_x'])],
      [{ sort }, made([mark, 1])],
      [{ sort }, made([mark, 1, 7])],
      [{}, made(['', 'a\u0000'])],
      [{}, 'x'],
      [{}, made(null)],
    ];
    for (const [args, cursor] of refused)
      await expect(table.list({ ...args, cursor })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] },
      });
  });

  test('stays short for long texts', async () => {
    const columns = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, { type: 'text' as const }]));
    const table = await tableWith(space, columns);
    const long = '😀'.repeat(3_000);
    const row = Object.fromEntries(Object.keys(columns).map((key) => [key, long]));
    await table.insert(row, row, row);
    const sort = Object.keys(columns).map((column_key) => ({ column_key }));
    const { next_cursor } = await table.list({ sort, limit: 1 });
    expect(next_cursor!.length).toBeLessThanOrEqual(4_096);
    expect((await table.list({ sort, limit: 5, cursor: next_cursor! })).data).toHaveLength(2);
  });

  test('a page at a large offset has the rows that follow those before it, in any order and with filters', async () => {
    const table = await createTable();
    for (const part of [0, 1, 2, 3, 4])
      await table.insert(
        ...Array.from({ length: 500 }, (_, n) => ({ name: `${part} ${n}`, amount: n % 5 === 0 ? null : n % 83, stage: 'opt_a' })),
      );
    const filters = [{ column_key: 'stage' as const, op: 'eq' as const, value: 'A' }];
    for (const sort of [[], [{ column_key: 'amount', direction: 'desc' as const }], [{ column_key: 'stage', direction: 'asc' as const }]])
      for (const more of [{}, { filters }]) {
        const pages = [await table.list({ sort, limit: 200 })];
        while (pages.at(-1)!.has_more) pages.push(await table.list({ sort, limit: 200, cursor: pages.at(-1)!.next_cursor! }));
        const all = pages.flatMap(({ data }) => data);
        expect(all).toHaveLength(2_500);
        for (const offset of [999, 1_000, 1_249, 1_250, 2_000, 2_399, 2_400, 2_499, 2_500]) {
          const page = await table.list({ sort, ...more, offset, limit: 100 });
          expect(page.data).toEqual(all.slice(offset, offset + 100));
          expect(page.has_more).toBe(offset + 100 < 2_500);
          if (!page.has_more) continue;
          const next = await table.list({ sort, ...more, limit: 1, cursor: page.next_cursor! });
          expect(next.data).toEqual([all[offset + 100]]);
        }
      }
  });

  test('skips up to 1,000 rows with an offset, also from empty cells to filled ones', async () => {
    const table = await createTable();
    for (const part of [0, 1, 2])
      await table.insert(...Array.from({ length: 400 }, (_, n) => ({ name: `${part} ${n}`, amount: n % 3 === 0 ? null : n % 83 })));
    for (const direction of ['asc', 'desc'] as const) {
      const sort = [{ column_key: 'amount', direction }];
      const { next_cursor } = await table.list({ sort, limit: 5 });
      for (const offset of [0, 1, 394, 395, 396, 794, 795, 796, 999, 1_000]) {
        const { data: expected } = await table.list({ sort, limit: 7, offset: 5 + offset });
        const { data } = await table.list({ sort, limit: 7, offset, cursor: next_cursor! });
        expect([offset, data]).toEqual([offset, expected]);
      }
    }
  });

  test('refuses a larger offset with the way out', async () => {
    const table = await createTable();
    await table.insert({}, {}, {});
    const { next_cursor } = await table.list({ limit: 1 });
    await expect(table.list({ cursor: next_cursor!, offset: 1_001 })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'offset', code: 'too_big', message: expect.stringContaining('at most 1000 with a cursor') }] },
    });
    expect((await table.list({ cursor: next_cursor!, offset: 1 })).data).toHaveLength(1);
    expect((await table.list({ offset: 2 })).data).toHaveLength(1);
    expect((await table.list({ offset: 9_007_199_254_740_991 })).data).toHaveLength(0);
  });
});

describe('the order of rows', () => {
  test('compares numbers in text by value and ignores case, with empty cells first in asc and last in desc', async () => {
    const table = await createTable();
    await table.insert({ name: 'Room 10' }, { name: 'room 9' }, {}, { name: 'Ärger' }, { name: 'ZOO' });
    expect(await table.titles({ sort: [{ column_key: 'name' }] })).toEqual([null, 'Ärger', 'room 9', 'Room 10', 'ZOO']);
    expect(await table.titles({ sort: [{ column_key: 'name', direction: 'desc' }] })).toEqual(['ZOO', 'Room 10', 'room 9', 'Ärger', null]);
  });
});
