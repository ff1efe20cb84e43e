import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Column } from '../schema/schema.ts';
import { cellName, type IndexKind, indexed, stored } from '../schema/stored-cell-sql.ts';
import { isMirror, type Reading } from './query-context.queries.ts';

/**
 * The cells of a column as expressions of SQL.
 *
 * A heap has one shape for all tables, so a cell is `data->'c3'`, and an index on a column is an index on such an
 * expression. Postgres uses it only for a question about the very same expression: therefore everything that filters,
 * sorts or searches and everything that builds indexes takes its expressions from `indexedCell`, and from nowhere else.
 * The name of a cell stands in the text of the statement (it is ours: a letter and a number); what callers send never does.
 */

/** A cell of the row `r` as jsonb; SQL null when it is empty. */
export function jsonCell(reading: Reading, column: Column): FragmentSqlToken {
  if (isMirror(column)) return mirrorCell(reading, column);
  if (column.type === 'created_by') return sql.fragment`r.created_by`;
  if (column.type === 'created_at') return sql.fragment`to_jsonb(${wireTime(sql.fragment`r.created_at`)})`;
  if (column.type === 'updated_at') return sql.fragment`to_jsonb(${wireTime(sql.fragment`r.updated_at`)})`;
  return volatileCell(reading, column) ?? stored(column, sql.fragment`->`);
}

/** A cell of the row `r` as text; SQL null when it is empty. */
export function textCell(reading: Reading, column: Column): FragmentSqlToken {
  const worked = volatileCell(reading, column);
  return worked ? sql.fragment`(${worked} #>> '{}')` : stored(column, sql.fragment`->>`);
}

/** When the row `r` was made or changed: a column of that type, or what every row has under that key. */
export const momentCell = ({ key, column }: { readonly key: string; readonly column: Column | null }): FragmentSqlToken =>
  (column?.type ?? key) === 'created_at' ? sql.fragment`r.created_at` : sql.fragment`r.updated_at`;

/** A checkbox of the row `r`: an empty one is not ticked. */
export const booleanCell = (reading: Reading, column: Column) => sql.fragment`coalesce(${jsonCell(reading, column)}::boolean, false)`;

/** The expression that an index of this kind is on, about the row `r`. */
export function indexedCell(reading: Reading, column: Column, kind: IndexKind): FragmentSqlToken {
  return indexed(kind, kind === 'number' || kind === 'list' ? jsonCell(reading, column) : textCell(reading, column));
}

/** A cell that is worked out at every read, or undefined when the column is not of that sort. */
function volatileCell(reading: Reading, column: Column): FragmentSqlToken | undefined {
  if (!reading.volatile.has(column.id)) return undefined;
  const expression = volatileSql(reading, column);
  if (!expression) throw new Error(`The formula of ${column.id} has no SQL; whoever asks must refuse it first.`);
  // What a formula comes to is {"v": value} or {"e": why there is none}.
  return sql.fragment`nullif(${expression}->'v', 'null')`;
}

function volatileSql(reading: Reading, column: Column): FragmentSqlToken | null {
  const { schema, volatile, now } = reading;
  const numbering = schema.columns.find(({ type }) => type === 'autonumber');
  const cellOf = (id: string) => {
    const read = schema.byId.get(id);
    return read ? jsonCell(reading, read) : sql.fragment`null::jsonb`;
  };
  return volatile.get(column.id)!.sql(cellOf, {
    now,
    row: {
      id: sql.fragment`r.id`,
      created_at: sql.fragment`r.created_at`,
      updated_at: sql.fragment`r.updated_at`,
      ...(numbering && { autonumber: stored(numbering, sql.fragment`->`) }),
    },
  });
}

/** Why a column cannot be asked about in SQL, or undefined when it can. */
export function unqueryable(reading: Reading, column: Column): string | undefined {
  const formula = reading.volatile.get(column.id);
  if (!formula) return undefined;
  const reads = formula.reads.flatMap((id) => reading.schema.byId.get(id) ?? []);
  const isFindable = reads.every((read) => unqueryable(reading, read) === undefined) && volatileSql(reading, column) !== null;
  return isFindable ? undefined : 'is worked out anew at every read, in a way that rows cannot be found by';
}

/** The links of a reference cell of the row `r` that lead somewhere, as jsonb; SQL null when there are none. */
export function livingLinks(reading: Reading, column: Column): FragmentSqlToken {
  if (isMirror(column)) return mirrorCell(reading, column);
  const heap = reading.heaps.get(column.reference!.table_id);
  if (heap === undefined) return sql.fragment`null::jsonb`;
  const cell = jsonCell(reading, column);
  return sql.fragment`(select jsonb_agg(l.link order by l.place)
    from jsonb_array_elements(case when jsonb_typeof(${cell}) = 'array' then ${cell} else '[]' end) with ordinality as l (link, place)
    where exists (select from ${sql.identifier(['tables', heap])} as o where o.id = l.link #>> '{}'))`;
}

/** The rows of the other table whose cells hold the row `r`, oldest first. */
function mirrorCell({ mirrors }: Reading, column: Column): FragmentSqlToken {
  const mirror = mirrors.get(column.id);
  if (!mirror) return sql.fragment`null::jsonb`;
  return sql.fragment`(select jsonb_agg(o.id order by o.id) from ${sql.identifier(['tables', mirror.heap])} as o
    where (o.data->${cellName(mirror)}) @> jsonb_build_array(r.id))`;
}
