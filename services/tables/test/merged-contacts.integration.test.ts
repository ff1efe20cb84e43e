import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Filter } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

test('finds a contact under each of its ids after a merge', async () => {
  const table = await tableWith(space, { name: { type: 'text' }, who: { type: 'contact', config: { multiple: true } } });
  await table.insert(
    { name: 'old', who: ['con_merged'] },
    { name: 'new', who: ['con_ada'] },
    { name: 'both and Eve', who: ['con_ada', 'con_merged', 'con_eve'] },
    { name: 'Eve', who: ['con_eve'] },
    { name: 'none' },
  );
  for (const id of ['con_ada', 'con_merged']) {
    const found = (op: string, ...more: string[]) =>
      table.titles({ filters: [{ column_key: 'who', op, value: [id, ...more] }] as Filter[] });
    expect(await found('has_any')).toEqual(['old', 'new', 'both and Eve']);
    expect(await found('eq')).toEqual(['old', 'new']);
    expect(await found('neq')).toEqual(['both and Eve', 'Eve', 'none']);
    expect(await found('has_all', 'con_eve')).toEqual(['both and Eve']);
    expect(await found('eq', 'con_eve')).toEqual(['both and Eve']);
    expect(await found('has_none')).toEqual(['Eve', 'none']);
  }
});

test('finds a contact of many merges in a condition that repeats it', async () => {
  const table = await tableWith(space, { name: { type: 'text' }, who: { type: 'contact', config: { multiple: true } } });
  await table.insert({ name: 'Bea', who: ['con_bea7'] }, { name: 'Bea and Ada', who: ['con_merged', 'con_bea198'] }, { name: 'none' });
  const found = (op: string, ...value: string[]) =>
    table.list({ filters: [0, 1].map(() => ({ column_key: 'who', op, value })) as Filter[] });
  const titles = async (op: string, ...value: string[]) => (await found(op, ...value)).data.map(({ title }) => title);
  const [many, mixed] = [Array.from({ length: 200 }, () => 'con_bea'), ['con_ada', 'con_bea', 'con_bea3']];
  expect(await titles('has_all', ...many)).toEqual(['Bea', 'Bea and Ada']);
  expect(await titles('has_all', ...mixed)).toEqual(['Bea and Ada']);
  expect(await titles('eq', ...many)).toEqual(['Bea']);
  expect(await titles('eq', ...mixed)).toEqual(['Bea and Ada']);
  expect(await titles('neq', ...mixed)).toEqual(['Bea', 'none']);
  expect(await titles('has_any', ...mixed)).toEqual(['Bea', 'Bea and Ada']);
  expect(await titles('has_none', ...mixed)).toEqual(['none']);
});
