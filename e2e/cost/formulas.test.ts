import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { newSpace, type TestSpace } from '../space.ts';
import { operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { measure } from './process-cost.ts';
import { sendJson } from './send.ts';
import { requestOf } from './worst-calls.ts';

/** Builds a text of a hundred thousand characters and searches it, 45 times. */
const BOMB = Array.from({ length: 45 }, () => 'SEARCH("z",REPT({name}&"B",50000))').join('+');

const createRows = operations.find(({ id }) => id === 'rows.create_bulk')!;

const ROWS_PER_CALL = 100;
const rows = Array.from({ length: ROWS_PER_CALL }, (_, n) => ({ name: `Engine ${n}` }));

/** The most CPU time of the process while another Space waits for a small call: more would mean that a job blocks it. */
const MAX_WAIT_CPU_MS = 1_000;

const newTable = (space: TestSpace) =>
  space.client.tables.create({ name: 'Engines', columns: [{ key: 'name', label: 'Name', type: 'text', required: true }] });

test('a formula that is too expensive neither blocks other Spaces nor runs for long', async () => {
  const [space, other] = [await newSpace(), await newSpace()];
  const { id: table_id } = await newTable(space);
  for (let n = 0; n < 2; n++) await space.client.rows.create_bulk({ table_id, rows });
  const path = `/tables/${table_id}/columns`;
  const { cpu_ms, result } = await measure(async () => {
    const made = await sendJson('POST', path, space.api_key, {
      key: 'bomb',
      label: 'Bomb',
      type: 'formula',
      field_config: { expression: BOMB },
    });
    const column = made.status === 201 ? `${path}/${(JSON.parse(made.text) as { id: string }).id}` : undefined;
    for (let waited = 0; column && waited < 60; waited++) {
      const call = await measure(() => sendJson('GET', '/contacts?limit=1', other.api_key));
      expect({ status: call.result.status, is_quick: call.cpu_ms < MAX_WAIT_CPU_MS }).toEqual({ status: 200, is_quick: true });
      const { text } = await sendJson('GET', column, space.api_key);
      if ((JSON.parse(text) as { status: string }).status !== 'pending') break;
      await delay(250);
    }
    return made;
  });
  expect([201, 400]).toContain(result.status);
  expect(cpu_ms).toBeLessThan(10_000);
});

test('a bulk insert into a table of a hundred formulas stays within its budget', async () => {
  const space = await newSpace();
  const { id: table_id } = await newTable(space);
  const columns = Array.from({ length: 100 }, (_, n) => ({
    key: `f${n}`,
    label: `Formula ${n}`,
    type: 'formula',
    field_config: { expression: `LEN(UPPER(REPT({name}, ${1_000 + n})))+SEARCH("z", REPT({name}&"B", 5000))` },
  }));
  for (const column of columns) {
    const made = await sendJson('POST', `/tables/${table_id}/columns`, space.api_key, column);
    expect([201, 400, 409]).toContain(made.status);
    if (made.status !== 201) break;
  }
  const answer = await expectWithinBudget('formulas', requestOf(createRows, space, { table_id, rows }));
  expect(answer.status).toBeGreaterThanOrEqual(200);
});
