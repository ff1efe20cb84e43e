import { listQuery, type PageInput, type PageQuery, sql } from '@space/database';
import { amountColumns, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../rows/columns-sql.ts';

const amounts = amountColumns({ alias: 'r', unit: smallestUnit(sql.fragment`r.currency`) }, ['provider', 'ledger', 'difference']);

/** Lists the reconciliations of a Space, newest first. */
export const listReconciliations = (
  space: string,
  { integration_id, ...list }: PageInput & { readonly integration_id?: string | undefined },
): PageQuery =>
  listQuery(list, {
    from: sql.fragment`commerce.reconciliation as r`,
    alias: 'r',
    columns: sql.fragment`r.*, r.provider - r.ledger as difference`,
    where: sql.fragment`r.space_id = ${space} ${equalTo('r', { integration_id })}`,
    item: sql.fragment`(select row_to_json(j) from (select
      ${columnsOf('r', ['id', 'integration_id', 'currency', 'missing_count', 'missing_ids', 'status'])}, ${timesOf('r', ['created_at'])}, ${amounts}) as j)`,
  });
