/**
 * Reading a table that many transactions append to, without skipping a row.
 *
 * A number is assigned when a row is inserted and becomes visible when its transaction commits, so `seq > last` alone
 * would skip rows that commit late. But the numbers have no holes of their own: a missing number belongs to a
 * transaction that is still running, or that rolled back. A reader stops at the first gap and looks again. When every
 * transaction that ran at that time has ended and the number is still missing, it was rolled back, and the reader
 * passes.
 *
 * A transaction takes its numbers last, while it holds the locks of what it changed. So of two changes of one resource
 * the later one has the higher number, and the order of the log is the order of the commits wherever they conflict.
 */

/** A row as one read of the outbox sees it: all transactions below `oldest` have ended, all that had begun are below `newest`. */
export interface VisibleRow {
  readonly seq: number;
  readonly oldest: string;
  readonly newest: string;
}

/** Numbers below `before` that were missing when all transactions that could bring them were below `newest`. */
interface Gap {
  readonly before: number;
  readonly newest: bigint;
}

/** A position in an outbox: everything up to `seq` is done, and a gap after it may be waited for. */
export interface Position {
  readonly seq: number;
  readonly gap?: Gap | undefined;
}

/** The position before every event. */
export const BEGINNING: Position = { seq: 0 };

/** The rows after a position up to the first gap that may still be filled, and that gap. */
export interface NextBatch<R> {
  readonly rows: readonly R[];
  readonly gap: Gap | undefined;
}

/** Returns the rows after a position before which no other row can appear. */
export function contiguousPrefix<R extends VisibleRow>(rows: readonly R[], { seq, gap }: Position): NextBatch<R> {
  const isPassed = gap !== undefined && rows[0] !== undefined && BigInt(rows[0].oldest) >= gap.newest;
  const end = rows.findIndex((row, index) => {
    const isMissing = row.seq > (rows[index - 1]?.seq ?? seq) + 1;
    return isMissing && !(isPassed && row.seq <= gap.before);
  });
  if (end < 0) return { rows, gap: undefined };
  const isSame = gap !== undefined && rows[end]!.seq <= gap.before;
  return { rows: rows.slice(0, end), gap: isSame ? gap : { before: rows.at(-1)!.seq, newest: BigInt(rows[0]!.newest) } };
}
