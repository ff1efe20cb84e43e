import type { Field, Shape } from '../../api/shape.ts';

/** Columns of a generic list, the title first. */
const MAX_COLUMNS = 6;

/** Names of fields that are the title of a thing, the best first. */
const TITLES = ['name', 'title', 'display_name', 'subject', 'summary', 'label', 'email', 'key', 'type', 'operation', 'number', 'id'];

/** Names of fields that say little in a list. */
const DULL = new Set(['space_id', 'etag', 'version', 'description', 'notes']);

const SHOWN = new Set(['text', 'choice', 'time', 'date', 'number', 'yes_no', 'words', 'id']);

/** Returns the name of the field that names a thing: `name` or `title` if it has one. */
export const titleField = (fields: readonly Field[]): string =>
  TITLES.find((title) => fields.some(({ name }) => name === title)) ?? fields[0]?.name ?? 'id';

/** Returns the columns of a list: the title, then fields that say most, then the time of the last change or of creation. */
export function columnsOf({ fields }: Shape): readonly Field[] {
  const title = titleField(fields);
  const first = fields.filter(({ name }) => name === title);
  const time = fields.find(({ name }) => name === 'updated_at') ?? fields.find(({ name }) => name === 'created_at');
  const others = fields
    .filter(
      (field) => field.name !== title && field !== time && field.name !== 'created_at' && SHOWN.has(field.kind) && !DULL.has(field.name),
    )
    .filter(({ name }) => name !== 'id')
    .toSorted((one, other) => weightOf(one) - weightOf(other));
  // A thing whose content is one object, such as a row of a table, would else be a list of ids.
  const content = others.length < 2 ? fields.filter(({ kind }) => kind === 'object') : [];
  return [...first, ...[...others, ...content].slice(0, MAX_COLUMNS - first.length - (time ? 1 : 0)), ...(time ? [time] : [])];
}

/** Returns a smaller number for a field that belongs further to the left. */
function weightOf({ name, kind }: Field): number {
  if (name === 'status' || name === 'state') return 0;
  if (kind === 'id') return 3;
  return kind === 'text' || kind === 'choice' || kind === 'words' ? 1 : 2;
}

export { labelOf } from '../../parts/label.ts';
