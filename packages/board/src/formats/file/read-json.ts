import { BoardFormatError } from './board-format-error.ts';

/** Elements, nodes or edges that are read from one file. */
const MAX_FILE_ELEMENTS = 10_000;

/** A JSON object whose fields were not validated. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns the object of a file, which may be its text. Throws a BoardFormatError for another value. */
export function readJsonObject(content: unknown, format: string): UnknownRecord {
  const value = typeof content === 'string' ? parseText(content, format) : content;
  if (!isRecord(value)) throw new BoardFormatError('invalid', `The file is not ${format}: it must be a JSON object.`);
  return value;
}

/** Returns the objects of a list of a file; a list that is left out is empty. Throws a BoardFormatError for another value or a long list. */
export function readList(file: UnknownRecord, field: string, format: string): UnknownRecord[] {
  const list = file[field] ?? [];
  if (!Array.isArray(list)) throw new BoardFormatError('invalid', `The file is not ${format}: \`${field}\` must be a list.`);
  if (list.length > MAX_FILE_ELEMENTS) {
    throw new BoardFormatError('too_large', `The file has ${list.length} ${field}, and at most ${MAX_FILE_ELEMENTS} are read; divide it.`);
  }
  return list.filter(isRecord);
}

/** Returns true for an object that is not a list. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a finite number, or the fallback. */
export const numberOr = <Fallback>(value: unknown, fallback: Fallback): number | Fallback =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

/** Returns a text, or the fallback. */
export const textOr = <Fallback>(value: unknown, fallback: Fallback): string | Fallback => (typeof value === 'string' ? value : fallback);

function parseText(text: string, format: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BoardFormatError('invalid', `The file is not ${format}: it is not JSON.`);
  }
}
