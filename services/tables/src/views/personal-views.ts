import { type Caller, invalidFields, Problem } from '@space/contracts/core';
import { MAX_PERSONAL_VIEWS, MAX_PERSONAL_VIEWS_BYTES, MAX_VIEWS_PER_TABLE } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { assertDefinitionSize } from '../schema/definition-size.queries.ts';
import type { Schema } from '../schema/schema.ts';
import { countShareLinksOf, findPersonalBytes } from './personal-views.queries.ts';
import { viewerOf } from './viewer.ts';
import { countViews, type ViewRow } from './views.queries.ts';

/*
 * Personal views (contract, T17). A view with an owner is seen, listed, used and changed by calls of that member from the console alone.
 * For all other callers it does not exist: every query of views takes a viewer, and events, snapshots and share links have shared views only.
 */

/** A table as queries name it. */
type TablePlace = Pick<Schema, 'space_id' | 'table_id'>;

/**
 * Returns the owner that a call gives to a view: null for a shared view. Throws `invalid` if a caller that is no person asks for a
 * personal view, and if a personal view would become the default one.
 */
export function ownerFor(caller: Caller, isPersonal: boolean, isDefault: boolean): string | null {
  if (!isPersonal) return null;
  const owner = viewerOf(caller);
  if (owner === null)
    throw invalidFields([
      {
        path: 'personal',
        code: 'not_a_person',
        message: 'can be true only for a person in the console, since a key sees shared views only; leave it out',
      },
    ]);
  if (isDefault)
    throw invalidFields([
      {
        path: 'is_default',
        code: 'personal_view',
        message: 'cannot be true for a personal view, which others do not see; leave it out, or send personal=false',
      },
    ]);
  return owner;
}

/** Throws `conflict` if a shared view must stay shared: it is the default view of its table, or share links show it. */
export async function assertCanBePersonal(tx: CommonQueryMethods, space: string, { id, name, is_default }: ViewRow): Promise<void> {
  if (is_default) throw defaultViewConflict(name);
  const links = await countShareLinksOf(tx, space, id);
  if (links > 0)
    throw new Problem(
      'conflict',
      `${name} has ${links === 1 ? 'a share link' : `${links} share links`}, and a personal view has none; revoke ${links === 1 ? 'it' : 'them'} first, with DELETE /tables/{table_id}/share-links/{link_id}.`,
    );
}

/** Returns the problem of a change that the default view of a table does not permit. */
export const defaultViewConflict = (name: string): Problem =>
  new Problem(
    'conflict',
    `${name} is the default view of the table; make another one the default first, with PATCH /tables/{table_id}/views/{view_id} {"is_default": true}.`,
  );

/** Throws `conflict` for a personal view, which share links do not show. */
export function assertIsShared({ name, owner_id }: Pick<ViewRow, 'name' | 'owner_id'>): void {
  if (owner_id !== null)
    throw new Problem(
      'conflict',
      `${name} is a personal view, which has no share links; make it shared first, with PATCH /tables/{table_id}/views/{view_id} {"personal": false}.`,
    );
}

/** Returns the number of views that the table has shared, or that the owner has of it. Throws `limit_reached` if there is no room for one more. */
export async function countViewsWithRoom(
  tx: CommonQueryMethods,
  { space_id, table_id }: TablePlace,
  owner: string | null,
): Promise<number> {
  const count = await countViews(tx, space_id, table_id, owner);
  if (owner === null && count >= MAX_VIEWS_PER_TABLE)
    throw new Problem('limit_reached', `A table can have ${MAX_VIEWS_PER_TABLE} shared views; delete one first.`);
  if (owner !== null && count >= MAX_PERSONAL_VIEWS)
    throw new Problem('limit_reached', `You can have ${MAX_PERSONAL_VIEWS} personal views of a table; delete one first.`);
  return count;
}

/** Throws `limit_reached` if the settings of views are too large after a change in this transaction: those of the table, or of the owner. */
export async function assertViewsFit(tx: CommonQueryMethods, { space_id, table_id }: TablePlace, owner: string | null): Promise<void> {
  if (owner === null) return assertDefinitionSize(tx, space_id, table_id);
  if ((await findPersonalBytes(tx, { space_id, table_id }, owner)) > MAX_PERSONAL_VIEWS_BYTES)
    throw new Problem(
      'limit_reached',
      `The settings of your personal views of a table can have ${MAX_PERSONAL_VIEWS_BYTES} bytes together; remove settings or delete a view first.`,
    );
}
