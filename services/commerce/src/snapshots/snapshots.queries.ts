import { newId, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import type { BalanceSnapshot, PriceSnapshot } from '../provider-port/findings.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

/** Stores prices as the provider described them at a time; a later description is not replaced. */
export const upsertPrices = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  prices: readonly (PriceSnapshot & { readonly observed_at: string })[],
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.price as p
      (space_id, id, integration_id, reference, product_reference, active, currency, unit_amount, "interval", interval_count, observed_at)
    select ${space_id}, n.id, ${id}, n.reference, n.product, n.active, n.currency, n.unit_amount, n."interval", n.interval_count,
      n.observed_at
    from ${unnestRows(
      prices.map((price) => ({ ...price, id: newId('prc') })),
      {
        id: 'text',
        reference: 'text',
        product: 'text',
        active: 'bool',
        currency: 'text',
        unit_amount: 'int8',
        interval: 'text',
        interval_count: 'int4',
        observed_at: 'timestamptz',
      },
      'n',
    )}
    on conflict (space_id, integration_id, reference) do update set
      product_reference = excluded.product_reference, active = excluded.active, currency = excluded.currency,
      unit_amount = excluded.unit_amount, "interval" = excluded."interval", interval_count = excluded.interval_count,
      observed_at = excluded.observed_at
    where p.observed_at <= excluded.observed_at`);

/** Stores stated balances, and returns the currencies of those that are newer than the stored ones; each currency at most once. */
export const upsertBalances = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  balances: readonly (BalanceSnapshot & { readonly stated_at: string })[],
) =>
  tx.anyFirst(sql.type(z.object({ currency: z.string() }))`
    insert into commerce.provider_balance as b (space_id, integration_id, currency, available, pending, reserved, as_of)
    select ${space_id}, ${id}, n.currency, n.available, n.pending, n.reserved, n.stated_at
    from ${unnestRows(
      balances as never,
      { currency: 'text', available: 'int8', pending: 'int8', reserved: 'int8', stated_at: 'timestamptz' },
      'n',
    )}
    on conflict (space_id, integration_id, currency) do update set
      available = excluded.available, pending = excluded.pending, reserved = excluded.reserved, as_of = excluded.as_of
    where b.as_of < excluded.as_of
    returning currency`);

const Locked = z.object({ id: z.string(), observed_at: z.string(), state: z.string() });

/** A snapshot that the transaction has locked, with its row as JSON. */
export interface LockedSnapshot {
  readonly id: string;
  readonly observed_at: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The tables of things that are stored as the provider last described them. */
export type SnapshotTable = 'invoice' | 'subscription' | 'payout';

/** Locks the stored snapshot of a thing, or returns null. */
export async function lockSnapshot(
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  table: SnapshotTable,
  reference: string,
): Promise<LockedSnapshot | null> {
  const found = await tx.maybeOne(sql.type(Locked)`
    select s.id, ${wireTime(sql.fragment`s.observed_at`)} as observed_at, to_jsonb(s)::text as state
    from ${sql.identifier(['commerce', table])} as s
    where s.space_id = ${space_id} and s.integration_id = ${id} and s.reference = ${reference} for update`);
  return found && { id: found.id, observed_at: found.observed_at, row: JSON.parse(found.state) as Record<string, unknown> };
}

/** Inserts a row of a thing, or changes it; `row` has the columns that the provider describes and the marks of events. */
export async function saveSnapshot(
  tx: CommonQueryMethods & { readonly now: string },
  { space_id, id: integration_id }: Place,
  table: SnapshotTable,
  stored: LockedSnapshot | null,
  row: Readonly<Record<string, string | number | boolean | null>>,
  newIdOf: () => string,
): Promise<string> {
  const id = stored?.id ?? newIdOf();
  const all = { space_id, integration_id, id, ...row, updated_at: tx.now, ...(stored ? {} : { created_at: tx.now }) };
  const name = (column: string) => sql.identifier([column]);
  const from = sql.fragment`jsonb_populate_record(null::${sql.identifier(['commerce', table])}, ${JSON.stringify(all)}::jsonb) as n`;
  const columns = Object.keys(all).map(name);
  const list = sql.join(columns, sql.fragment`, `);
  const values = sql.join(
    columns.map((column) => sql.fragment`n.${column}`),
    sql.fragment`, `,
  );
  if (stored)
    await tx.query(sql.typeAlias('void')`
      update ${sql.identifier(['commerce', table])} as s set (${list}, version) = (select ${values}, s.version + 1 from ${from})
      where s.space_id = ${space_id} and s.id = ${id}`);
  else
    await tx.query(sql.typeAlias('void')`
      insert into ${sql.identifier(['commerce', table])} (${list}) select ${values} from ${from}`);
  return id;
}

/** Stores which money facts make up a payout. */
export const insertPayoutTransactions = (tx: CommonQueryMethods, { space_id, id }: Place, payout: string, sources: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.payout_transaction (space_id, integration_id, source_id, payout_reference)
    select ${space_id}, ${id}, s.source_id, ${payout} from unnest(${sql.array([...sources], 'text')}) as s (source_id)
    on conflict (space_id, integration_id, source_id) do update set payout_reference = excluded.payout_reference`);

const OverdueInvoice = z.object({
  space_id: z.string(),
  id: z.string(),
  integration_id: z.string(),
  reference: z.string(),
  contact_id: z.string().nullable(),
  due_at: z.string(),
});

/** An open invoice that passed its due date. */
export type OverdueInvoice = z.infer<typeof OverdueInvoice>;

/** Returns open invoices that passed their due date and were not announced as overdue, the earliest due first; those after `last`. */
export const findOverdueInvoices = (database: CommonQueryMethods, now: string, last: OverdueInvoice | null, limit: number) =>
  database.any(sql.type(OverdueInvoice)`
    select i.space_id, i.id, i.integration_id, i.reference, i.contact_id, ${wireTime(sql.fragment`i.due_at`)} as due_at
    from commerce.invoice as i
    where i.status = 'open' and not i.announced_overdue and i.due_at < ${now}::timestamptz
      ${last === null ? sql.fragment`` : sql.fragment`and (i.due_at, i.id) > (${last.due_at}::timestamptz, ${last.id})`}
    order by i.due_at, i.id limit ${limit}`);
