import type { CallContext } from '@space/bus';
import { type FieldError, invalidFields } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { NamedThings } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema } from '../schema/schema.ts';
import type { RowDraft } from './draft-rows.ts';
import { tryResolveAssets } from './resolve-assets.ts';
import { tryResolveContacts } from './resolve-contacts.ts';
import { findCells } from './rows.queries.ts';
import { assertResolved } from './unresolved-references.ts';
import type { WritePorts } from './write-context.ts';

/** Drafts whose contacts and assets exist. */
export interface ResolvedDrafts {
  readonly drafts: readonly RowDraft[];
  readonly named: NamedThings;
  readonly errors: readonly (FieldError & { at: string; column_key: string })[];
}

/**
 * Resolves the contacts and the assets of drafts, and reads those of the cells `also`, which the rows already have. It calls other services, so
 * call it before the transaction. Returns errors instead of throwing.
 */
export async function tryResolveNamed(
  bus: Ports['bus'],
  call: CallContext,
  schema: Schema,
  drafts: readonly RowDraft[],
  also: readonly unknown[] = [],
): Promise<ResolvedDrafts> {
  const people = await tryResolveContacts(bus, call, schema, drafts, also);
  const files = await tryResolveAssets(bus, call, schema, people.drafts, also);
  return { drafts: files.drafts, named: { contacts: people.contacts, assets: files.assets }, errors: [...people.errors, ...files.errors] };
}

/** Resolves like `tryResolveNamed`, but rejects the call if a contact or an asset is missing, or a file has another type. */
export async function resolveNamed(...given: Parameters<typeof tryResolveNamed>): Promise<ResolvedDrafts> {
  const resolved = await tryResolveNamed(...given);
  assertAllResolved(resolved.errors);
  return resolved;
}

/** Throws for errors of `tryResolveNamed`: `invalid` if a file has another type, else `unresolved_reference`. */
export function assertAllResolved(errors: ResolvedDrafts['errors']): void {
  const wrong = errors.filter(({ code }) => code !== 'unresolved_reference');
  if (wrong.length > 0) throw invalidFields(wrong);
  assertResolved(errors);
}

/** Returns the cids of the columns whose cells name contacts and assets. */
export const namingCids = (schema: Schema): string[] => {
  const { contacts, attachments } = columnRolesOf(schema);
  return [...contacts, ...attachments].map(({ cid }) => cid);
};

/** Reads the cells of rows that name contacts and assets, so that these can be resolved before the transaction. */
export async function findNamingCells({ ports }: WritePorts, schema: Schema, ids: readonly string[]): Promise<readonly unknown[]> {
  const cids = namingCids(schema);
  return cids.length === 0 ? [] : findCells(ports.database, schema.row_table, ids, cids);
}

/** Reads the contacts and assets of rows to be deleted. */
export const findNamedOfRows = async (
  dependencies: WritePorts,
  call: CallContext,
  schema: Schema,
  ids: readonly string[],
): Promise<NamedThings> =>
  (await tryResolveNamed(dependencies.ports.bus, call, schema, [], await findNamingCells(dependencies, schema, ids))).named;
