import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { cellText } from '../cells/cell-text.ts';
import { inputCell, type RowInputs } from '../formulas/evaluate-row.ts';
import { filterSql } from '../query/filter-sql.ts';
import { createQueryContext } from '../query/query-context.ts';
import { isComputed, type Lookup, linkedIds, type MatchPair, renameFilterColumns } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, CellError, Cells, Column } from '../schema/schema.ts';

/** Values one cell of a lookup can hold; of more, the rest is left out of it. */
const MAX_VALUES = 1_000;

/** What a cell of a link comes to. */
export type LookupOutcome = { value: Cell } | { error: CellError };

type Row = RowInputs & { readonly computed: Cells };

/** A cell of a row_table with the alias `r`, as an index on it has it. */
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

/** What rows are matched by: short whatever the cell holds, so that it can be indexed. */
export const matchHashSql = (cell: FragmentSqlToken, isFolded: boolean) =>
  isFolded ? sql.fragment`hashtextextended(lower(${cell} #>> '{}'), 0)` : sql.fragment`hashtextextended(${cell} #>> '{}', 0)`;

/** Whether two columns are matched whatever the case: emails are. */
export const isCaseInsensitive = ({ own, theirs }: MatchPair): boolean => own.type === 'email' || theirs.type === 'email';

/** The cells of a lookup, rollup or count for these rows, by row id, with one statement. */
export async function computeLookupCells(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  now: number,
): Promise<Map<string, LookupOutcome>> {
  const passes = await lookupFilterSql(tx, link, now);
  if (typeof passes === 'string') return new Map(rows.map(({ id }) => [id, { error: { code: 'broken_filter', message: passes } }]));
  const found = await linkedValues(tx, link, rows, passes);
  return new Map(rows.map((row) => [row.id, toOutcome(link, found.get(row.id))]));
}

const Found = z.object({ owner: z.string(), value: z.json() });

async function linkedValues(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  passes: FragmentSqlToken,
): Promise<Map<string, Cell>> {
  const source = linkedRowsSql(link, rows);
  if (!source) return new Map();
  const found = await tx.any(sql.type(Found)`
    select owner, ${aggregateSql(link)} as value from ${source} where ${passes} group by owner`);
  return new Map(found.map(({ owner, value }) => [owner, value]));
}

/** The filter of a link as a condition on the row `r`, or why it means nothing any more. */
async function lookupFilterSql(tx: CommonQueryMethods, { other, filter }: Lookup, now: number): Promise<FragmentSqlToken | string> {
  if (filter.length === 0) return sql.fragment`true`;
  const context = await createQueryContext(tx, other, now);
  const condition = filterSql(
    context,
    renameFilterColumns(filter, (name) => other.byId.get(name)?.key ?? name),
  );
  const [error] = context.errors;
  return error ? `The filter of the column does not fit any more: ${error.message}.` : condition;
}

/** The rows that are linked, alias `r`, each with its `owner` and its place `ord`; undefined when there can be none. */
function linkedRowsSql({ path, other }: Lookup, rows: readonly Row[]): FragmentSqlToken | undefined {
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

/** Whether two cells are the same, by an expression that an index can have and then for sure. */
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

/** Rollups that Postgres works out; the others take the values themselves. */
function aggregateSql({ column, target, config }: Lookup): FragmentSqlToken {
  if (column.type === 'count' || config.function === 'count_all') return sql.fragment`to_jsonb(count(*))`;
  const cell = rowCellSql(target!);
  const number = sql.fragment`case when jsonb_typeof(${cell}) = 'number' then ${cell}::numeric end`;
  const truth = sql.fragment`coalesce(${cell} = 'true'::jsonb, false)`;
  // As text: the sum of two numbers can be one that no float8 holds.
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
  return sql.fragment`jsonb_agg(${cell} order by ord, r.id) filter (where ${cell} is not null)`;
}

/** Whether each cell of a column holds a list of values. */
const holdsLists = ({ type, value_type }: Column): boolean =>
  value_type === 'list' || type === 'multi_select' || type === 'reference' || type === 'contact' || type === 'attachment';

const counting: ReadonlySet<string | undefined> = new Set(['count_all', 'count', 'count_filled']);

/** The cell that a link comes to from what was found; undefined when no row is linked. */
function toOutcome(link: Lookup, found: Cell | undefined): LookupOutcome {
  const { column, target, config } = link;
  if (column.type === 'count' || counting.has(config.function)) return { value: Array.isArray(found) ? found.flat().length : (found ?? 0) };
  if (column.type === 'lookup') return { value: listOf(found, target!) };
  if (holdsLists(target!)) return { value: fromList(link, Array.isArray(found) ? found.flat() : []) };
  switch (config.function) {
    case 'sum':
      return numberOf(found ?? 0);
    case 'average':
      return numberOf(found ?? null);
    case 'min':
    case 'max':
      return target!.value_type === 'number' ? numberOf(found ?? null) : { value: found ?? null };
    case 'array_join':
    case 'array_unique':
      return { value: fromList(link, Array.isArray(found) ? found : []) };
    default:
      return { value: found ?? null };
  }
}

function numberOf(found: Cell): LookupOutcome {
  if (found === null) return { value: null };
  const value = Number(found);
  if (Number.isFinite(value)) return { value };
  return { error: { code: 'out_of_range', message: 'The result is larger than a number can be.' } };
}

/** The values of a lookup; those of cells that are lists stand in one list. */
function listOf(found: Cell | undefined, target: Column): Cell {
  const list = Array.isArray(found) ? (holdsLists(target) ? found.flat() : found) : [];
  return list.length > 0 ? list.slice(0, MAX_VALUES) : null;
}

/** What a rollup makes of values that are there one by one. */
function fromList({ config, target }: Lookup, list: readonly Cell[]): Cell {
  const numbers = list.filter((value) => typeof value === 'number');
  switch (config.function) {
    case 'sum':
      return numbers.reduce((sum, value) => sum + value, 0);
    case 'average':
      return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null;
    case 'min':
    case 'max':
      return extreme(list, config.function);
    case 'and':
      return list.length > 0 ? list.every((value) => value === true) : null;
    case 'or':
      return list.length > 0 ? list.some((value) => value === true) : null;
    case 'array_unique': {
      const unique = new Map(list.map((value) => [JSON.stringify(value), value]));
      return unique.size > 0 ? [...unique.values()].slice(0, MAX_VALUES) : null;
    }
    default:
      return list.length > 0 ? list.map((value) => textOf(target!, value)).join(config.separator ?? ', ') : null;
  }
}

function extreme(list: readonly Cell[], which: 'min' | 'max'): Cell {
  const values = list.filter((value) => typeof value === 'number' || typeof value === 'string');
  if (values.length === 0) return null;
  return values.reduce((best, value) => ((which === 'min' ? value < best : value > best) ? value : best));
}

/** A value as a person reads it: a choice by its name. */
const textOf = (target: Column, value: Cell): string =>
  target.type === 'multi_select' ? cellText(target, [value]) : holdsLists(target) ? String(value) : cellText(target, value);
