import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BEGINNING, contiguousPrefix, type Position, type VisibleRow } from './outbox-position.ts';

const row = (seq: number, oldest = 10, newest = 20): VisibleRow => ({ seq, oldest: String(oldest), newest: String(newest) });
const numbers = (rows: readonly VisibleRow[]) => rows.map(({ seq }) => seq);

describe('a reader', () => {
  test('takes all rows if no number is missing', () => {
    expect(contiguousPrefix([row(1), row(2), row(3)], BEGINNING)).toEqual({ rows: [row(1), row(2), row(3)], gap: undefined });
    expect(contiguousPrefix([], { seq: 5 })).toEqual({ rows: [], gap: undefined });
  });

  test('stops before a missing number and remembers the transactions that could bring it', () => {
    const { rows, gap } = contiguousPrefix([row(4), row(6), row(8)], { seq: 3 });
    expect([numbers(rows), gap]).toEqual([[4], { before: 8, newest: 20n }]);
  });

  test('waits while one of these transactions runs', () => {
    const gap = { before: 6, newest: 20n };
    expect(contiguousPrefix([row(6, 19, 25)], { seq: 4, gap })).toEqual({ rows: [], gap });
  });

  test('passes the gap when all of them have ended', () => {
    expect(numbers(contiguousPrefix([row(6, 20, 25), row(7, 20, 25)], { seq: 4, gap: { before: 6, newest: 20n } }).rows)).toEqual([6, 7]);
  });

  test('stops again at a later gap', () => {
    const { rows, gap } = contiguousPrefix([row(6, 20, 25), row(9, 20, 25)], { seq: 4, gap: { before: 6, newest: 20n } });
    expect([numbers(rows), gap]).toEqual([[6], { before: 9, newest: 25n }]);
  });

  test('passes numbers that were deleted long ago', () => {
    const first = contiguousPrefix([row(1_000, 20, 20)], BEGINNING);
    expect(first.rows).toEqual([]);
    expect(numbers(contiguousPrefix([row(1_000, 21, 21)], { seq: 0, gap: first.gap }).rows)).toEqual([1_000]);
  });

  test('returns every committed row exactly once and in order for any overlap of transactions', () => {
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.constant({ does: 'begin' as const }) },
      { weight: 3, arbitrary: fc.record({ does: fc.constant('take' as const), which: fc.nat(), rows: fc.integer({ min: 1, max: 3 }) }) },
      { weight: 3, arbitrary: fc.record({ does: fc.constant('end' as const), which: fc.nat(), commits: fc.boolean() }) },
      { weight: 4, arbitrary: fc.record({ does: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 6 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let xid = 100;
        let seq = 0;
        let position: Position = BEGINNING;
        let running: { xid: number; took: number[] }[] = [];
        const committed: number[] = [];
        const handled: number[] = [];

        const read = (limit: number) => {
          const oldest = Math.min(xid, ...running.map((transaction) => transaction.xid));
          const newest = xid++;
          const visible = committed
            .filter((each) => each > position.seq)
            .sort((a, b) => a - b)
            .slice(0, limit)
            .map((each) => row(each, oldest, newest));
          const { rows, gap } = contiguousPrefix(visible, position);
          handled.push(...numbers(rows));
          position = { seq: rows.at(-1)?.seq ?? position.seq, gap };
        };

        for (const each of steps) {
          const transaction = 'which' in each ? running[each.which % running.length] : undefined;
          if (each.does === 'begin') running.push({ xid: xid++, took: [] });
          if (each.does === 'take') for (let n = 0; n < each.rows; n++) transaction?.took.push(++seq);
          if (each.does === 'end' && transaction) {
            if (each.commits) committed.push(...transaction.took);
            running = running.filter((other) => other !== transaction);
          }
          if (each.does === 'read') read(each.limit);
        }
        running = [];
        for (let n = 0; n < 2 * committed.length + 4; n++) read(6);
        expect(handled).toEqual(committed.toSorted((a, b) => a - b));
      }),
      { numRuns: 2_000 },
    );
  });
});
