import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Column } from '../schema/schema.ts';
import { cellNameSql, type IndexKind, indexExpressionSql, storedCellSql } from '../schema/stored-cell-sql.ts';
import { isInverse } from './linked-row-tables.queries.ts';
import type { QueryContext } from './query-context.ts';

/**
 * SQL expressions of cells.
 *
 * All row tables have the same columns, so a cell is `data->'c3'`, and an index on a column is an expression index.
 * Postgres uses it only for the same expression. Filters, sorts, searches and index definitions therefore take their
 * expressions from `indexedCellSql` and from nowhere else. The name of a cell is part of the statement text (a letter
 * and a number that the service assigns); input of callers never is.
 */

/** Returns a cell of the row `r` as jsonb; SQL null when it is empty. */
export function jsonCellSql(context: QueryContext, column: Column): FragmentSqlToken {
  return shareCell(context, 'json', column, function ownJsonCellSql(own) {
    if (isInverse(column)) return inverseLinksSql(own, column);
    if (column.type === 'created_by') return sql.fragment`r.created_by`;
    if (column.type === 'created_at') return sql.fragment`to_jsonb(${wireTime(sql.fragment`r.created_at`)})`;
    if (column.type === 'updated_at') return sql.fragment`to_jsonb(${wireTime(sql.fragment`r.updated_at`)})`;
    return volatileCellSql(own, column) ?? storedCellSql(column, sql.fragment`->`);
  });
}

/** Returns a cell of the row `r` as text; SQL null when it is empty. */
export function textCellSql(context: QueryContext, column: Column): FragmentSqlToken {
  return shareCell(context, 'text', column, function ownTextCellSql(own) {
    const worked = volatileCellSql(own, column);
    return worked ? sql.fragment`(${worked} #>> '{}')` : storedCellSql(column, sql.fragment`->>`);
  });
}

/** Returns the texts in the list cell of a column, or the names of its files, in lower case; empty for an empty cell. */
export const loweredItemsSql = (context: QueryContext, column: Column, path: 'lax $[*]' | 'lax $[*].name'): FragmentSqlToken =>
  shareCell(
    context,
    path,
    column,
    (own) =>
      sql.fragment`array(select lower(e #>> '{}') from jsonb_path_query(${indexedCellSql(own, column, 'list')}, ${sql.literalValue(path)}) as e)`,
  );

/** Returns a cell in one form, which the comparisons of a large filter share. */
function shareCell(
  { shared, ...own }: QueryContext,
  form: string,
  { id }: Column,
  build: (context: QueryContext) => FragmentSqlToken,
): FragmentSqlToken {
  const value = build(own);
  return shared ? shared.share(`${form} ${id}`, value) : value;
}

/** Returns the creation or change time of the row `r`, for a column of that type or for the field of every row. */
export const timestampSql = ({ key, column }: { readonly key: string; readonly column: Column | null }): FragmentSqlToken =>
  (column?.type ?? key) === 'created_at' ? sql.fragment`r.created_at` : sql.fragment`r.updated_at`;

/** Returns a checkbox of the row `r`; an empty one is false. */
export const booleanCellSql = (context: QueryContext, column: Column) =>
  sql.fragment`coalesce(${jsonCellSql(context, column)}::boolean, false)`;

/** Returns the indexed expression of this kind for the row `r`. */
export function indexedCellSql(context: QueryContext, column: Column, kind: IndexKind): FragmentSqlToken {
  return shareCell(context, `index_${kind}`, column, (own) =>
    indexExpressionSql(kind, kind === 'number' || kind === 'list' ? jsonCellSql(own, column) : textCellSql(own, column)),
  );
}

/** Returns a cell that is computed at each read, or undefined for a stored one. */
function volatileCellSql(context: QueryContext, column: Column): FragmentSqlToken | undefined {
  if (!context.volatile.has(column.id)) return undefined;
  const expression = volatileSql(context, column);
  if (!expression) throw new Error(`The formula of ${column.id} has no SQL; reject it before building SQL.`);
  // A formula returns {"v": value} or {"e": error code}.
  return sql.fragment`nullif(${expression}->'v', 'null')`;
}

function volatileSql(context: QueryContext, column: Column): FragmentSqlToken | null {
  const { schema, volatile, now } = context;
  const numbering = schema.columns.find(({ type }) => type === 'autonumber');
  const cellOf = (id: string) => {
    const read = schema.byId.get(id);
    return read ? jsonCellSql(context, read) : sql.fragment`null::jsonb`;
  };
  return volatile.get(column.id)!.sql(cellOf, {
    now,
    row: {
      id: sql.fragment`r.id`,
      created_at: sql.fragment`r.created_at`,
      updated_at: sql.fragment`r.updated_at`,
      ...(numbering && { autonumber: storedCellSql(numbering, sql.fragment`->`) }),
    },
  });
}

/** Returns the reason why SQL cannot query a column, or undefined if it can. */
export function unqueryableReason(context: QueryContext, column: Column): string | undefined {
  const formula = context.volatile.get(column.id);
  if (!formula) return undefined;
  const reads = formula.reads.flatMap((id) => context.schema.byId.get(id) ?? []);
  const isFindable = reads.every((read) => unqueryableReason(context, read) === undefined) && volatileSql(context, column) !== null;
  return isFindable ? undefined : 'is computed at each read and cannot be part of a query';
}

/** Returns the links of a reference cell of the row `r` to existing rows, as jsonb; SQL null if there are none. */
export function liveLinksSql(context: QueryContext, column: Column): FragmentSqlToken {
  return shareCell(context, 'links', column, function ownLinksSql(own) {
    if (isInverse(column)) return inverseLinksSql(own, column);
    const row_table = own.row_tables.get(column.reference!.table_id);
    if (row_table === undefined) return sql.fragment`null::jsonb`;
    const cell = jsonCellSql(own, column);
    return sql.fragment`(select jsonb_agg(l.link order by l.place)
      from jsonb_array_elements(case when jsonb_typeof(${cell}) = 'array' then ${cell} else '[]' end) with ordinality as l (link, place)
      where exists (select from ${sql.identifier(['tables', row_table])} as o where o.id = l.link #>> '{}'))`;
  });
}

/** Returns the rows of the other table that link to the row `r`, oldest first. */
function inverseLinksSql({ inverse_links }: QueryContext, column: Column): FragmentSqlToken {
  const source = inverse_links.get(column.id);
  if (!source) return sql.fragment`null::jsonb`;
  return sql.fragment`(select jsonb_agg(o.id order by o.id) from ${sql.identifier(['tables', source.row_table])} as o
    where (o.data->${cellNameSql(source)}) @> jsonb_build_array(r.id))`;
}
