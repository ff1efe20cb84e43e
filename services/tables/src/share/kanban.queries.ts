import { MAX_STACK_CARDS } from '@space/contracts/tables';
import { sql } from '@space/database';
import { z } from 'zod';
import { booleanCellSql, textCellSql } from '../query/cell-sql.ts';
import { orderBySql } from '../query/keyset-sql.ts';
import { RowTableRow, rowColumnsSql } from '../schema/row-table-sql.ts';
import type { Column } from '../schema/schema.ts';
import { buildViewQuery, type SharedView } from './shared-view.ts';

const Hit = RowTableRow.and(z.object({ place: z.number(), total: z.number() }));

/** Returns the stack of the row `r`. A deleted choice counts as none. */
const stackSql = ({ context }: SharedView, by: Column) =>
  by.type === 'select'
    ? sql.fragment`coalesce(array_position(${sql.array(
        by.options.map(({ id }) => id),
        'text',
      )}, ${textCellSql(context, by)}), 0)`
    : sql.fragment`(case when ${booleanCellSql(context, by)} then 2 else 1 end)`;

/** Reads the first cards and the count of each stack in one statement. */
export function findTopCards(view: SharedView, by: Column) {
  const { keys, source, where } = buildViewQuery(view);
  const place = stackSql(view, by);
  return view.ports.database.any(sql.type(Hit)`
    select ${rowColumnsSql}, place, total from (
      select r.*, ${place} as place, row_number() over (partition by ${place} order by ${orderBySql(keys)}) as n,
        count(*) over (partition by ${place}) as total
      from ${source} as r where ${where}
    ) as r where n <= ${MAX_STACK_CARDS} order by place, n`);
}

/** Returns a condition for the rows of one stack. */
export const inStackSql = (view: SharedView, by: Column, place: number) => sql.fragment`${stackSql(view, by)} = ${place}::integer`;
