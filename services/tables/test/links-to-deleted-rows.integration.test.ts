import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { type Filter, rows, tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

/** Creates three deals: with an existing and a deleted person, with a deleted person only, and without a person. */
async function deals() {
  const { call, table, contact } = newSpace(services);
  const people = await table('People', { key: 'name', type: 'text' });
  const { id: table_id } = await table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'who', type: 'reference', reference_target: { table_id: people.id, cardinality: 'many' } },
    { key: 'met', type: 'contact', field_config: { multiple: true } },
    { key: 'how_many', type: 'count', field_config: { reference_column: 'who' } },
  );
  const person = async (name: string) => (await call(rows, 'create', { table_id: people.id, data: { name } })).id;
  const [ada, gone] = [await person('Ada'), await person('Gone')];
  const friend = await contact('Zoe', 'zoe@example.com');
  for (const [name, who] of Object.entries({ both: [ada, gone], left: [gone], none: [] }))
    await call(rows, 'create', { table_id, data: { name, who, met: name === 'both' ? [friend.id] : null } });
  await call(rows, 'delete', { table_id: people.id, row_id: gone });
  const list = async () => (await call(rows, 'list', { table_id })).data;
  const names = async (op: string, value?: string | string[]) => {
    const filters = [{ column_key: 'who', op, ...(value === undefined ? {} : { value }) }] as Filter[];
    return (await call(rows, 'list', { table_id, filters })).data.map(({ title }) => title);
  };
  return { call, table_id, ada, gone, friend, list, names };
}

describe('a link to a deleted row', () => {
  test('is not shown, counted or found', async () => {
    const { call, table_id, ada, gone, list, names } = await deals();
    expect((await list()).map(({ data }) => [data.who, data.how_many])).toEqual([
      [[{ row_id: ada, title: 'Ada' }], 1],
      [null, 0],
      [null, 0],
    ]);
    expect(await names('is_empty')).toEqual(['left', 'none']);
    expect(await names('is_not_empty')).toEqual(['both']);
    expect(await names('eq', ada)).toEqual(['both']);
    expect(await names('neq', ada)).toEqual(['left', 'none']);
    expect(await names('has_all', [ada])).toEqual(['both']);
    expect(await names('has_all', [ada, gone])).toEqual([]);
    expect(await names('has_any', [ada, gone])).toEqual(['both']);
    expect(await names('has_any', [gone])).toEqual([]);
    expect(await names('has_none', [gone])).toEqual(['both', 'left', 'none']);
    expect(await names('not_contains', ada)).toEqual(['left', 'none']);
    expect(
      await call(tables, 'aggregate', {
        table_id,
        aggregates: [
          { function: 'count_filled', column_key: 'who', as: 'filled' },
          { function: 'count_empty', column_key: 'who', as: 'empty' },
        ],
      }),
    ).toMatchObject({ groups: [{ values: { filled: 1, empty: 2 } }] });
  });

  test('allows writing the row back as it was read, and so does a deleted contact', async () => {
    const { call, table_id, ada, friend, list } = await deals();
    await call(contacts, 'delete', { id: friend.id });
    const [both] = await list();
    expect(both!.data.met).toEqual([{ contact_id: friend.id, name: null, email: null }]);
    const { how_many: _, ...data } = both!.data;
    const written = await call(rows, 'update', { table_id, row_id: both!.id, data });
    expect(written.data).toMatchObject({ who: [{ row_id: ada, title: 'Ada' }], met: [{ contact_id: friend.id }], how_many: 1 });
  });
});
