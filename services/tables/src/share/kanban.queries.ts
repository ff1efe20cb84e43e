import { MAX_STACK_CARDS } from '@space/contracts/tables';
import { sql } from '@space/database';
import { z } from 'zod';
import { booleanCellSql, textCellSql } from '../query/cell-sql.ts';
import { orderBySql } from '../query/keyset-sql.ts';
import type { Column } from '../schema/schema.ts';
import { buildViewQuery, type SharedView } from './shared-view.ts';

const Stack = z.object({ place: z.number(), total: z.number(), ids: z.array(z.string()) });

/** Returns the stack of the row `r`. A deleted choice counts as none. */
const stackSql = ({ context }: SharedView, by: Column) =>
  by.type === 'select'
    ? sql.fragment`coalesce(array_position(${sql.array(
        by.options.map(({ id }) => id),
        'text',
      )}, ${textCellSql(context, by)}), 0)`
    : sql.fragment`(case when ${booleanCellSql(context, by)} then 2 else 1 end)`;

/** Returns the number of rows of each stack, and the ids of its first ones, in one statement. */
export function findStacks(view: SharedView, by: Column) {
  const { keys, source, where } = buildViewQuery(view);
  const place = stackSql(view, by);
  return view.ports.database.any(sql.type(Stack)`
    select place, count(*) as total, array_agg(id order by n) filter (where n <= ${MAX_STACK_CARDS}) as ids from (
      select r.id, ${place} as place, row_number() over (partition by ${place} order by ${orderBySql(keys)}) as n
      from ${source} as r where ${where}
    ) as r group by place`);
}

/** Returns a condition for the rows of one stack. */
export const inStackSql = (view: SharedView, by: Column, place: number) => sql.fragment`${stackSql(view, by)} = ${place}::integer`;
