import { type CallContext, request } from '@space/bus';
import { contactDirectory, MAX_MERGED_LOOKUP } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
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
 * Of more than `MAX_MERGED_LOOKUP` merges it knows the latest; `is_exact` throws `limit_reached` instead.
 */
export async function withContactsOfFilters(
  context: QueryContext,
  lookup: ContactLookup,
  filters: readonly Filter[] = [],
  { is_exact = false } = {},
): Promise<QueryContext> {
  const ids = new Set<string>();
  mapFilterLeaves(filters, (leaf) => {
    for (const value of [leaf.value].flat()) if (typeof value === 'string' && /^con_[0-9a-z]{1,60}$/.test(value)) ids.add(value);
    return leaf;
  });
  const all = [...ids];
  if (all.length === 0) return context;
  const found: MergedContacts[] = [];
  for (let start = 0; start < all.length; start += MAX_MERGED_LOOKUP) {
    const merged = await requestMerged(lookup, all.slice(start, start + MAX_MERGED_LOOKUP));
    if (is_exact && merged.length >= MAX_MERGED_LOOKUP) throw tooManyMerges();
    found.push(mergedContactsOf(merged));
  }
  return { ...context, merged_contacts: new Map(found.flatMap((some) => [...some])) };
}

const tooManyMerges = () =>
  new Problem(
    'limit_reached',
    `At least ${MAX_MERGED_LOOKUP} contacts were merged into the contacts of \`filters\`, and a change by filter must know all of them; name fewer contacts and call again for the others.`,
  );

/** Returns the surviving contact of each merged one of a Space as a JSON object, so that rows are grouped by people; undefined if there are none. */
export async function survivorByContact(lookup: ContactLookup): Promise<string | undefined> {
  const merged = await requestMerged(lookup);
  return merged.length === 0 ? undefined : JSON.stringify(Object.fromEntries(merged.map(({ id, contact_id }) => [id, contact_id])));
}

type Merges = readonly { readonly id: string; readonly contact_id: string }[];

async function requestMerged({ bus, call }: ContactLookup, ids?: string[]): Promise<Merges> {
  return (await request(bus, call, contactDirectory, 'merged', ids ? { ids } : {})).merged;
}

function mergedContactsOf(merged: Merges): MergedContacts {
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
