import type { Cell } from '../schema/schema.ts';

/** Bytes that a number, a truth value or an empty cell counts. */
const SCALAR_BYTES = 8;

/** Returns the bytes of a cell as JSON in UTF-8; a number counts as eight. */
export const cellBytes = (cell: Cell): number =>
  typeof cell === 'string' || (typeof cell === 'object' && cell !== null) ? Buffer.byteLength(JSON.stringify(cell)) : SCALAR_BYTES;

/** Returns the bytes of cells together, without their names. */
export function bytesOfCells(cells: Readonly<Record<string, Cell>>): number {
  let bytes = 0;
  for (const cid in cells) bytes += cellBytes(cells[cid]!);
  return bytes;
}
