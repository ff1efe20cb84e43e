import { expect, test } from '@jest/globals';
import { newSpace, type TestSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { sendJson } from './send.ts';
import { requestOf } from './worst-calls.ts';

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

/** Creates a table whose rows have a hundred computed cells of the longest text. */
async function newTable(space: TestSpace, expression: string): Promise<string> {
  const formulas = Array.from({ length: 100 }, (_, n) => ({
    key: `f${n}`,
    label: `Formula ${n}`,
    type: 'formula',
    field_config: { expression },
  }));
  const columns = [{ key: 'name', label: 'Name', type: 'text' }, ...formulas];
  const made = await sendJson('POST', '/tables', space.api_key, { name: 'Engines', columns });
  expect(made).toMatchObject({ status: 201 });
  return (JSON.parse(made.text) as { id: string }).id;
}

test.each([
  ['stored cells of one byte a character', 'REPT({name}, 99990)', 'x'],
  ['stored cells of three bytes a character', 'REPT({name}, 99990)', '€'],
  ['stored cells of escapes', 'REPT({name}, 99990)', '\u0001'],
  ['cells that depend on the current time', 'IF(YEAR(NOW()) > 1, REPT({name}, 99990), "")', 'x'],
])('a row with a hundred computed cells of the longest text is written and read: %s', async (_, expression, name) => {
  const space = await newSpace();
  const table_id = await newTable(space, expression);
  const call = async (id: string, args: Arguments, status: number) => {
    const answer = await expectWithinBudget('formulas', requestOf(operationOf(id), space, { table_id, ...args }), id);
    expect({ id, status: answer.status }).toEqual({ id, status });
    return JSON.parse(answer.text) as { id: string };
  };
  const { id: row_id } = await call('rows.create', { data: { name } }, 201);
  await call('rows.update', { row_id, data: { name: `${name}${name}` } }, 200);
  await call('rows.update', { row_id, data: { name } }, 200);
  await call('rows.create_bulk', { rows: Array(100).fill({ name }) }, 201);
  await call('rows.get', { row_id }, 200);
  await call('rows.list', { limit: 200 }, 200);
  await call('rows.export', {}, 200);
  await call('rows.history', { row_id }, 200);
  const { url } = await space.client.share_links.create({ table_id });
  const page = await expectWithinBudget('formulas', { method: 'GET', url }, 'share page');
  expect({ status: page.status, hasCells: page.bytes > 90_000 }).toEqual({ status: 200, hasCells: true });
});
