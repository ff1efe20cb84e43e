import { z } from 'zod';
import { unlessAbsent } from './fields.ts';
import { MAX_CAN_USE } from './limits.ts';

/**
 * The kinds of resources that an agent must be allowed to use before it receives events about them, each with the key of
 * an event's data that names one (contract, A11). Other events are about people, tags and the like.
 */
export const usableKinds = {
  tables: 'table_id',
  documents: 'document_id',
  apps: 'app_id',
  pages: 'page_id',
  forms: 'form_id',
  automations: 'automation_id',
  folders: 'folder_id',
} as const;

type UsableKind = keyof typeof usableKinds;

const kinds = Object.entries(usableKinds) as [UsableKind, string][];

const Usable = z.union([z.literal('*'), z.array(z.string().min(1).max(64)).max(MAX_CAN_USE)], {
  error: unlessAbsent('must be "*" or a list of ids'),
});

/** The fields of a Can use list: for each kind `*` for all resources, or the ids of those that may be used. */
export const canUseFields = Object.fromEntries(
  kinds.map(([kind]) => [kind, Usable.describe(`"*" for all ${kind}, or the ids of those that may be used`)]),
) as Record<UsableKind, typeof Usable>;

/** An agent's Can use list. The agent can use nothing of a kind that is missing. */
export type CanUse = Readonly<Partial<Record<UsableKind, '*' | readonly string[]>>>;

/** Returns the resources that the data of an event names and that a Can use list restricts, as `<kind>:<id>`. */
export const resourcesIn = (data: Readonly<Record<string, unknown>>): string[] =>
  kinds.flatMap(([kind, key]) => [data[key] ?? []].flat().map((id) => `${kind}:${String(id)}`));

/** A set for each list: lists are long and are looked up for every event. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function idsOf(list: readonly string[]): ReadonlySet<string> {
  const cached = sets.get(list);
  if (cached) return cached;
  const ids = new Set(list);
  sets.set(list, ids);
  return ids;
}

/** Returns true when a Can use list allows all of these resources. */
export function canAccess(canUse: CanUse, resources: readonly string[]): boolean {
  return resources.every((resource) => {
    const colon = resource.indexOf(':');
    const allowed = canUse[resource.slice(0, colon) as UsableKind];
    return allowed === '*' || (allowed !== undefined && idsOf(allowed).has(resource.slice(colon + 1)));
  });
}

/** Returns the resources that a Can use list allows: `<kind>:<id>`, or `<kind>:*` for all of a kind. */
export const allowedResources = (canUse: CanUse): string[] =>
  kinds.flatMap(([kind]) => [canUse[kind] ?? []].flat().map((id) => `${kind}:${id}`));
