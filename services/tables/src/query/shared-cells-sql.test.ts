import { expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { createSharedCells } from './shared-cells-sql.ts';

test('share returns one cell for a name, and throws for another value of the same name', () => {
  const { share } = createSharedCells();
  const first = share('json col_1', sql.fragment`r.data->'c1'`);
  expect(share('json col_1', sql.fragment`r.data->'c1'`).sql).toBe(first.sql);
  expect(share('text col_1', sql.fragment`r.data->>'c1'`).sql).not.toBe(first.sql);
  expect(() => share('json col_1', sql.fragment`r.data->'c2'`)).toThrow('Two different cells of a condition are named "json col_1".');
});
