import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { randomRuns, startServices, type TestServices } from '@space/runtime/testing';
import fc from 'fast-check';
import { createHistoryRetention } from '../src/history/history-retention.ts';
import { mergeRowCounts } from '../src/history/merge-row-counts.queries.ts';
import { newTableInTime } from './fixtures/time.ts';
import { type TestTable, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = () => newTableInTime(space);

describe('any sequence of changes, snapshots and restores', () => {
  const command = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('insert' as const), value: fc.integer({ min: 0, max: 9 }) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('update' as const), at: fc.nat(20), value: fc.integer({ min: 0, max: 9 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add column' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('retire column' as const), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('swap keys' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('add view' as const), isDefault: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete view' as const), at: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('restore' as const), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), at: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  );

  test('leaves the table in the state of the last restored snapshot, and each undo is exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40, size: 'max' }), async (commands) => {
        const { table, call, snap, restore } = await newTable();
        const sweep = createHistoryRetention(space.ports.database, space.ports.clock);
        const saved: { id: string; state: Awaited<ReturnType<TestTable['state']>> }[] = [];
        let fresh = 0;
        const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(items.length, 1)];
        for (const step of commands) {
          space.ports.clock.advance(1);
          const schema = await table.schema();
          if (step.do === 'insert') await table.insert(Object.fromEntries(schema.columns.map(({ cid }) => [cid, step.value])));
          if (step.do === 'update' || step.do === 'delete') {
            const row = pick(await table.rows(), step.at)?.id;
            if (row === undefined) continue;
            if (step.do === 'delete') await table.delete(row);
            else await table.update(row, Object.fromEntries(schema.columns.slice(-2).map(({ cid }) => [cid, step.value])));
          }
          if (step.do === 'add column') await table.addColumn({ key: `k${++fresh}` });
          if (step.do === 'retire column' && schema.columns.length > 0) await table.retireColumn(pick(schema.columns, step.at)!.id);
          if (step.do === 'swap keys' && schema.columns.length > 1) {
            const [a, b] = schema.columns;
            await table.changeColumn(a!.id, sql.fragment`key = ${`t${++fresh}`}`);
            await table.changeColumn(b!.id, sql.fragment`key = ${a!.key}`);
          }
          if (step.do === 'add view') await table.addView(`View ${++fresh}`, step.isDefault);
          if (step.do === 'delete view') {
            const view = pick((await table.state()).views, step.at)?.id;
            if (view) await table.alone((tx) => tx.query(sql.typeAlias('void')`delete from tables.view where id = ${view}`));
          }
          if (step.do === 'snapshot') saved.push({ state: await table.state(), id: await snap() });
          if (step.do === 'restore') {
            const wanted = pick(saved, step.at);
            if (!wanted) continue;
            const before = await table.state();
            const { undo_snapshot_id } = await restore(wanted.id);
            expect(await table.state()).toEqual(wanted.state);
            const { undo_snapshot_id: redo } = await restore(undo_snapshot_id);
            expect(await table.state()).toEqual(before);
            await restore(redo);
            expect(await table.state()).toEqual(wanted.state);
            saved.push({ id: undo_snapshot_id, state: before });
          }
          if (step.do === 'forget' && saved.length > 0) {
            const [gone] = saved.splice(step.at % saved.length, 1);
            await call(snapshots, 'delete', { table_id: table.id, snapshot_id: gone!.id });
          }
          if (step.do === 'sweep') {
            space.ports.clock.advance(200 * 86_400_000);
            const before = await table.state();
            await sweep();
            await mergeRowCounts(space.ports.database);
            expect(await table.state()).toEqual(before);
          }
          expect(await table.countedRows()).toBe((await table.rows()).length);
        }
        for (const { id, state } of saved) {
          await restore(id);
          expect(await table.state()).toEqual(state);
        }
      }),
      { numRuns: randomRuns(20), endOnFailure: true },
    );
  });
});

describe('a restore between writers', () => {
  test('happens before or after each of their transactions', async () => {
    const { table, snap, restore } = await newTable();
    const counters = await table.write((tx) => Promise.all([table.insertIn(tx, { c2: 0 }), table.insertIn(tx, { c2: 0 })]));
    const id = await snap();
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; !isOver; turn++) {
        // Invariants: two rows that exist together or not at all, and two equal counters.
        await table.write(async (tx) => {
          await table.insertIn(tx, { c1: `${writer} ${turn}` });
          await table.insertIn(tx, { c1: `${writer} ${turn}` });
          for (const counter of counters) await table.updateIn(tx, counter, { c2: writer * 1_000_000 + turn });
        });
      }
    });
    const looks = (async () => {
      while (!isOver) {
        const rows = await table.rows();
        const names = Map.groupBy(rows, ({ data }) => data.name);
        for (const counter of [names.get(undefined)!]) expect(counter[0]!.data.amount).toEqual(counter[1]!.data.amount);
        for (const [name, pair] of names) expect([name, pair.length]).toEqual([name, 2]);
      }
    })();
    const undo: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const { undo_snapshot_id } = await restore(turn % 2 === 0 ? id : undo.at(-1)!);
      undo.push(undo_snapshot_id);
    }
    isOver = true;
    await Promise.all([...writers, looks]);
    expect(await table.countedRows()).toBe((await table.rows()).length);
    await restore(id);
    expect((await table.rows()).map(({ data }) => data)).toEqual([{ amount: 0 }, { amount: 0 }]);
  });
});
