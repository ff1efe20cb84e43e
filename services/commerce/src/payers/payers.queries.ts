import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import type { Payer, PayerSnapshot } from '../provider-port/findings.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

const PayerRow = z.object({ reference: z.string(), email: z.string(), name: z.string().nullable(), phone: z.string().nullable() });

/** Returns the payers that a provider described, by their ids there. */
export const findPayers = (database: CommonQueryMethods, { space_id, id }: Place, references: readonly string[]) =>
  database.any(sql.type(PayerRow)`
    select p.reference, p.email, p.name, p.phone from commerce.payer as p
    where p.space_id = ${space_id} and p.integration_id = ${id} and p.reference = any(${sql.array([...references], 'text')})`);

/** Stores payers as the provider described them at a time; a later description is not replaced. */
export const upsertPayers = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  payers: readonly (PayerSnapshot & { readonly at: string })[],
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.payer as p (space_id, integration_id, reference, email, name, phone, observed_at)
    select ${space_id}, ${id}, n.reference, n.email, n.name, n.phone, n.at
    from ${unnestRows(
      payers.map(({ reference, payer, at }) => ({ reference, ...payer, at })) as never,
      { reference: 'text', email: 'text', name: 'text', phone: 'text', at: 'timestamptz' },
      'n',
    )}
    on conflict (space_id, integration_id, reference) do update set
      email = excluded.email, name = excluded.name, phone = excluded.phone, observed_at = excluded.observed_at
    where p.observed_at <= excluded.observed_at`);

/** Returns the ids at the provider of the payers that the facts of some orders name. */
export const findPayersOfOrders = (database: CommonQueryMethods, { space_id, id }: Place, aliases: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ reference: z.string() }))`
    select distinct f.data->>'payer_reference' as reference from commerce.order_alias as a
    join commerce.fact as f on f.space_id = a.space_id and f.order_id = a.order_id
    where a.space_id = ${space_id} and a.integration_id = ${id} and a.alias = any(${sql.array([...aliases], 'text')})
      and f.data ? 'payer_reference'`);

const NamedPayer = z.object({ email: z.string(), name: z.string().nullish(), phone: z.string().nullish() });

/** Returns the payers that facts name, of orders with a payment or a failed attempt that is not announced. */
export const findUnannouncedPayers = async (
  database: CommonQueryMethods,
  { space_id, id }: Place,
  aliases: readonly string[],
): Promise<readonly Payer[]> =>
  database.anyFirst(sql.type(z.object({ payer: NamedPayer }))`
    select f.data->'payer' as payer from commerce.order_alias as a
    join commerce.fact as f on f.space_id = a.space_id and f.order_id = a.order_id
    where a.space_id = ${space_id} and a.integration_id = ${id} and a.alias = any(${sql.array([...aliases], 'text')})
      and jsonb_typeof(f.data->'payer') = 'object' and exists (
        select from commerce.fact as u where u.space_id = f.space_id and u.order_id = f.order_id
          and u.kind in ('payment', 'payment_failed') and u.announced_at is null)`);

/** Returns the references of the orders whose facts name some payers. */
export const findOrdersOfPayers = (tx: CommonQueryMethods, { space_id, id }: Place, references: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ first_reference: z.string() }))`
    select distinct o.first_reference from commerce.fact as f
    join commerce.sales_order as o on o.space_id = f.space_id and o.id = f.order_id
    where f.space_id = ${space_id} and f.integration_id = ${id} and f.data ? 'payer_reference'
      and f.data->>'payer_reference' = any(${sql.array([...references], 'text')})`);
