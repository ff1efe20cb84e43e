/** A row that is read later, by its size. */
interface SizedRow {
  readonly bytes: number;
}

/** Divides rows into parts of at most so many bytes and so many rows; a larger row is alone. */
export function* divideByBytes<Row extends SizedRow>(
  rows: readonly Row[],
  maxBytes: number,
  maxRows = Number.POSITIVE_INFINITY,
): Generator<readonly Row[]> {
  let [start, bytes] = [0, 0];
  for (const [index, row] of rows.entries()) {
    if (index > start && (bytes + row.bytes > maxBytes || index - start >= maxRows)) {
      yield rows.slice(start, index);
      [start, bytes] = [index, 0];
    }
    bytes += row.bytes;
  }
  if (start < rows.length) yield rows.slice(start);
}
