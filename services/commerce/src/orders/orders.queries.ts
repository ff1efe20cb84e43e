import { factKinds } from '@space/contracts/commerce';
import { sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import type { Fact } from '../provider-port/findings.ts';
import type { FoldedOrder } from './fold-order.ts';
import type { StoredItem } from './order-events.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

const AliasRow = z.object({ alias: z.string(), order_id: z.string(), first_reference: z.string() });

/** Returns the orders that some ids at the provider name. */
export const findAliases = (tx: CommonQueryMethods, { space_id, id }: Place, aliases: readonly string[]) =>
  tx.any(sql.type(AliasRow)`
    select a.alias, a.order_id, o.first_reference from commerce.order_alias as a
    join commerce.sales_order as o on o.space_id = a.space_id and o.id = a.order_id
    where a.space_id = ${space_id} and a.integration_id = ${id} and a.alias = any(${sql.array([...aliases], 'text')})`);

/** Inserts orders without facts, unless they exist. The rows must be sorted, so that two transactions insert in the same order. */
export const insertOrders = (
  tx: CommonQueryMethods,
  { space_id, id, provider, mode }: Connection,
  orders: readonly { readonly id: string; readonly reference: string; readonly at: string }[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.sales_order
      (space_id, id, integration_id, provider, mode, first_reference, reference, number, sorted_at, created_at, updated_at)
    select ${space_id}, o.id, ${id}, ${provider}, ${mode}, o.reference, o.reference, o.reference, o.at, ${now}::timestamptz,
      ${now}::timestamptz
    from ${unnestRows(orders, { id: 'text', reference: 'text', at: 'timestamptz' }, 'o')}
    on conflict (space_id, integration_id, first_reference) do nothing`);

/** Adds ids by which orders are known, each for the order that was first known by a reference. */
export const insertAliases = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  aliases: readonly { readonly alias: string; readonly reference: string }[],
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.order_alias (space_id, integration_id, alias, order_id)
    select o.space_id, o.integration_id, a.alias, o.id
    from ${unnestRows(aliases, { alias: 'text', reference: 'text' }, 'a')}
    join commerce.sales_order as o on o.space_id = ${space_id} and o.integration_id = ${id} and o.first_reference = a.reference
    on conflict do nothing`);

/** Deletes those of some orders that have no name: another transaction made the same order, and its names are of that one. */
export const deleteNamelessOrders = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    delete from commerce.sales_order as o where o.space_id = ${space} and o.id = any(${sql.array([...ids], 'text')})
      and not exists (select from commerce.order_alias as a where a.space_id = o.space_id and a.order_id = o.id)`);

/** Returns the ids of orders, the one first of which something was announced first. */
export const findFirstAnnounced = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select o.id from commerce.sales_order as o
    left join commerce.fact as f on f.space_id = o.space_id and f.order_id = o.id
    where o.space_id = ${space} and o.id = any(${sql.array([...ids], 'text')})
    group by o.id order by min(f.announced_at) nulls last, o.id`);

/** Moves the facts of an order to another one, since both are the same at the provider. Its id stays a name of the other one. */
export const mergeOrder = async (tx: CommonQueryMethods, space: string, from: string, into: string) => {
  await tx.query(sql.typeAlias('void')`update commerce.fact set order_id = ${into} where space_id = ${space} and order_id = ${from}`);
  await tx.query(
    sql.typeAlias('void')`update commerce.order_alias set order_id = ${into} where space_id = ${space} and order_id = ${from}`,
  );
  await tx.query(
    sql.typeAlias('void')`update commerce.merged_order set order_id = ${into} where space_id = ${space} and order_id = ${from}`,
  );
  await tx.query(sql.typeAlias('void')`insert into commerce.merged_order (space_id, id, order_id) values (${space}, ${from}, ${into})`);
  await tx.query(sql.typeAlias('void')`delete from commerce.sales_order where space_id = ${space} and id = ${from}`);
};

const LockedOrder = z.object({
  id: z.string(),
  contact_id: z.string().nullable(),
});

/** An order that the transaction has locked. */
export type LockedOrder = z.infer<typeof LockedOrder>;

/** Locks orders in the order of their ids. */
export const lockOrders = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(LockedOrder)`
    select o.id, o.contact_id from commerce.sales_order as o
    where o.space_id = ${space} and o.id = any(${sql.array([...ids], 'text')}) order by o.id for update`);

