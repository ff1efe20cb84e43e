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

type Data = Readonly<Record<string, unknown>>;

/** The mark between alternatives of a resource. */
const OR = '|';

/** The kinds of things that are in folders, and the folders themselves. */
const inLibrary: readonly string[] = ['documents', 'folders'];

const named = (data: Data, [kind, key]: readonly [string, string]): string[] =>
  [data[key] ?? []].flat().map((id) => `${kind}:${String(id)}`);

/**
 * Returns the resources that the data of an event names and that a Can use list restricts, as `<kind>:<id>`. An event with `folder_ids` is
 * about a thing of the library: the thing and its folders, from the innermost one, are alternatives of one resource, such as
 * `documents:doc_1|folders:fld_2|folders:fld_1`. A thing in no folder that is of no kind of its own is no resource.
 */
export function resourcesIn(data: Data): string[] {
  const { folder_ids } = data;
  if (!Array.isArray(folder_ids)) return kinds.flatMap((kind) => named(data, kind));
  const documents = kinds.filter(([kind]) => kind === 'documents').flatMap((kind) => named(data, kind));
  const alternatives = [...documents, ...folder_ids.toReversed().map((id) => `folders:${String(id)}`)];
  const others = kinds.filter(([kind]) => !inLibrary.includes(kind)).flatMap((kind) => named(data, kind));
  return alternatives.length === 0 ? others : [...others, alternatives.join(OR)];
}

/** A set for each list: lists are long and are looked up for every event. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function idsOf(list: readonly string[]): ReadonlySet<string> {
  const cached = sets.get(list);
  if (cached) return cached;
  const ids = new Set(list);
  sets.set(list, ids);
  return ids;
}

/** Returns true when a Can use list allows all of these resources: of one with alternatives, one of them. */
export const canAccess = (canUse: CanUse, resources: readonly string[]): boolean =>
  resources.every((resource) => resource.split(OR).some((one) => isAllowed(canUse, one)));

function isAllowed(canUse: CanUse, resource: string): boolean {
  const colon = resource.indexOf(':');
  const allowed = canUse[resource.slice(0, colon) as UsableKind];
  return allowed === '*' || (allowed !== undefined && idsOf(allowed).has(resource.slice(colon + 1)));
}

/** Returns the resources that a Can use list allows: `<kind>:<id>`, or `<kind>:*` for all of a kind. */
export const allowedResources = (canUse: CanUse): string[] =>
  kinds.flatMap(([kind]) => [canUse[kind] ?? []].flat().map((id) => `${kind}:${id}`));
