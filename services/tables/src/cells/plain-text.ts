import type { Cell } from '../schema/schema.ts';
import { type Rejected, reject } from './cell-type.ts';

/** Formats any JSON for people: lists with commas between, people and links by their names. */
export function plainText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : '';
  if (typeof cell !== 'object') return String(cell);
  if (Array.isArray(cell)) return cell.map(plainText).join(', ');
  const named = cell.name ?? cell.title ?? cell.url;
  return typeof named === 'string' ? named : JSON.stringify(cell);
}

/** Formats any JSON for machines: scalars without quotes, everything else as JSON. */
export const plainCsv = (cell: Cell): string => (cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell));

/** Rejects characters that Postgres cannot store: NUL and lone surrogates. */
export const rejectUnstorable = (text: string): Rejected | undefined =>
  text.includes('\u0000') || !text.isWellFormed()
    ? reject('invalid_character', 'must not contain NUL or half of a surrogate pair')
    : undefined;

/** Returns the length of a text in code points, so that an emoji counts as one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
