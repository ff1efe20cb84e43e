import { rejectUnstorableJson, validate } from '@space/bus';
import { contactChanges, MAX_IMPORT_TAGS, TagName } from '@space/contracts/contacts';
import { invalidFields, jsonObject, Problem } from '@space/contracts/core';
import { type CsvTable, createPauses, type LineError, splitList } from '@space/text/csv';
import type { z } from 'zod';
import type { CsvHeader } from './csv-header.ts';
import type { ContactEntry } from './upsert-contacts.ts';

const CUSTOM = 'custom_fields.';

/** Tags that a line can add, as a call of `contacts.tag` can. */
const TAGS_PER_LINE = 50;

/** The entry of a line. */
export interface LineEntry extends ContactEntry {
  readonly line: number;
}

/** The entries of the valid lines, and the errors of the others. */
export interface CsvEntries {
  readonly entries: readonly LineEntry[];
  readonly errors: readonly LineError[];
}

/** Parses the lines of a CSV. Other work of the process runs meanwhile. Throws `invalid` if they have too many tags together. */
export async function readEntries({ header, lines }: CsvTable, { targets }: CsvHeader): Promise<CsvEntries> {
  const entries: LineEntry[] = [];
  const errors: LineError[] = [];
  const lineOf = new Map<string, number>();
  const columns = targets.flatMap((target, index) => (target === null ? [] : [{ target, index }]));
  const pause = createPauses();
  let tags = 0;
  for (const { line, cells } of lines) {
    const found: LineError[] = [];
    const at = `lines.${line}`;
    if (cells.slice(header.length).some((text) => text.trim() !== ''))
      found.push({
        at,
        column_key: null,
        code: 'too_many_cells',
        message: `has ${cells.length} cells where the header has ${header.length}`,
      });
    const entry = readLine(columns, cells, (column_key, code, message) => found.push({ at, column_key, code, message }));
    const key = entry.email?.toLowerCase();
    const twin = key === undefined ? undefined : lineOf.get(key);
    if (twin !== undefined) found.push({ at, column_key: 'email', code: 'duplicate_line', message: `has the email of line ${twin}` });
    else if (key !== undefined) lineOf.set(key, line);
    errors.push(...found);
    if (found.length === 0) entries.push({ ...(entry as ContactEntry), line });
    tags += entry.tags.length;
    await pause();
  }
  if (tags > MAX_IMPORT_TAGS)
    throw invalidFields([
      { path: 'csv', code: 'too_big', message: `has ${tags} tags in its lines; at most ${MAX_IMPORT_TAGS} are added in one call` },
    ]);
  return { entries, errors };
}

type AddError = (column: string, code: string, message: string) => void;

function readLine(columns: readonly { readonly target: string; readonly index: number }[], cells: readonly string[], addError: AddError) {
  const fields: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  let tags: readonly string[] = [];
  let hasEmail = false;
  for (const { target, index } of columns) {
    const text = (cells[index] ?? '').trim();
    if (text === '') continue;
    if (target === 'email') hasEmail = true;
    if (target === 'tags') tags = readTags(text, addError);
    else if (target === 'custom_fields') Object.assign(custom, readObject(text, addError));
    else if (target.startsWith(CUSTOM)) custom[target.slice(CUSTOM.length)] = text;
    else {
      const value = check(contactChanges[target as keyof typeof contactChanges], text, target, addError);
      if (value !== undefined) fields[target] = value;
    }
  }
  if (!hasEmail) addError('email', 'required', 'is needed to find or create the contact');
  const { email, ...rest } = fields as { email?: string };
  return { email, tags, fields: { ...rest, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) } };
}

function check<S extends z.ZodType>(schema: S, value: unknown, column: string, addError: AddError): z.output<S> | undefined {
  const parsed = validate(schema, value);
  if (parsed.success) return parsed.data;
  const [{ code, message }] = parsed.errors as [(typeof parsed.errors)[number]];
  addError(column, code, message);
  return undefined;
}

function readTags(text: string, addError: AddError): readonly string[] {
  const names = splitList(text);
  if (names.length > TAGS_PER_LINE) {
    addError('tags', 'too_big', `must have at most ${TAGS_PER_LINE} names`);
    return [];
  }
  return names.flatMap((name) => check(TagName, name, 'tags', addError) ?? []);
}

function readObject(text: string, addError: AddError): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    rejectUnstorableJson(value);
    return check(jsonObject, value, 'custom_fields', addError) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof Problem)) throw error;
    const message = error instanceof Problem ? 'has a value that cannot be stored' : 'must be a JSON object';
    addError('custom_fields', 'invalid_json', message);
    return {};
  }
}
