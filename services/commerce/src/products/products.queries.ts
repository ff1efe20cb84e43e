import { newId, sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import type { ProductSnapshot } from '../provider-port/findings.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

const ProductId = z.object({ reference: z.string(), id: z.string() });

/** Returns the ids of products by their reference at the provider. */
export const findProductIds = (tx: CommonQueryMethods, { space_id, id }: Place, references: readonly string[]) =>
  tx.any(sql.type(ProductId)`
    select p.reference, p.id from commerce.product as p
    where p.space_id = ${space_id} and p.integration_id = ${id} and p.reference = any(${sql.array([...references], 'text')})`);

/** Inserts products that are only known from an order, unless they exist. */
export const insertProducts = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  products: readonly { readonly id: string; readonly reference: string; readonly title: string }[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.product (space_id, id, integration_id, reference, title, created_at, updated_at)
    select ${space_id}, p.id, ${id}, p.reference, p.title, ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(products, { id: 'text', reference: 'text', title: 'text' }, 'p')}
    on conflict (space_id, integration_id, reference) do nothing`);

/** Stores products as the provider described them at a time; a later description is not replaced. */
export const upsertProducts = (
  tx: CommonQueryMethods,
  { space_id, id }: Place,
  products: readonly (ProductSnapshot & { readonly observed_at: string })[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.product as p (space_id, id, integration_id, reference, title, description, active, observed_at, created_at, updated_at)
    select ${space_id}, n.id, ${id}, n.reference, n.title, n.description, n.active, n.observed_at, ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(
      products.map((product) => ({ ...product, id: newId('prd') })),
      { id: 'text', reference: 'text', title: 'text', description: 'text', active: 'bool', observed_at: 'timestamptz' },
      'n',
    )}
    on conflict (space_id, integration_id, reference) do update set
      title = excluded.title, description = excluded.description, active = excluded.active, observed_at = excluded.observed_at,
      version = p.version + 1, updated_at = excluded.updated_at
    where p.observed_at is null or p.observed_at <= excluded.observed_at`);
