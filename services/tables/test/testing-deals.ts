import { rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace } from './testing-space.ts';

/** Creates a Space with a table of deals: a name, an amount and `more` columns. */
export async function newDeals(space: TestServices, ...more: Record<string, unknown>[]) {
  const here = newSpace(space);
  const { id: table_id } = await here.table('Deals', { key: 'name', type: 'text' }, { key: 'amount', type: 'number' }, ...more);
  const create = async (data: Record<string, never> | object) => here.call.whole(rows, 'create', { table_id, data: data as never });
  const history = () =>
    space.ports.database.any(sql.type(
      z.object({ row_id: z.string(), op: z.string(), from_seq: z.number(), to_seq: z.number(), data: z.json() }),
    )`
      select row_id, op::text, from_seq, to_seq, data from tables.row_history where table_id = ${table_id} order by to_seq`);
  return { ...here, table_id, create, history };
}
