import { toSentence } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { inputCell, type RowInputs } from '../formulas/evaluate-row.ts';
import { filterSql } from '../query/filter-sql.ts';
import { createQueryContext } from '../query/query-context.ts';
import { isComputed, type Lookup, linkedIds, type MatchPair, renameFilterColumns } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cells, Column } from '../schema/schema.ts';

/** A row whose lookups are computed, with its computed cells. */
export type Row = RowInputs & { readonly computed: Cells };

/** Returns a cell of the row `r`, in the form that match indexes use. */
export function rowCellSql({ type, cid }: Column): FragmentSqlToken {
  switch (type) {
    case 'created_at':
      return moment(sql.fragment`r.created_at`);
    case 'updated_at':
      return moment(sql.fragment`r.updated_at`);
    case 'created_by':
      return sql.fragment`r.created_by`;
    default:
      return sql.fragment`(r.${sql.identifier([isComputed({ type }) ? 'computed' : 'data'])}->${sql.literalValue(cid)})`;
  }
}

const moment = (time: FragmentSqlToken) => sql.fragment`to_jsonb(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** Returns a hash of a cell, so that cells of any length can be indexed. */
export const matchHashSql = (cell: FragmentSqlToken, isFolded: boolean) =>
  isFolded ? sql.fragment`hashtextextended(lower(${cell} #>> '{}'), 0)` : sql.fragment`hashtextextended(${cell} #>> '{}', 0)`;

/** Returns true if a pair of columns is matched case-insensitively, as emails are. */
export const isCaseInsensitive = ({ own, theirs }: MatchPair): boolean => own.type === 'email' || theirs.type === 'email';

/** Returns the filter of a lookup as a condition on the row `r`, or the reason why it no longer fits its columns. */
export async function lookupFilterSql(tx: CommonQueryMethods, { other, filter }: Lookup, now: number): Promise<FragmentSqlToken | string> {
  if (filter.length === 0) return sql.fragment`true`;
  const context = await createQueryContext(tx, other, now);
  const condition = filterSql(
    context,
    renameFilterColumns(filter, (name) => other.byId.get(name)?.key ?? name),
  );
  const [error] = context.errors;
  return error ? toSentence(`The filter of the column does not fit any more: ${error.message}`) : condition;
}

/** Returns the linked rows as `r`, each with its `owner` and its position `ord`; undefined if there can be none. */
export function linkedRowsSql({ path, other }: Lookup, rows: readonly Row[]): FragmentSqlToken | undefined {
  const row_table = rowTableSql(other.row_table);
  if (path.kind === 'inverse') {
    const cell = sql.fragment`(r.data->${sql.literalValue(path.symmetric.cid)})`;
    return sql.fragment`(select l.owner, r.id as ord, r.* from unnest(${ids(rows)}) as l (owner)
      join ${row_table} as r on ${cell} @> jsonb_build_array(l.owner)) as r`;
  }
  if (path.kind === 'forward') {
    const links = rows.flatMap((row) => linkedIds(row.data[path.reference.cid]).map((id, ord) => [row.id, id, ord] as const));
    if (links.length === 0) return undefined;
    return sql.fragment`(select l.owner, l.ord, r.* from ${sql.unnest(links, ['text', 'text', 'int4'])} as l (owner, id, ord)
      join ${row_table} as r on r.id = l.id) as r`;
  }
  const wanted = rows.flatMap((row) => {
    const cells = path.pairs.map(({ own }) => inputCell(row, own));
    return cells.includes(null) ? [] : [[row.id, ...cells.map((cell) => JSON.stringify(cell))]];
  });
  if (wanted.length === 0) return undefined;
  const names = path.pairs.map((_, index) => sql.identifier([`v${index}`]));
  const equal = path.pairs.map((pair, index) => cellsMatchSql(pair, rowCellSql(pair.theirs), sql.fragment`l.${names[index]!}`));
  return sql.fragment`(select l.owner, r.id as ord, r.*
    from ${sql.unnest(wanted, ['text', ...path.pairs.map(() => 'jsonb' as const)])} as l (owner, ${sql.join(names, sql.fragment`, `)})
    join ${row_table} as r on ${sql.join(equal, sql.fragment` and `)}) as r`;
}

/** Returns a condition for equal cells: a hash comparison that an index supports, and an exact comparison. */
export function cellsMatchSql(pair: MatchPair, cell: FragmentSqlToken, other: FragmentSqlToken): FragmentSqlToken {
  const folded = isCaseInsensitive(pair);
  const same = folded ? sql.fragment`lower(${cell} #>> '{}') = lower(${other} #>> '{}')` : sql.fragment`${cell} = ${other}`;
  return sql.fragment`(${matchHashSql(cell, folded)} = ${matchHashSql(other, folded)} and ${same})`;
}

const ids = (rows: readonly { readonly id: string }[]) =>
  sql.array(
    rows.map(({ id }) => id),
    'text',
  );

/** Returns the aggregate of a rollup in SQL, or undefined for a function that is computed in TypeScript from all values. */
export function aggregateSql({ column, target, config }: Lookup): FragmentSqlToken | undefined {
  if (column.type === 'count' || config.function === 'count_all') return sql.fragment`to_jsonb(count(*))`;
  const cell = rowCellSql(target!);
  const number = sql.fragment`case when jsonb_typeof(${cell}) = 'number' then ${cell}::numeric end`;
  const truth = sql.fragment`coalesce(${cell} = 'true'::jsonb, false)`;
  // As text, since the sum of two float8 values can exceed the range of float8.
  if (!holdsLists(target!))
    switch (config.function) {
      case 'sum':
        return sql.fragment`to_jsonb(coalesce(sum(${number}), 0)::text)`;
      case 'average':
        return sql.fragment`to_jsonb(avg(${number})::text)`;
      case 'min':
      case 'max': {
        const name = config.function === 'min' ? sql.fragment`min` : sql.fragment`max`;
        return target!.value_type === 'number'
          ? sql.fragment`to_jsonb(${name}(${number})::text)`
          : sql.fragment`to_jsonb(${name}((${cell} #>> '{}') collate "C"))`;
      }
      case 'count':
      case 'count_filled':
        return sql.fragment`to_jsonb(count(${cell}))`;
      case 'and':
        return sql.fragment`to_jsonb(bool_and(${truth}))`;
      case 'or':
        return sql.fragment`to_jsonb(bool_or(${truth}))`;
    }
  return undefined;
}

/** Returns true if the cells of a column are lists. */
export const holdsLists = ({ type, value_type }: Column): boolean =>
  value_type === 'list' || type === 'multi_select' || type === 'reference' || type === 'contact' || type === 'attachment';
