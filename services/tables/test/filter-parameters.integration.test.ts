import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Filter, type FilterOp, MAX_FILTER_VALUES, MAX_FILTERS, tables } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { isFullRun, type TestServices } from '@space/runtime/testing';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

type Table = Awaited<ReturnType<typeof tableWith>>;

/** Returns one case of each group at random, or all with FC_RUNS above 100. Each case is a large statement. */
const someOf = <C extends readonly unknown[]>(groupOf: (one: C) => unknown, cases: readonly C[]): C[] =>
  isFullRun() ? [...cases] : [...Map.groupBy(cases, groupOf).values()].map((group) => group[randomInt(group.length)]!);

const many = { cardinality: 'many', symmetric_column_id: null, is_inverse: false } as const;

/** Returns the most conditions that a filter can have, each with these values. */
const largest = (column_key: string, op: FilterOp, value: (string | number)[]): Filter[] =>
  Array.from({ length: 4 }, () => ({ and: Array.from({ length: MAX_FILTERS / 4 }, () => ({ column_key, op, value })) }));

/** Returns the titles that a table has with the largest filter in its view and in the request, and checks that the total is theirs. */
async function titlesWithLargest(table: Table, key: string, op: FilterOp, value: (string | number)[]) {
  const view_id = newId('viw');
  const config = JSON.stringify({ filters: largest(table.column_ids[key] ?? key, op, value) });
  await space.ports.database.query(sql.typeAlias('void')`
    insert into tables.view (space_id, id, table_id, name, type, config, created_at, updated_at)
    values (${table.caller.space_id}, ${view_id}, ${table.table_id}, ${view_id}, 'grid', ${config}::jsonb, now(), now())`);
  const { data, total } = await table.list({ view_id, filters: largest(key, op, value), include_total: true });
  expect(total).toBe(data.length);
  return data.map(({ title }) => title);
}

/** Returns the most values that a condition can list, the given one first. */
const listed = (first: string, other: (at: number) => string | number) =>
  Array.from({ length: MAX_FILTER_VALUES }, (_, at) => (at === 0 ? first : other(at)));

// A statement of Postgres has at most 65,535 parameters.
describe('the largest filter of a view and of a request', () => {
  const optionNames = listed('Option0', (at) => `Option${at}`) as string[];
  const texts = listed('full', (at) => `t${at}`);
  const mails = listed('ADA@example.com', (at) => `t${at}@example.com`);
  const days = listed('2026-03-10', (at) => new Date(Date.UTC(2027, 0, at * 2)).toISOString().slice(0, 10));
  const contacts = listed('con_ada', (at) => `con_${at}`);
  const elements = listed('a', (at) => at);
  const links = listed('row_linked', (at) => `row_${at}`);
  const [full, empty, both] = [['full'], ['empty'], ['full', 'empty']];

  let table: Table;
  beforeAll(async () => {
    const { table_id, caller } = await tableWith(space, { name: { type: 'text' } });
    table = await tableWith(
      space,
      {
        name: { type: 'text' },
        mail: { type: 'email' },
        day: { type: 'date' },
        at: { type: 'datetime' },
        tags: { type: 'multi_select', options: optionNames },
        who: { type: 'contact', config: { multiple: true } },
        looked: { type: 'lookup' },
        links: { type: 'reference', reference: { ...many, table_id } },
      },
      caller,
    );
    const times = { day: '2026-03-10', at: '2026-03-10T12:00:00.000Z' };
    const lists = { tags: ['opt_option0'], who: ['con_ada'], looked: ['a'], links: ['row_linked'] };
    await table.insert({ name: 'full', mail: 'Ada@example.com', ...times, ...lists }, { name: 'empty' });
  });

  const cases: [string, FilterOp, (string | number)[], string[]][] = [
    ['name', 'in', texts, full],
    ['name', 'not_in', texts, empty],
    ['mail', 'in', mails, full],
    ['mail', 'not_in', mails, empty],
    ['day', 'in', days, full],
    ['day', 'not_in', days, empty],
    ['at', 'in', days, full],
    ['at', 'not_in', days, empty],
    ['created_at', 'in', days, []],
    ['created_at', 'not_in', days, both],
    ['tags', 'has_any', optionNames, full],
    ['tags', 'has_none', optionNames, empty],
    ['who', 'has_any', contacts, full],
    ['who', 'has_none', contacts, empty],
    ['who', 'has_all', contacts, []],
    ['looked', 'has_any', elements, full],
    ['looked', 'has_none', elements, empty],
    ['looked', 'neq', elements, both],
    // No row of the other table has these ids, and a link to a deleted row does not count.
    ['links', 'has_any', links, []],
    ['links', 'has_none', links, both],
  ];
  test.each(someOf(([key]) => key, cases))('on %s with %s answers the rows', async (key, op, values, titles) => {
    expect(await titlesWithLargest(table, key, op, values)).toEqual(titles);
  });

  test('on the columns of an aggregate answers its figures', async () => {
    const aggregated = await table.call(tables, 'aggregate', {
      table_id: table.table_id,
      filters: largest('name', 'in', texts),
      aggregates: [{ function: 'count' }],
    });
    expect(aggregated).toMatchObject({ groups: [{ values: { count: 1 } }] });
  });
});

describe('the largest filter on inverse links', () => {
  let places: Table;
  let visits: string[];
  beforeAll(async () => {
    places = await tableWith(space, { name: { type: 'text' }, visits: { type: 'reference' } });
    const [visited, once] = await places.insert({ name: 'visited' }, { name: 'visited once more' }, { name: 'never visited' });
    const place = { ...many, table_id: places.table_id, symmetric_column_id: places.column_ids.visits! };
    const from = await tableWith(space, { name: { type: 'text' }, place: { type: 'reference', reference: place } }, places.caller);
    const inverse = { ...many, table_id: from.table_id, symmetric_column_id: from.column_ids.place!, is_inverse: true };
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.user_column set reference = ${JSON.stringify(inverse)}::jsonb where id = ${places.column_ids.visits!}`);
    visits = await from.insert(...Array.from({ length: MAX_FILTER_VALUES }, () => ({ name: 'visit', place: [visited!, once!] })));
    await from.insert({ name: 'one more', place: [once!] });
  });

  const cases: [FilterOp, string[]][] = [
    ['eq', ['visited']],
    ['neq', ['visited once more', 'never visited']],
    ['has_all', ['visited', 'visited once more']],
    ['has_any', ['visited', 'visited once more']],
    ['has_none', ['never visited']],
  ];
  test.each(someOf(([op]) => op.startsWith('has'), cases))('with %s answers the rows', async (op, titles) => {
    expect(await titlesWithLargest(places, 'visits', op, visits)).toEqual(titles);
    expect(await titlesWithLargest(places, 'visits', op, [...visits.slice(1), visits[1]!])).toEqual(
      op === 'eq' ? [] : op === 'neq' ? ['visited', ...titles] : titles,
    );
  });
});
