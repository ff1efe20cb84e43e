import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Lookup } from '../schema/lookups.ts';
import type { Cell } from '../schema/schema.ts';
import { aggregateSql, linkedRowsSql, type Row, rowCellSql } from './lookup-sql.ts';

const Found = z.object({ owner: z.string(), value: z.json(), is_cut: z.boolean(), slot: z.number() });

/** The value that a lookup, rollup or count finds for a row. */
interface LinkedValue {
  /** The aggregate, or a list of all values for functions that are computed in TypeScript. */
  readonly value: Cell;
  /** True if the list lacks values beyond the limits. */
  readonly is_cut: boolean;
}

/** Limits of a list of values: their number, and their bytes as JSON together; the first value is never cut. */
export interface ValueLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The values of the first rows of a statement, by the id of the row that they belong to. */
interface LinkedValues {
  readonly values: ReadonlyMap<string, LinkedValue>;
  /** The number of rows whose values were read; a row without linked rows has none. */
  readonly count: number;
}

/** Returns the values that a lookup, rollup or count finds for the first rows, as many as fit in a page. The rows are in the order of their ids. */
export async function findLinkedValues(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  passes: FragmentSqlToken,
  limits: ValueLimits,
): Promise<LinkedValues> {
  const source = linkedRowsSql(link, rows);
  if (!source) return { values: new Map(), count: rows.length };
  const aggregate = aggregateSql(link);
  const linked = aggregate
    ? sql.fragment`select owner, ${aggregate} as value, false as is_cut from ${source} where ${passes} group by owner`
    : valuesSql(link, source, passes, limits);
  const entries = {
    rows: sql.fragment`select owner, value::text as value, is_cut from (${linked}) as linked order by owner collate "C"`,
    columns: sql.fragment`*`,
    bytes: sql.fragment`coalesce(octet_length(value), 1)`,
    limit: rows.length,
  };
  const found = await tx.any(sql.type(Found)`
    select owner, case when slot = 1 then value::json end as value, is_cut, slot from (${limitPageBytes(entries)}) as entry`);
  const { entries: whole, has_more } = entriesOfPage(found, rows.length);
  return {
    values: new Map(whole.map(({ owner, value, is_cut }) => [owner, { value, is_cut }])),
    count: has_more ? rows.findIndex(({ id }) => id === whole.at(-1)!.owner) + 1 : rows.length,
  };
}

/** Returns the lists of values within the limits, by owner. Postgres cuts them, so that no large list reaches this process. */
function valuesSql(link: Lookup, source: FragmentSqlToken, passes: FragmentSqlToken, { count, bytes }: ValueLimits): FragmentSqlToken {
  const cell = rowCellSql(link.target!);
  const isWithin = sql.fragment`place = 1 or (place <= ${count} and bytes <= ${bytes})`;
  return sql.fragment`
    select owner, jsonb_agg(cell order by place) filter (where ${isWithin}) as value, bool_or(not (${isWithin})) as is_cut
    from (
      select owner, ${cell} as cell, row_number() over in_order as place, sum(octet_length(${cell}::text)) over in_order as bytes
      from ${source} where ${passes} and ${cell} is not null
      window in_order as (partition by owner order by ord, r.id)
    ) as found
    group by owner`;
}
