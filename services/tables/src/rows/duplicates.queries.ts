import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';
import { uniqueValueSql } from '../schema/unique-index-sql.ts';

/** The text of a cell as a unique index compares it. */
export const uniqueKey = (cell: Cell): string => (typeof cell === 'string' ? cell.toLowerCase() : JSON.stringify(cell));

const Holder = z.object({ id: z.string(), value: z.json() });

/** Finds the rows that hold one of these cells in a unique column, by `uniqueKey`. `lock` locks them against changes. */
export async function findByUnique(
  tx: CommonQueryMethods,
  { row_table }: Schema,
  column: Column,
  cells: readonly Cell[],
  lock = false,
): Promise<ReadonlyMap<string, string>> {
  if (cells.length === 0) return new Map();
  const isText = cells.every((cell) => typeof cell === 'string');
  const wanted = isText
    ? sql.array(cells as string[], 'text')
    : sql.array(
        cells.filter((cell) => typeof cell === 'number'),
        'float8',
      );
  const rows = await tx.any(sql.type(Holder)`
    select id, data->${sql.literalValue(column.cid)} as value from ${rowTableSql(row_table)}
    where ${uniqueValueSql(column)} in (select ${isText ? sql.fragment`lower(w)` : sql.fragment`w`} from unnest(${wanted}) as w)
      and data ? ${sql.literalValue(column.cid)}
    order by id ${lock ? sql.fragment`for no key update` : sql.fragment``}`);
  return new Map(rows.map(({ id, value }) => [uniqueKey(value), id]));
}
