import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { booleanCell, indexedCell, jsonCell, textCell } from '../query/cell-sql.ts';
import type { Reading } from '../query/query-context.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { cellName, storedIn } from '../schema/stored-cell-sql.ts';

const byNode: ReadonlySet<Column['type']> = new Set(['reference', 'contact']);
const titles: ReadonlySet<Column['type']> = new Set(['text', 'long_text', 'email', 'phone', 'url', 'select']);

/** Whether Postgres alone can make the JSON of these columns: no names of other things, nothing worked out at the read, nothing pending. */
export const isMadeInSql = ({ schema, volatile }: Reading, columns: readonly Column[]): boolean =>
  (schema.title === null || titles.has(schema.title.type)) &&
  schema.columns.every(({ status }) => status !== 'pending') &&
  columns.every(
    ({ id, type, config }) => !byNode.has(type) && !volatile.has(id) && !(type === 'autonumber' && (config.prefix || config.pad)),
  );

/** The JSON text of the row `r` with these columns (spec, Row). Put together as text, for a second record around the first costs a quarter more. */
export function itemJson(reading: Reading, columns: readonly Column[]): FragmentSqlToken {
  const hasComputed = columns.some((column) => storedIn(column) === 'computed');
  return sql.fragment`'{"id":"' || r.id || '","created_at":"' || ${wireTime(sql.fragment`r.created_at`)} ||
    '","updated_at":"' || ${wireTime(sql.fragment`r.updated_at`)} || '","title":' || coalesce(to_json(${titleText(reading)})::text, 'null') ||
    ',"data":' || ${dataJson(reading, columns)} || ${hasComputed ? reasonsJson(columns) : sql.fragment`'}'`}`;
}

function dataJson(reading: Reading, columns: readonly Column[]): FragmentSqlToken {
  if (columns.length === 0) return sql.fragment`'{}'`;
  const cells = columns.map((column) => sql.fragment`${shownCell(reading, column)} as ${sql.identifier([column.key])}`);
  // The name of the record may be none that a column can have: it would be taken for the column.
  return sql.fragment`(select row_to_json(_)::text from (select ${sql.join(cells, sql.fragment`, `)}) as _)`;
}

function shownCell(reading: Reading, column: Column): FragmentSqlToken {
  switch (column.type) {
    case 'checkbox':
      return booleanCell(reading, column);
    case 'created_at':
      return wireTime(sql.fragment`r.created_at`);
    case 'updated_at':
      return wireTime(sql.fragment`r.updated_at`);
    case 'created_by':
      return sql.fragment`r.created_by`;
    default:
      return column.value_type === 'list' ? sql.fragment`nullif(${jsonCell(reading, column)}, '[]')` : jsonCell(reading, column);
  }
}

/** The title of the row `r` as text, for the columns that `isMadeInSql` lets through. */
function titleText(reading: Reading): FragmentSqlToken {
  const { title } = reading.schema;
  if (!title) return sql.fragment`null::text`;
  if (title.type !== 'select') return sql.fragment`nullif(${textCell(reading, title)}, '')`;
  const ids = title.options.map(({ id }) => id);
  const names = title.options.map(({ name }) => name);
  const choice = indexedCell(reading, title, 'text');
  return sql.fragment`coalesce((${sql.array(names, 'text')})[array_position(${sql.array(ids, 'text')}, ${choice})], ${textCell(reading, title)})`;
}

/** The end of the JSON of a row: why computed cells are empty, when one of these columns has such a reason. */
function reasonsJson(columns: readonly Column[]): FragmentSqlToken {
  const computed = columns.filter((column) => storedIn(column) === 'computed');
  const names = sql.join(
    computed.map((column) => sql.fragment`(${cellName(column)}, ${column.key}::text)`),
    sql.fragment`, `,
  );
  return sql.fragment`case when r.errors is null then '}' else coalesce((
    select ',"_errors":' || json_object_agg(k.key, r.errors->k.cid)::text
    from (values ${names}) as k (cid, key) where r.errors ? k.cid), '') || '}' end`;
}

/** The columns of these keys, in the order of the table. */
export function fieldsOf({ columns }: Schema, keys: readonly string[]): readonly Column[] {
  const wanted = new Set(keys);
  return columns.filter(({ key }) => wanted.has(key));
}