/** A fact with the order and the id that it gets. */
export interface NewFact extends Omit<Fact, 'order' | 'aliases'> {
  /** The webhook that says it; null for a read at the provider. */
  readonly event_id: string | null;
  readonly order_id: string;
  readonly reference: string;
  readonly id: string | null;
}

/** Inserts facts, and returns the orders of those that are new; those that are stored already change nothing. */
export const insertFacts = (tx: CommonQueryMethods, { space_id, id }: Place, facts: readonly NewFact[], now: string) =>
  tx.anyFirst(sql.type(z.object({ order_id: z.string() }))`
    insert into commerce.fact (space_id, integration_id, kind, source_id, id, order_id, reference, amount, currency, at, data, received_at, event_id)
    select ${space_id}, ${id}, f.kind, f.source_id, f.id, f.order_id, f.reference, f.amount, f.currency, f.at, f.data, ${now}::timestamptz, f.event_id
    from ${unnestRows(
      facts.map((fact) => ({ ...fact, data: JSON.stringify(fact.data) })),
      {
        kind: 'text',
        source_id: 'text',
        id: 'text',
        order_id: 'text',
        reference: 'text',
        amount: 'int8',
        currency: 'text',
        at: 'timestamptz',
        data: 'jsonb',
        event_id: 'text',
      },
      'f',
    )}
    on conflict (space_id, integration_id, kind, source_id) do nothing
    returning order_id`);

