import { expect, test } from '@jest/globals';
import type { Column } from '../schema/schema.ts';
import { createDateParser, findDateOrders } from './date-order.ts';

const dateColumn = (config: Column['config']) => ({ id: 'col_1', key: 'due', type: 'date', value_type: 'date', config }) as Column;

test.each([
  ['no order is known', {}, undefined, 'ambiguous_date'],
  ['the format begins with the year', { format: 'YYYY-MM-DD' }, undefined, 'ambiguous_date'],
  ['the caller says the order', {}, 'day_first', 'out_of_range'],
  ['the format says the order', { format: 'DD/MM/YYYY' }, undefined, 'out_of_range'],
] as const)('the error of a date that may be read two ways, when %s', async (_, config, wanted, code) => {
  const column = dateColumn({ ...config, min: '2030-01-01' });
  const parse = createDateParser(await findDateOrders([column], [{ cells: ['03/04/2026'] }], wanted), { create_options: false });
  expect(parse(column, '03/04/2026')).toMatchObject({ error: { code } });
});

test('the other dates of the column say the order', async () => {
  const column = dateColumn({ format: 'YYYY-MM-DD', min: '2026-01-01' });
  const lines = ['03/04/2026', '25/04/2026'].map((text) => ({ cells: [text] }));
  const parse = createDateParser(await findDateOrders([column], lines, undefined), { create_options: false });
  expect(parse(column, '03/04/2026')).toEqual({ cell: '2026-04-03' });
  expect(parse(column, '03/04/2025')).toMatchObject({ error: { code: 'out_of_range' } });
});
