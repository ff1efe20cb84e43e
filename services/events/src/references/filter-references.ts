import { type Bus, type CallContext, request } from '@space/bus';
import { type UnresolvedReference, unresolvedReferences } from '@space/contracts/core';
import { filterReferences, type ReferenceOwner } from '@space/contracts/events';
import { contactIds, publishingIds, schedulingIds, tableIds } from '@space/contracts/platform';
import { type Database, findExistingIds } from '@space/database';

type Filters = Readonly<Record<string, unknown>>;

interface FilterPorts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'request'>;
}

/** An id in a filter, with the owner of the thing that it names. */
interface ReferenceInFilter extends UnresolvedReference {
  readonly owner: ReferenceOwner;
}

/** Yields the ids in filters by the keys of one event type. */
function* idsIn(filters: Filters, at: string): Generator<ReferenceInFilter> {
  for (const [key, given] of Object.entries(filters)) {
    const reference = filterReferences.get(key);
    if (!reference) continue;
    const { noun, owner, list } = reference;
    for (const [index, id] of [given].flat().entries())
      yield { path: `${at}.${key}${Array.isArray(given) ? `.${index}` : ''}`, noun, id: String(id), owner, way_out: `${list} lists them` };
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
 * Throws `unresolved_reference` for the ids that this Space does not have, all together: such a filter never matches. An id that
 * is `stored` already is accepted, since the thing may have been deleted since. Call it outside of transactions.
 */
export async function assertReferencesExist(
  ports: FilterPorts,
  context: CallContext,
  given: Iterable<ReferenceInFilter>,
  stored: Iterable<ReferenceInFilter> = [],
): Promise<void> {
  const known = new Set([...stored].map(({ id }) => id));
  const references = [...given].filter(({ id }) => !known.has(id));
  const byOwner = Map.groupBy(references, ({ owner }) => owner);
  const found = await Promise.all(
    [...byOwner].map(([owner, ofOwner]) => findIds(ports, context, owner, [...new Set(ofOwner.map(({ id }) => id))])),
  );
  const existing = new Set(found.flat());
  const missing = references.filter(({ id }) => !existing.has(id));
  if (missing.length > 0) throw unresolvedReferences(missing);
}

const directories = { contacts: contactIds, tables: tableIds, publishing: publishingIds, scheduling: schedulingIds } as const;

async function findIds({ database, bus }: FilterPorts, context: CallContext, owner: ReferenceOwner, ids: string[]): Promise<string[]> {
  if (owner === 'events') return findExistingIds(database, 'events', ['automation', 'listener'], context.caller.space_id, ids);
  return (await request(bus, context, directories[owner], 'find', { ids })).ids;
}
