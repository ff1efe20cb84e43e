import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

/** Returns what the ledger says of the balance in each currency. */
export const findLedgerBalances = (database: CommonQueryMethods, { space_id, id }: Place) =>
  database.any(sql.type(z.object({ currency: z.string(), balance: z.number() }))`
    select m.currency, sum(case when m.debit = 'balance' then m.amount when m.credit = 'balance' then -m.amount else 0 end)::bigint as balance
    from commerce.movement as m where m.space_id = ${space_id} and m.integration_id = ${id} group by m.currency`);

/** Returns those of some source ids that the ledger has. */
export const findEnteredSources = (database: CommonQueryMethods, { space_id, id }: Place, sources: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ source_id: z.string() }))`
    select e.source_id from commerce.entry as e
    where e.space_id = ${space_id} and e.integration_id = ${id} and e.source_id = any(${sql.array([...sources], 'text')})`);

/** Returns the status of the last reconciliation of each currency. */
export const findLastStatuses = (tx: CommonQueryMethods, { space_id, id }: Place) =>
  tx.any(sql.type(z.object({ currency: z.string(), status: z.string() }))`
    select distinct on (r.currency) r.currency, r.status from commerce.reconciliation as r
    where r.space_id = ${space_id} and r.integration_id = ${id} order by r.currency, r.id desc`);

/** A comparison to store. */
export interface NewReconciliation {
  readonly id: string;
  readonly currency: string;
  readonly provider: number;
  readonly ledger: number;
  readonly missing_count: number;
  readonly status: 'equal' | 'different' | 'failed';
}

/** Stores comparisons of one run, with the ids that are missing. */
export const insertReconciliations = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  rows: readonly (NewReconciliation & { readonly missing_ids: readonly string[] })[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.reconciliation (space_id, id, integration_id, currency, provider, ledger, missing_count, missing_ids, status, created_at)
    select ${space_id}, r.id, ${id}, r.currency, r.provider, r.ledger, r.missing_count,
      array(select jsonb_array_elements_text(r.missing_ids)), r.status, ${now}::timestamptz
    from ${unnestRows(
      rows.map((row) => ({ ...row, missing_ids: JSON.stringify(row.missing_ids) })) as never,
      { id: 'text', currency: 'text', provider: 'int8', ledger: 'int8', missing_count: 'int4', missing_ids: 'jsonb', status: 'text' },
      'r',
    )}`);
