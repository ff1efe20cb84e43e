import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Lookup } from '../schema/lookups.ts';
import type { Cell } from '../schema/schema.ts';
import { aggregateSql, linkedRowsSql, type Row, rowCellSql } from './lookup-sql.ts';

const Found = z.object({ owner: z.string(), value: z.json(), is_cut: z.boolean() });

/** The value that a lookup, rollup or count finds for a row. */
export interface LinkedValue {
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

/** Returns the values that a lookup, rollup or count finds, by the id of the row that they belong to. */
export async function findLinkedValues(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  passes: FragmentSqlToken,
  limits: ValueLimits,
): Promise<Map<string, LinkedValue>> {
  const source = linkedRowsSql(link, rows);
  if (!source) return new Map();
  const aggregate = aggregateSql(link);
  const found = await tx.any(
    sql.type(Found)`${
      aggregate
        ? sql.fragment`select owner, ${aggregate} as value, false as is_cut from ${source} where ${passes} group by owner`
        : valuesSql(link, source, passes, limits)
    }`,
  );
  return new Map(found.map(({ owner, value, is_cut }) => [owner, { value, is_cut }]));
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
