import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import {
  type Database,
  findExisting,
  listQuery,
  lockVersioned,
  openDatabase,
  orderOf,
  type PageInput,
  readPage,
  sql,
  textsOfAnyLength,
  unnestRows,
} from '@space/database';
import { type FreshDatabase, freshDatabase } from '@space/database/testing';
import { Client } from 'pg';
import { z } from 'zod';

let fresh: FreshDatabase;
let database: Database;
let other: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url, { checkRows: true });
  other = new Client({ connectionString: fresh.url });
  await other.connect();
  await database.query(sql.typeAlias('void')`
    create table public.meeting (id text primary key, seq bigint not null, starts_at timestamptz not null, note jsonb, version int not null default 1)`);
  const rows = [
    { id: 'a', seq: 1, starts_at: '2026-01-01T00:00:00.000Z', note: '{"x":1}' },
    { id: 'b', seq: 2, starts_at: '2026-01-02T00:00:00.250Z', note: null },
    { id: 'c', seq: 3, starts_at: '2026-01-02T00:00:00.250Z', note: undefined },
    { id: 'd', seq: 4, starts_at: '2026-01-03T00:00:00.000Z', note: 'null' },
  ];
  await database.query(sql.typeAlias('void')`
    insert into public.meeting (id, seq, starts_at, note)
    select id, seq, starts_at, note from ${unnestRows(rows, { id: 'text', seq: 'int8', starts_at: 'timestamptz', note: 'jsonb' }, 'new_row')}`);
});
afterAll(async () => {
  await Promise.all([database.end(), other.end()]);
  await fresh.drop();
});

test('a prepared statement with texts of any length has one plan for all calls', async () => {
  const single = await openDatabase(fresh.url, { connections: 1, checkRows: true });
  const find = (ids: string[]) =>
    single.any(sql.prepared('find-meetings', z.object({ id: z.string() }))`
      select id from public.meeting where id = any(${textsOfAnyLength(ids)}) order by id`);
  for (let call = 0; call < 10; call += 1) expect(await find(call % 2 === 0 ? ['a'] : ['b', 'c', 'x'])).toHaveLength(1 + (call % 2));
  const plans = await single.one(sql.type(z.object({ generic_plans: z.number(), custom_plans: z.number() }))`
    select generic_plans, custom_plans from pg_prepared_statements where name like '%find-meetings%'`);
  await single.end();
  // Postgres compares with the first five calls, each of which has its own plan.
  expect(plans).toEqual({ generic_plans: 5, custom_plans: 5 });
});

type Page = { data: string[]; has_more: boolean; next_cursor: string | null; total?: number; total_is_exact?: boolean };
type Sort = Pick<Parameters<typeof listQuery>[1], 'most_counted' | 'sortBy' | 'direction' | 'prepare' | 'order'>;

const page = async (input: PageInput, sort: Sort = {}, where = sql.fragment`true`): Promise<Page> =>
  JSON.parse(
    await readPage(
      database,
      listQuery(input, { from: sql.fragment`public.meeting as m`, alias: 'm', where, item: sql.fragment`to_json(m.id)`, ...sort }),
    ),
  );

/** Reads all pages of one row each. */
async function walk(sort: Sort): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: Page = await page({ limit: 1, cursor }, sort);
    ids.push(...next.data);
    cursor = next.next_cursor;
  }
  return ids;
}

