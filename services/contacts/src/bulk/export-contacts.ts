import type { Answer, Call } from '@space/bus';
import { contactFieldNames, type contacts } from '@space/contracts/contacts';
import { MAX_EXPORT_BYTES, MAX_EXPORT_ROWS } from '@space/contracts/core';
import { type Database, readPage } from '@space/database';
import { csvLine, escapeFormula, joinList } from '@space/text/csv';
import { contactListQuery } from '../contacts/list-contacts.ts';

type Operation = (typeof contacts)['operations']['export'];

/** Answers a page of contacts as CSV, the header on the first. An import reads it. */
export async function exportContacts(database: Database, { input, caller }: Call<Operation>): Promise<Answer<Operation>> {
  const { limit = MAX_EXPORT_ROWS, ...list } = input;
  const query = await contactListQuery(database, caller.space_id, { ...list, limit });
  const page = JSON.parse(await readPage(database, { ...query, prepare: undefined, page_bytes: MAX_EXPORT_BYTES })) as ExportPage;
  const columns = ['id', ...contactFieldNames.filter((name) => input.fields?.includes(name) ?? true)];
  const lines = page.data.map((contact) => csvLine(columns.map((name) => escapeFormula(cellText(contact[name])))));
  const header = input.cursor === undefined ? csvLine(columns) : '';
  return { csv: header + lines.join(''), has_more: page.has_more, next_cursor: page.next_cursor };
}

interface ExportPage {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinList(value as string[]);
  const json = JSON.stringify(value);
  return json === '{}' ? '' : json;
}