const FactRow = z.object({
  order_id: z.string(),
  kind: z.enum(factKinds),
  source_id: z.string(),
  id: z.string().nullable(),
  reference: z.string(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
  received_at: z.string(),
  announced_at: z.string().nullable(),
  rejected: z.string().nullable(),
  event_id: z.string().nullable(),
});

/** Returns all facts of orders. */
export const findFacts = (tx: CommonQueryMethods, space: string, orders: readonly string[]) =>
  tx.any(sql.type(FactRow)`
    select f.order_id, f.kind, f.source_id, f.id, f.reference, f.amount, f.currency, ${wireTime(sql.fragment`f.at`)} as at, f.data,
      ${wireTime(sql.fragment`f.received_at`)} as received_at, ${wireTime(sql.fragment`f.announced_at`)} as announced_at,
      f.rejected, f.event_id
    from commerce.fact as f where f.space_id = ${space} and f.order_id = any(${sql.array([...orders], 'text')})`);

/** A fact that is announced now, or whose rejection changed. */
export interface FactMark {
  readonly kind: string;
  readonly source_id: string;
  readonly announced: boolean;
  readonly rejected: string | null;
}

/** Stores that facts are announced, and which are not counted. */
export const markFacts = (tx: CommonQueryMethods, { space_id, id }: Place, marks: readonly FactMark[], now: string) =>
  tx.query(sql.typeAlias('void')`
    update commerce.fact as f set
      announced_at = case when m.announced then ${now}::timestamptz else f.announced_at end, rejected = m.rejected
    from ${unnestRows(marks as never, { kind: 'text', source_id: 'text', announced: 'bool', rejected: 'text' }, 'm')}
    where f.space_id = ${space_id} and f.integration_id = ${id} and f.kind = m.kind and f.source_id = m.source_id`);

const RejectedRow = z.object({ source_id: z.string(), reason: z.string(), event_id: z.string().nullable() });

/** Returns those of some refunds that are not counted, with the reason. */
export const findRejected = (tx: CommonQueryMethods, { space_id, id }: Place, refunds: readonly string[]) =>
  tx.any(sql.type(RejectedRow)`
    select f.source_id, f.rejected as reason, f.event_id from commerce.fact as f
    where f.space_id = ${space_id} and f.integration_id = ${id} and f.kind = 'refund' and f.rejected is not null
      and f.source_id = any(${sql.array([...refunds], 'text')})`);

/** An order to store, as its facts say. */
export interface OrderUpdate
  extends Omit<
    FoldedOrder,
    'items' | 'number' | 'payer' | 'payer_reference' | 'description' | 'refunds' | 'has_lines' | 'has_unpaid_lines'
  > {
  readonly id: string;
  readonly number: string;
  readonly contact_id: string | null;
  readonly email: string | null;
  readonly product_id: string | null;
  readonly product_title: string;
  readonly items: readonly StoredItem[];
  /** The time at which it is to be computed again; null if nothing waits to be announced. */
  readonly announce_at: string | null;
}

/** Stores orders as their facts say. */
export const updateOrders = (tx: CommonQueryMethods, space: string, orders: readonly OrderUpdate[], now: string) =>
  tx.query(sql.typeAlias('void')`
    update commerce.sales_order as o set
      status = u.status, dispute_status = u.dispute_status, reference = u.reference, number = u.number, contact_id = u.contact_id, email = u.email,
      currency = u.currency, amount = u.amount, subtotal = u.subtotal, tax = u.tax, discount = u.discount, shipping = u.shipping,
      refunded = u.refunded, product_id = u.product_id, product_title = u.product_title, items = u.items, item_count = u.item_count,
      product_ids = coalesce((select array_agg(distinct p) from jsonb_path_query_array(u.items, '$[*].product_id') as a,
        jsonb_array_elements_text(a) as p where p is not null), '{}'),
      announce_at = u.announce_at, paid_at = u.paid_at, sorted_at = u.sorted_at,
      version = o.version + 1, updated_at = ${now}::timestamptz
    from ${unnestRows(
      orders.map((order) => ({ ...order, items: JSON.stringify(order.items), item_count: order.items.length })) as never,
      {
        id: 'text',
        status: 'text',
        dispute_status: 'text',
        reference: 'text',
        number: 'text',
        contact_id: 'text',
        email: 'text',
        currency: 'text',
        amount: 'int8',
        subtotal: 'int8',
        tax: 'int8',
        discount: 'int8',
        shipping: 'int8',
        refunded: 'int8',
        product_id: 'text',
        product_title: 'text',
        items: 'jsonb',
        item_count: 'int4',
        announce_at: 'timestamptz',
        paid_at: 'timestamptz',
        sorted_at: 'timestamptz',
      },
      'u',
    )}
    where o.space_id = ${space} and o.id = u.id`);

/** Returns the contacts of the orders that some ids at the provider name. */
export const findOrderContacts = (database: CommonQueryMethods, { space_id, id }: Place, aliases: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ contact_id: z.string() }))`
    select distinct o.contact_id from commerce.order_alias as a
    join commerce.sales_order as o on o.space_id = a.space_id and o.id = a.order_id
    where a.space_id = ${space_id} and a.integration_id = ${id} and a.alias = any(${sql.array([...aliases], 'text')})
      and o.contact_id is not null`);

/** Postpones the announcement of orders that failed. */
export const postponeOrders = (database: CommonQueryMethods, { space_id, id }: Place, first_references: readonly string[], until: string) =>
  database.query(sql.typeAlias('void')`
    update commerce.sales_order set announce_at = ${until}::timestamptz
    where space_id = ${space_id} and integration_id = ${id} and announce_at is not null
      and first_reference = any(${sql.array([...first_references], 'text')})`);

const WaitingOrder = z.object({ space_id: z.string(), integration_id: z.string(), first_reference: z.string() });

/** Returns orders with facts that waited long enough to be announced. */
export const findDueOrders = (database: CommonQueryMethods, now: string, limit: number) =>
  database.any(sql.type(WaitingOrder)`
    select o.space_id, o.integration_id, o.first_reference from commerce.sales_order as o
    where o.announce_at <= ${now}::timestamptz order by o.announce_at limit ${limit}`);
