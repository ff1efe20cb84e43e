import { z } from 'zod';
import { MAX_CAN_USE } from './limits.ts';

/**
 * The kinds of things an agent must be allowed to use before it hears about them, each with the key of an event's data
 * that names one (spec, Authentication 12). Events that name none of these are about people, tags and the like.
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
  error: 'must be "*" or a list of ids',
});

/** The fields of a Can use list: of each kind `*` for everything, or the ids of what may be used. */
export const canUseFields = Object.fromEntries(kinds.map(([kind]) => [kind, Usable])) as Record<UsableKind, typeof Usable>;

/** An agent's Can use list. A kind that is not there is a kind of which the agent can use nothing. */
export type CanUse = Readonly<Partial<Record<UsableKind, '*' | readonly string[]>>>;

/** The things that the data of an event names and that not every agent may use, as `<kind>:<id>`. */
export const resourcesIn = (data: Readonly<Record<string, unknown>>): string[] =>
  kinds.flatMap(([kind, key]) => [data[key] ?? []].flat().map((id) => `${kind}:${String(id)}`));

/** Lists are long and asked again for every event, so each is made a set of once. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function idsOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list);
  if (known) return known;
  const made = new Set(list);
  sets.set(list, made);
  return made;
}

/** Whether somebody with this Can use list may use all of these things. */
export function canAccess(canUse: CanUse, things: readonly string[]): boolean {
  return things.every((thing) => {
    const at = thing.indexOf(':');
    const allowed = canUse[thing.slice(0, at) as UsableKind];
    return allowed === '*' || (allowed !== undefined && idsOf(allowed).has(thing.slice(at + 1)));
  });
}

/** A Can use list as the things it allows, `<kind>:<id>`, or `<kind>:*` for all of a kind. */
export const allowedResources = (canUse: CanUse): string[] =>
  kinds.flatMap(([kind]) => [canUse[kind] ?? []].flat().map((id) => `${kind}:${id}`));
