import { afterAll, describe, expect, test } from '@jest/globals';
import { MAX_RECOMPUTE_CPU_MS } from '@space/contracts/tables';
import { schemaWith } from '../../test/fixtures/column.ts';
import type { Column } from '../schema/schema.ts';
import { type CellsBuilder, createCellsBuilder } from './evaluate-row.ts';
import { createFormulaThread, EvaluationEndedError, ThreadNotRunningError } from './formula-thread.ts';

const columnOf = (cid: string, type: Column['type'], expression?: string) =>
  ({
    id: `col_${cid.padEnd(26, '0')}`,
    cid,
    key: cid,
    type,
    value_type: type === 'formula' ? 'number' : 'text',
    config: expression === undefined ? {} : { expression },
    status: 'ok',
    options: [],
  }) as unknown as Column;

const name = columnOf('c1', 'text');
const searches = Array.from({ length: 8 }, (_, at) => `IFERROR(SEARCH("z", REPT({${name.id}} & "é${at}", 20000)), 0)`).join(' + ');
const formula = columnOf('c2', 'formula', searches);
const schema = schemaWith([name, formula]);
const rowsOf = (count: number): CellsBuilder[] =>
  Array.from({ length: count }, (_, at) =>
    createCellsBuilder({ id: `row_${at}`, created_at: 0, updated_at: 0, data: { c1: at % 2 ? 'z' : 'a' } }, {}, null),
  );

describe('a thread for formulas', () => {
  const thread = createFormulaThread();
  afterAll(() => thread.stop());

  test('is needed only for work that takes longer than a moment', async () => {
    expect(await thread.evaluate(schema, [formula], rowsOf(1), 0)).toEqual([]);
    await expect(thread.evaluate(schema, [formula], rowsOf(1_000), 0)).rejects.toThrow(ThreadNotRunningError);
  });

  test('computes the cells of all rows while this thread is free', async () => {
    await thread.start();
    const rows = rowsOf(400);
    const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()];
    expect(await thread.evaluate(schema, [formula], rows, 0)).toEqual([]);
    const { user } = process.threadCpuUsage(here);
    expect(user).toBeLessThan(process.cpuUsage(everywhere).user / 3);
    expect(rows.map((cells) => cells.build().computed.c2)).toEqual(rows.map((_, at) => (at % 2 ? 8 : 0)));
  });

  test('is ended at its limit of processor time, and starts again', async () => {
    await thread.start();
    const before = process.cpuUsage();
    await expect(thread.evaluate(schema, [formula], rowsOf(20_000), 0)).rejects.toThrow(EvaluationEndedError);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(3 * MAX_RECOMPUTE_CPU_MS);
    await thread.start();
    const rows = rowsOf(200);
    await thread.evaluate(schema, [formula], rows, 0);
    expect(rows[199]!.build().computed).toEqual({ c2: 8 });
  }, 30_000);
});
