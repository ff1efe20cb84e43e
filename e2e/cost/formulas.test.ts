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
const rows = Array.from({ length: ROWS_PER_CALL }, (_, n) => ({ name: `${n % 10}` }));

/** Rows of a table whose formula a job computes. */
const ROWS = 2_000;

/** The most CPU time of the process while another Space waits for a small call: more would mean that a job blocks it. */
const MAX_WAIT_CPU_MS = 1_000;

/** The most CPU time of both jobs with the calls meanwhile. */
const MAX_JOBS_CPU_MS = 10_000;

const newTable = (space: TestSpace) =>
  space.client.tables.create({ name: 'Engines', columns: [{ key: 'name', label: 'Name', type: 'text', required: true }] });

/** Creates a Space with a table that a job recomputes. */
async function newLargeTable() {
  const space = await newSpace();
  const { id: table_id } = await newTable(space);
  for (let n = 0; n < ROWS / ROWS_PER_CALL; n++) await space.client.rows.create_bulk({ table_id, rows });
  return { space, path: `/tables/${table_id}/columns` };
}

type LargeTable = Awaited<ReturnType<typeof newLargeTable>>;

/** Creates a formula column, and returns the response and a function that reads its status. */
async function addFormula({ space, path }: LargeTable, expression: string) {
  const made = await sendJson('POST', path, space.api_key, { key: 'f', label: 'Formula', type: 'formula', field_config: { expression } });
  const { id } = JSON.parse(made.text) as { id: string };
  const status = async () => (JSON.parse((await sendJson('GET', `${path}/${id}`, space.api_key)).text) as { status: string }).status;
  return { made, status };
}

test('a formula that is too expensive neither blocks other Spaces, nor their jobs, nor runs for long', async () => {
  const [heavy, light] = [await newLargeTable(), await newLargeTable()];
  const { cpu_ms, result } = await measure(async () => {
    const bomb = await addFormula(heavy, BOMB);
    if (bomb.made.status !== 201) return { bomb: bomb.made.status, isPending: false, light: 'ok' };
    const upper = await addFormula(light, 'UPPER({name} & "x")');
    let seen = ['pending'];
    for (let waited = 0; seen.includes('pending') && waited < 1_000; waited++) {
      const call = await measure(() => sendJson('GET', '/contacts?limit=1', light.space.api_key));
      expect({ status: call.result.status, is_quick: call.cpu_ms < MAX_WAIT_CPU_MS }).toEqual({ status: 200, is_quick: true });
      seen = [await bomb.status(), await upper.status()];
      await delay(100);
    }
    return { bomb: bomb.made.status, isPending: seen[0] === 'pending', light: seen[1] };
  });
  expect([201, 400]).toContain(result.bomb);
  expect(result).toMatchObject({ isPending: false, light: 'ok' });
  expect(cpu_ms).toBeLessThan(MAX_JOBS_CPU_MS);
}, 180_000);

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