describe('listQuery', () => {
  const startsAt = { column: sql.fragment`m.starts_at`, type: 'timestamp' } as const;
  const seq = { column: sql.fragment`m.seq`, type: 'integer' } as const;
  const id = { column: sql.fragment`m.id`, type: 'text' } as const;

  test.each<[string, Sort, string[]]>([
    ['newest id first by default', {}, ['d', 'c', 'b', 'a']],
    ['oldest id first', { direction: 'asc' }, ['a', 'b', 'c', 'd']],
    ['by a number', { sortBy: [seq] }, ['d', 'c', 'b', 'a']],
    ['by a time that two rows share', { sortBy: [startsAt, id], direction: 'asc' }, ['a', 'b', 'c', 'd']],
    ['by a time, descending', { sortBy: [startsAt, id] }, ['d', 'c', 'b', 'a']],
    ['with a prepared first page', { prepare: 'meetings' }, ['d', 'c', 'b', 'a']],
  ])('returns each row once across pages: %s', async (_order, sort, ids) => {
    expect(await walk(sort)).toEqual(ids);
  });

  test('counts all matching rows only if the caller asks', async () => {
    expect(await page({ limit: 1, include_total: true }, {}, sql.fragment`m.seq > 1`)).toMatchObject({
      data: ['d'],
      has_more: true,
      total: 3,
    });
    expect(await page({ limit: 4 })).toEqual({ data: ['d', 'c', 'b', 'a'], has_more: false, next_cursor: null });
  });

  test('counts at most as many rows as the list says, and says if there are more', async () => {
    const counted = async (most_counted?: number) => {
      const { total, total_is_exact } = await page({ limit: 1, include_total: true }, { ...(most_counted && { most_counted }) });
      return [total, total_is_exact];
    };
    expect(await counted()).toEqual([4, undefined]);
    expect(await counted(3)).toEqual([3, false]);
    expect(await counted(4)).toEqual([4, true]);
    expect(await counted(Number.POSITIVE_INFINITY)).toEqual([4, true]);
  });

  test('skips offset rows', async () => {
    expect(await page({ limit: 2, offset: 3 }, { prepare: 'meetings' })).toMatchObject({ data: ['a'], has_more: false });
  });

  test('ends a page before it is larger than its bytes, and serialises at most one entry more', async () => {
    await other.query(`create sequence public.serialised`);
    await other.query(`create function public.note_of(bytes int) returns text language sql volatile
      as $$ select rpad(nextval('public.serialised')::text, bytes, 'x') $$`);
    const sizes = [100, 900_000, 900_000, MAX_PAGE_BYTES + 1, 900_000, 900_000, 900_000, 900_000, 900_000, 100, 100];
    const from = sql.fragment`(select * from unnest(${sql.array(sizes, 'int4')}) with ordinality as u (bytes, id)) as m`;
    const sizedPage = async (cursor: string | null) => {
      await other.query(`select setval('public.serialised', 1, false)`);
      const text = await readPage(
        database,
        listQuery(
          { limit: 50, ...(cursor && { cursor }) },
          {
            from,
            alias: 'm',
            where: sql.fragment`true`,
            item: sql.fragment`to_json(public.note_of(m.bytes - 2))`,
            sortBy: [{ column: sql.fragment`m.id`, type: 'integer' }],
            direction: 'asc',
          },
        ),
      );
      const { data, next_cursor, has_more } = JSON.parse(text) as Page;
      const serialised = await other.query<{ n: string }>('select last_value as n from public.serialised');
      expect(Number(serialised.rows[0]!.n)).toBeLessThanOrEqual(data.length + 1);
      expect(has_more).toBe(next_cursor !== null);
      return { bytes: data.map(({ length }) => length + 2), next_cursor };
    };
    const pages: number[][] = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const { bytes, next_cursor } = await sizedPage(cursor);
      pages.push(bytes);
      cursor = next_cursor;
    }
    expect(pages).toEqual([sizes.slice(0, 3), [MAX_PAGE_BYTES + 1], sizes.slice(4, 8), sizes.slice(8)]);
  });

  test('rejects the cursor of another list', async () => {
    const { next_cursor } = await page({ limit: 1 });
    await expect(page({ limit: 1, cursor: next_cursor! }, { sortBy: [startsAt, id] })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('accepts a cursor in its own order only', async () => {
    const orders = ['created_at', '-created_at', 'starts_at', '-starts_at'];
    const byName = (sort: string) => orderOf(sort, 'm', { starts_at: startsAt });
    const accepted: string[] = [];
    for (const sort of orders) {
      const { next_cursor } = await page({ limit: 1 }, byName(sort));
      for (const other of orders)
        await page({ limit: 1, cursor: next_cursor! }, byName(other)).then(
          ({ data }) => accepted.push(`${sort} ${other} ${data}`),
          (error) => expect(error).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'cursor' }] } }),
        );
    }
    expect(accepted).toEqual(['created_at created_at b', '-created_at -created_at c', 'starts_at starts_at b', '-starts_at -starts_at c']);
  });
});

const meetingById = (id: string) =>
  sql.type(z.object({ id: z.string(), version: z.number() }))`select m.id, m.version from public.meeting as m where m.id = ${id}`;

describe('lockVersioned', () => {
  test('returns the row and holds its lock until the transaction ends', async () => {
    await database.transaction(async (tx) => {
      expect(await lockVersioned(tx, meetingById('a'), { noun: 'meeting', id: 'a', ifMatch: [1], of: 'm' })).toEqual({
        id: 'a',
        version: 1,
      });
      const free = await other.query<{ id: string }>('select id from public.meeting order by id for update skip locked');
      expect(free.rows.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    });
  });

  test('throws not_found with noun and id, and precondition_failed for another version', async () => {
    await expect(
      database.connect((tx) => lockVersioned(tx, meetingById('z'), { noun: 'meeting', id: 'z', ifMatch: null })),
    ).rejects.toThrow('There is no meeting "z" in this Space.');
    await expect(
      database.connect((tx) => lockVersioned(tx, meetingById('a'), { noun: 'meeting', id: 'a', ifMatch: [2] })),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  test('findExisting returns the row, or throws not_found', async () => {
    expect(await findExisting(database, meetingById('b'), { noun: 'meeting', id: 'b' })).toEqual({ id: 'b', version: 1 });
    await expect(findExisting(database, meetingById('z'), { noun: 'meeting', id: 'z' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('unnestRows', () => {
  test('keeps the order of columns, and null for a missing value', async () => {
    const stored = await database.any(sql.type(z.object({ id: z.string(), note: z.string().nullable() }))`
      select id, note::text as note from public.meeting order by id`);
    expect(stored).toEqual([
      { id: 'a', note: '{"x": 1}' },
      { id: 'b', note: null },
      { id: 'c', note: null },
      { id: 'd', note: 'null' },
    ]);
  });

  test('makes an empty table of no rows', async () => {
    expect(await database.any(sql.type(z.object({ id: z.string() }))`select id from ${unnestRows([], { id: 'text' }, 'none')}`)).toEqual(
      [],
    );
  });
});
