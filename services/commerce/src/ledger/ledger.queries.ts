import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import type { NewEntry } from '../provider-port/findings.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

/** Creates the accounts of the ledger that do not exist; the rows must be sorted. */
export const insertAccounts = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  accounts: readonly { readonly code: string; readonly currency: string }[],
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.account (space_id, integration_id, code, currency)
    select ${space_id}, ${id}, a.code, a.currency from ${unnestRows(accounts, { code: 'text', currency: 'text' }, 'a')}
    on conflict do nothing`);

/** Inserts entries, and returns the ids of those that are new: a source is entered once. The rows must be sorted by source. */
export const insertEntries = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  entries: readonly (NewEntry & { readonly id: string })[],
  now: string,
) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    insert into commerce.entry (space_id, id, integration_id, source_id, category, currency, gross, fee, net, exchange_rate,
      order_reference, occurred_at, available_at, entered_at)
    select ${space_id}, e.id, ${id}, e.source_id, e.category, e.currency, e.gross, e.fee, e.gross - e.fee, e.exchange_rate,
      e."order", e.occurred_at, e.available_at, ${now}::timestamptz
    from ${unnestRows(
      entries as never,
      {
        id: 'text',
        source_id: 'text',
        category: 'text',
        currency: 'text',
        gross: 'int8',
        fee: 'int8',
        exchange_rate: 'float8',
        order: 'text',
        occurred_at: 'timestamptz',
        available_at: 'timestamptz',
      },
      'e',
    )}
    on conflict (space_id, integration_id, source_id) do nothing
    returning id`);

/** Stores entries that wait for a fact, each once. */
export const holdEntries = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  held: readonly { readonly follows: NonNullable<NewEntry['follows']>; readonly entry: NewEntry }[],
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.held_entry (space_id, integration_id, source_id, fact_kind, fact_source_id, entry)
    select ${space_id}, ${id}, h.source_id, h.fact_kind, h.fact_source_id, h.entry
    from ${unnestRows(
      held.map(({ follows, entry }) => ({
        source_id: entry.source_id,
        fact_kind: follows.kind,
        fact_source_id: follows.source_id,
        entry: JSON.stringify(entry),
      })),
      { source_id: 'text', fact_kind: 'text', fact_source_id: 'text', entry: 'jsonb' },
      'h',
    )}
    order by h.source_id
    on conflict do nothing`);

/** Deletes and returns the entries that wait for some facts, of those that are known. */
export const takeHeldEntries = async (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  facts: readonly { readonly kind: string; readonly source_id: string }[],
): Promise<NewEntry[]> => {
  const taken = await tx.anyFirst(sql.type(z.object({ entry: z.unknown() }))`
    delete from commerce.held_entry as h
    using commerce.fact as f, ${unnestRows(
      facts.map(({ kind, source_id }) => ({ kind, source_id })),
      { kind: 'text', source_id: 'text' },
      'n',
    )}
    where h.space_id = ${space_id} and h.integration_id = ${id} and h.fact_kind = n.kind and h.fact_source_id = n.source_id
      and f.space_id = h.space_id and f.integration_id = h.integration_id and f.kind = n.kind and f.source_id = n.source_id
    returning h.entry`);
  return taken as NewEntry[];
};

/** A movement of an entry. */
export interface NewMovement {
  readonly entry_id: string;
  readonly n: number;
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amount: number;
}

/** Inserts the movements of new entries. */
export const insertMovements = (tx: CommonQueryMethods, { space_id, id }: Place, movements: readonly NewMovement[], now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.movement (space_id, entry_id, n, integration_id, debit, credit, currency, amount, entered_at)
    select ${space_id}, m.entry_id, m.n, ${id}, m.debit, m.credit, m.currency, m.amount, ${now}::timestamptz
    from ${unnestRows(
      movements as never,
      { entry_id: 'text', n: 'int4', debit: 'text', credit: 'text', currency: 'text', amount: 'int8' },
      'm',
    )}`);
