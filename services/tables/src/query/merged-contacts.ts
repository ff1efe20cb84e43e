import { type CallContext, request } from '@space/bus';
import { contactDirectory, MAX_MERGED_LOOKUP } from '@space/contracts/contacts';
import type { Filter } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import { mapFilterLeaves } from '../schema/lookups.ts';
import type { QueryContext } from './query-context.ts';

/** Ids that stand for one contact by each of them: the surviving one first, then those that were merged into it. */
export type MergedContacts = ReadonlyMap<string, readonly string[]>;

/** The contacts service, and the call that a query belongs to. */
export interface ContactLookup {
  readonly bus: Ports['bus'];
  readonly call: CallContext;
}

/**
 * Returns the context with the merged contacts that filters name, so that a filter by the id of a merged contact also finds rows with its other ids.
 * A cell holds the id that it was written with. Requests nothing if the filters name no contact. Call it outside transactions.
 */
export async function withContactsOfFilters(
  context: QueryContext,
  lookup: ContactLookup,
  filters: readonly Filter[] = [],
): Promise<QueryContext> {
  const ids = new Set<string>();
  mapFilterLeaves(filters, (leaf) => {
    for (const value of [leaf.value].flat()) if (typeof value === 'string' && /^con_[0-9a-z]{1,60}$/.test(value)) ids.add(value);
    return leaf;
  });
  const all = [...ids];
  if (all.length === 0) return context;
  const found: MergedContacts[] = [];
  for (let start = 0; start < all.length; start += MAX_MERGED_LOOKUP)
    found.push(await findMerged(lookup, all.slice(start, start + MAX_MERGED_LOOKUP)));
  return { ...context, merged_contacts: new Map(found.flatMap((some) => [...some])) };
}

/** Returns the surviving contact of each merged one of a Space, so that rows are grouped by people. */
export async function findSurvivors(lookup: ContactLookup): Promise<Readonly<Record<string, string>>> {
  const { merged } = await requestMerged(lookup);
  return Object.fromEntries(merged.map(({ id, contact_id }) => [id, contact_id]));
}

const requestMerged = ({ bus, call }: ContactLookup, ids?: string[]) => request(bus, call, contactDirectory, 'merged', ids ? { ids } : {});

async function findMerged(lookup: ContactLookup, ids: string[]): Promise<MergedContacts> {
  const { merged } = await requestMerged(lookup, ids);
  const groups = new Map<string, string[]>();
  for (const { id, contact_id } of merged) {
    const group = groups.get(contact_id) ?? [contact_id];
    group.push(id);
    groups.set(id, group).set(contact_id, group);
  }
  return groups;
}

/** Returns the ids under which cells can hold a contact. */
export const idsOfContact = ({ merged_contacts }: QueryContext, id: string): readonly string[] => merged_contacts?.get(id) ?? [id];
