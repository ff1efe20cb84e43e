import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { type Filter, type FilterOp, rows, tables, views } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/space.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const LOCAL = '2026-12-01T09:00[Europe/Berlin]';
const STORED = '2026-12-01T08:00:00.000Z';

/** Creates a table with a time, in the zone of Tokyo. */
async function visits() {
  const here = newSpace(space);
  const { id: table_id } = await here.table(
    'Visits',
    { key: 'name', type: 'text', field_config: { unique: true } },
    { key: 'at', type: 'datetime', field_config: { timezone: 'Asia/Tokyo' } },
  );
  const times = async () => (await here.call(rows, 'list', { table_id })).data.map(({ data }) => data.at);
  return { ...here, table_id, times };
}

describe('a cell with a local time and its zone', () => {
  test('is stored in UTC by every operation that writes rows', async () => {
    const { call, table_id, times } = await visits();
    const { id: row_id } = await call(rows, 'create', { table_id, data: { name: 'a', at: LOCAL } });
    for (const typecast of [false, true])
      await call(rows, 'create_bulk', { table_id, rows: [{ name: `b ${typecast}`, at: LOCAL }], typecast });
    await call(rows, 'upsert', { table_id, key: 'name', rows: [{ name: 'c', at: LOCAL }] });
    await call(rows, 'import', { table_id, csv: `name,at\nd,${LOCAL}\n` });
    expect(await times()).toEqual(Array(5).fill(STORED));
    await call(rows, 'update', { table_id, row_id, data: { at: '2026-12-01T10:00[Europe/Berlin]' } });
    expect((await times())[0]).toBe('2026-12-01T09:00:00.000Z');
    await call(rows, 'update_matching', { table_id, filters: [{ column_key: 'name', op: 'eq', value: 'a' }], data: { at: LOCAL } });
    expect((await times())[0]).toBe(STORED);
  });

  test('is refused with the reason if its zone is unknown', async () => {
    const { call, table_id } = await visits();
    const at = '2026-12-01T09:00[Mars/Olympus]';
    const message = expect.stringContaining('name an IANA time zone');
    for (const typecast of [false, true])
      expect(await refusal(call(rows, 'create', { table_id, data: { at }, typecast }))).toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'data.at', message }] },
      });
    expect(await call(rows, 'import', { table_id, csv: `at\n${at}\n` })).toMatchObject({ created: 0, errors: [{ message }] });
  });
});

describe('a filter by a local time and its zone', () => {
  const filterBy = (op: FilterOp, value: unknown, column_key = 'at'): Filter[] => [{ column_key, op, value } as Filter];

  /** Creates a table with a row before the time, one at it and one after it. */
  async function threeVisits() {
    const made = await visits();
    const at = (hour: number) => `2026-12-01T0${hour}:00:00Z`;
    await made.call(rows, 'create_bulk', {
      table_id: made.table_id,
      rows: [
        { name: 'before', at: at(7) },
        { name: 'then', at: at(8) },
        { name: 'after', at: at(9) },
      ],
    });
    const names = async (filters: Filter[]) =>
      (await made.call(rows, 'list', { table_id: made.table_id, filters })).data.map(({ data }) => data.name);
    return { ...made, names };
  }

  test('finds the rows of that instant, before it and after it', async () => {
    const { names } = await threeVisits();
    expect(await names(filterBy('lt', LOCAL))).toEqual(['before']);
    expect(await names(filterBy('eq', LOCAL))).toEqual(['then']);
    expect(await names(filterBy('in', [LOCAL]))).toEqual(['then']);
    expect(await names(filterBy('gt', LOCAL))).toEqual(['after']);
    expect(await names(filterBy('between', [LOCAL, '2026-12-01T10:00[Europe/Berlin]']))).toEqual(['then', 'after']);
    // Clocks skip this time, so it is an hour later.
    expect(await names(filterBy('gte', '2026-03-29T02:30[Europe/Berlin]'))).toHaveLength(3);
  });

  test('reads the times that every row has', async () => {
    const { names } = await threeVisits();
    for (const key of ['created_at', 'updated_at']) {
      expect(await names(filterBy('gt', '2000-01-01T09:00[Europe/Berlin]', key))).toHaveLength(3);
      expect(await names(filterBy('lt', '2000-01-01T09:00[Europe/Berlin]', key))).toEqual([]);
    }
  });

  test('works in a view, in an aggregate and in a change by filters', async () => {
    const { call, table_id } = await threeVisits();
    const filters = filterBy('lte', LOCAL);
    const { id: view_id } = await call(views, 'create', {
      table_id,
      name: 'Until then',
      config: { columns: [{ column_key: 'name' }], filters },
    });
    expect((await call(rows, 'list', { table_id, view_id })).data).toHaveLength(2);
    expect((await call(tables, 'aggregate', { table_id, filters })).groups).toMatchObject([{ values: { count: 2 } }]);
    expect(await call(rows, 'delete_matching', { table_id, filters })).toMatchObject({ deleted: 2 });
  });

  test('works on a share page', async () => {
    const { show } = await sharedTable(
      space.ports,
      [
        { key: 'name', type: 'text' },
        { key: 'at', type: 'datetime' },
      ],
      [
        { name: 'Sooner', at: '2026-12-01T07:00:00Z' },
        { name: 'Later', at: '2026-12-01T09:00:00Z' },
      ],
    );
    const { body } = await show('grid', { columns: [{ column_key: 'name' }], filters: filterBy('lt', LOCAL) });
    expect(body).toContain('Sooner');
    expect(body).not.toContain('Later');
  });

  test('is refused with the reason if its zone is unknown, and other texts with both forms', async () => {
    const { call, table_id } = await threeVisits();
    const refused = (value: string) => refusal(call(rows, 'list', { table_id, filters: filterBy('lt', value) }));
    const errors = (text: string) => ({ extras: { errors: [{ path: 'filters.0.value', message: expect.stringContaining(text) }] } });
    expect(await refused('2026-12-01T09:00[Mars/Olympus]')).toMatchObject(errors('must name an IANA time zone'));
    expect(await refused('2026-12-01T09:00')).toMatchObject(errors('2026-01-31T12:00[Europe/Berlin]'));
  });
});

test('a table is read as of a local time with its zone', async () => {
  const { call, table_id } = await visits();
  const { created_at } = await call(rows, 'create', { table_id, data: { name: 'a' } });
  space.ports.clock.advance(1_000);
  await call(rows, 'create', { table_id, data: { name: 'b' } });
  const as_of = created_at.replace('Z', '[UTC]');
  expect((await call(rows, 'list', { table_id, as_of })).data.map(({ data }) => data.name)).toEqual(['a']);
  expect(await refusal(call(rows, 'list', { table_id, as_of: '2026-12-01T09:00[Mars/Olympus]' }))).toMatchObject({
    extras: { errors: [{ path: 'as_of', message: expect.stringContaining('must name an IANA time zone') }] },
  });
});
