import { MAX_SHARED_CELL_CHARACTERS, MAX_SHARED_LIST_BYTES, MAX_SHARED_LIST_ENTRIES } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { isInverse } from '../query/linked-row-tables.queries.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { Column } from '../schema/schema.ts';
import { storedIn } from '../schema/stored-cell-sql.ts';

/** The cells that a share page reads of its rows, by cid. */
export interface ShownCells {
  readonly data: readonly string[];
  readonly computed: readonly string[];
  /** Cells that are not cut: addresses, and cells from which others are computed at each read. */
  readonly whole: readonly string[];
  /** Bytes of a row that no cell stores: the ids of its inverse columns, and its place in the page. */
  readonly unstored_bytes: number;
}

const ROW_BYTES = 100;
const CELL_BYTES = 16;
const ID_BYTES = 30;

/** Returns the cells that a share page reads to show these columns. */
export function shownCellsOf({ schema, volatile }: QueryContext, columns: readonly Column[]): ShownCells {
  const inputs = new Set<Column>();
  const addInputs = (column: Column): void => {
    for (const id of volatile.get(column.id)?.reads ?? []) {
      const read = schema.byId.get(id);
      if (!read || inputs.has(read)) continue;
      inputs.add(read);
      addInputs(read);
    }
  };
  columns.forEach(addInputs);
  const read = [...new Set([...columns, ...inputs])].filter(({ id }) => !volatile.has(id));
  const cidsIn = (part: 'data' | 'computed') => read.filter((column) => storedIn(column) === part).map(({ cid }) => cid);
  return {
    data: cidsIn('data'),
    computed: cidsIn('computed'),
    whole: read.filter((column) => inputs.has(column) || column.type === 'url').map(({ cid }) => cid),
    unstored_bytes: ROW_BYTES + columns.length * CELL_BYTES + columns.filter(isInverse).length * MAX_SHARED_LIST_ENTRIES * ID_BYTES,
  };
}

const literal = (value: number): FragmentSqlToken => sql.fragment`${sql.literalValue(String(value))}::integer`;
const characters = literal(MAX_SHARED_CELL_CHARACTERS);
const entries = literal(MAX_SHARED_LIST_ENTRIES);
const bytes = literal(MAX_SHARED_LIST_BYTES);

/**
 * Returns a JSON value that is no list. A text of more than `MAX_SHARED_CELL_CHARACTERS` is cut and ends with an ellipsis; a file
 * stays whole, since its address must work.
 */
const cutSql = (value: FragmentSqlToken) => sql.fragment`case
  when jsonb_typeof(${value}) <> 'object' and length(${value} #>> '{}') > ${characters} then to_jsonb(left(${value} #>> '{}', ${characters}) || '…') else ${value} end`;

/**
 * Builds a lateral FROM item `s` with `cells`, the shown cells of the row `r` as text, and `more`, the number of entries
 * that shown lists lack, by cid. Texts are cut and end with an ellipsis.
 */
export const shownCellsSql = ({ data, computed, whole }: ShownCells): FragmentSqlToken => sql.fragment`lateral (
  select coalesce(jsonb_object_agg(c.cid, c.shown), '{}')::text as cells,
    jsonb_object_agg(c.cid, c.more) filter (where c.more > 0) as more
  from (
   select n.cid, n.shown, case when jsonb_typeof(n.cell) = 'array' then jsonb_array_length(n.cell) - jsonb_array_length(n.shown) end as more from (
    select p.cid, p.cell, case
      when p.cid = any(${sql.array([...whole], 'text')}) then p.cell
      when jsonb_typeof(p.cell) = 'array' then (
        select coalesce(jsonb_agg(e.shown order by e.place), '[]') from (
          select ${cutSql(sql.fragment`o.entry`)} as shown, o.place, sum(octet_length(o.entry::text)) over (order by o.place) as size
          from jsonb_array_elements(p.cell) with ordinality as o (entry, place) where o.place <= ${entries}
        ) as e where e.place = 1 or e.size <= ${bytes})
      else ${cutSql(sql.fragment`p.cell`)} end as shown
    from (
      select d.key as cid, d.value as cell from jsonb_each(r.data) as d where d.key = any(${sql.array([...data], 'text')})
      union all select d.key, d.value from jsonb_each(r.computed) as d where d.key = any(${sql.array([...computed], 'text')})
    ) as p
   ) as n
  ) as c
) as s`;
