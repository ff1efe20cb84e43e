import { type Bus, type CallContext, request } from '@space/bus';
import { assertAll, invalidFields, type UnresolvedReference, unresolvedReferences } from '@space/contracts/core';
import { filterReferences, type ReferenceOwner } from '@space/contracts/events';
import {
  commerceIds,
  contactIds,
  integrationIds,
  libraryIds,
  publishingIds,
  schedulingIds,
  tableIds,
  workIds,
} from '@space/contracts/platform';
import { type NamedTable, replaceTableNames, type TableOfName, tableNames } from '@space/contracts/tables';
import { type Database, findExistingIds } from '@space/database';

type Filters = Record<string, unknown>;

interface FilterPorts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'request'>;
}

/** An id in a filter, with the owner of the thing that it names. */
interface ReferenceInFilter extends UnresolvedReference {
  readonly owner: ReferenceOwner;
  /** True if the filter may have a name here. */
  readonly has_names: boolean;
  /** The filters or the list in which it stands, and its place there. */
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** A call with sentences for its caller. */
type NamingCall = CallContext & { readonly understood: string[] };

/** Yields the ids in filters by the keys of one event type. */
function* idsIn(filters: Filters, at: string): Generator<ReferenceInFilter> {
  for (const [key, given] of Object.entries(filters)) {
    const reference = filterReferences.get(key);
    if (!reference) continue;
    const { noun, owner, list, has_names = false } = reference;
    const common = { noun, owner, has_names, way_out: `${list} lists them` };
    const [holder, places, prefix] = Array.isArray(given)
      ? [given as never as Filters, Object.keys(given), `${at}.${key}`]
      : [filters, [key], at];
    for (const place of places) yield { ...common, path: `${prefix}.${place}`, id: String(holder[place]), holder, key: place };
  }
}

/** Yields the ids in the filters of a listener, which are by event type. */
export function* idsInListenerFilters(filters: Filters): Generator<ReferenceInFilter> {
  for (const [type, byKey] of Object.entries(filters))
    if (typeof byKey === 'object' && byKey !== null && !Array.isArray(byKey)) yield* idsIn(byKey as Filters, `filters.${type}`);
}

/** Yields the ids in the filters of an automation's trigger. */
export const idsInTriggerFilters = (filters: Filters): Generator<ReferenceInFilter> => idsIn(filters, 'trigger.filters');

/**
 * Throws one problem for the references that never match: `unresolved_reference` for the ids that this Space does not have, and
 * `invalid` for names that several tables have. The name of one table is replaced by its id in the filters, which belong to this call.
 * An id that is `stored` already is accepted, since the thing may have been deleted since. Call it outside of transactions.
 */
export async function assertReferencesExist(
  ports: FilterPorts,
  call: NamingCall,
  given: Iterable<ReferenceInFilter>,
  stored: Iterable<ReferenceInFilter> = [],
): Promise<void> {
  const known = new Set([...stored].map(({ id }) => id));
  const references = [...given].filter(({ id }) => !known.has(id));
  const named = references
    .filter(({ has_names, id }) => has_names && !id.startsWith('tbl_'))
    .map(({ path, id, holder, key }): NamedTable => ({ path, name: id, holder, key }));
  const tables = await findTables(ports, call, named);
  const ambiguous = replaceTableNames(named, tables, call.understood);
  const missing = await findMissing(
    ports,
    call,
    references.filter(({ id }) => !tables.has(id)),
  );
  await assertAll([
    ambiguous.length > 0 ? Promise.reject(invalidFields(ambiguous)) : undefined,
    missing.length > 0 ? Promise.reject(unresolvedReferences(missing)) : undefined,
  ]);
}

/** Returns the tables of the names in filters, by name. A caller without `tables:read` does not learn which tables there are. */
async function findTables(
  { bus }: FilterPorts,
  call: NamingCall,
  named: readonly NamedTable[],
): Promise<ReadonlyMap<string, readonly TableOfName[]>> {
  if (named.length === 0 || !call.caller.scopes?.includes('tables:read')) return new Map();
  const { tables } = await request(bus, call, tableNames, 'find', { names: [...new Set(named.map(({ name }) => name))] });
  return new Map(tables.map(({ name, tables: found }) => [name, found]));
}

/** Returns the references whose ids this Space does not have. */
async function findMissing(
  ports: FilterPorts,
  call: NamingCall,
  references: readonly ReferenceInFilter[],
): Promise<readonly ReferenceInFilter[]> {
  const byOwner = Map.groupBy(references, ({ owner }) => owner);
  const found = await Promise.all(
    [...byOwner].map(([owner, ofOwner]) => findIds(ports, call, owner, [...new Set(ofOwner.map(({ id }) => id))])),
  );
  const existing = new Set(found.flat());
  return references.filter(({ id }) => !existing.has(id));
}

const directories = {
  contacts: contactIds,
  tables: tableIds,
  publishing: publishingIds,
  scheduling: schedulingIds,
  integrations: integrationIds,
  commerce: commerceIds,
  work: workIds,
  library: libraryIds,
} as const;

async function findIds({ database, bus }: FilterPorts, context: CallContext, owner: ReferenceOwner, ids: string[]): Promise<string[]> {
  if (owner === 'events') return findExistingIds(database, 'events', ['automation', 'listener'], context.caller.space_id, ids);
  return (await request(bus, context, directories[owner], 'find', { ids })).ids;
}
