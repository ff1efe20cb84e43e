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

/** What a listener wants to hear: type names or `*`, and filters by type or by `actor_kind` (spec, Filters). */
export interface Wants {
  /** Set for listeners: what happens to a listener itself is for the others to hear. */
  readonly id?: string;
  readonly event_types: readonly string[];
  readonly filters: Readonly<Record<string, unknown>>;
  /** The Can use list of the agent that made the listener; null or absent when no agent did. */
  readonly can_use?: CanUse | null;
}

/** When something came to be, in milliseconds since the epoch. */
export interface Origin {
  /** By the clock of the process that made it. */
  readonly created_at: number;
  /** By the clock of Postgres, which wrote it down; null when nobody kept it. */
  readonly recorded_at: number | null;
}

/** How much earlier something may seem by a clock that is not quite right. */
const CLOCK_DIFFERENCE_MS = 1_000;

/**
 * Whether an event happened when a listener or an automation was there already: a newcomer hears nothing of before. It is
 * before only by both clocks, so that one that is wrong, of a process or of Postgres, lets nothing be lost: at worst a
 * newcomer hears what happened just before it came.
 */
export const isSince = (newcomer: Origin, event: Origin): boolean =>
  newcomer.created_at - event.created_at < CLOCK_DIFFERENCE_MS ||
  (newcomer.recorded_at !== null && event.recorded_at !== null && newcomer.recorded_at - event.recorded_at < CLOCK_DIFFERENCE_MS);

const accepts = (wanted: unknown, actual: unknown): boolean => (Array.isArray(wanted) ? wanted.includes(actual) : wanted === actual);

/**
 * Says whether a listener wants an event, and may hear it. A filter value is one value or a list of them; `actor_kind`
 * holds for every type; a filter on another type than this event's does not matter.
 */
export function wants(listener: Wants, event: { type: string; data: Readonly<Record<string, unknown>> }): boolean {
  const named = listener.event_types.includes('*') || listener.event_types.includes(event.type);
  if (!named || (listener.id !== undefined && listener.id === event.data.subscription_id)) return false;
  const { actor_kind: actorKind, [event.type]: byType } = listener.filters;
  if (actorKind !== undefined && !accepts(actorKind, event.data.actor_kind)) return false;
  if (!Object.entries((byType as Record<string, unknown> | undefined) ?? {}).every(([key, wanted]) => accepts(wanted, event.data[key])))
    return false;
  return !listener.can_use || mayUse(listener.can_use, thingsIn(event.data));
}

/** The things that the data of an event names and that not every agent may use, as `<kind>:<id>`. */
export const thingsIn = (data: Readonly<Record<string, unknown>>): string[] =>
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
export function mayUse(canUse: CanUse, things: readonly string[]): boolean {
  return things.every((thing) => {
    const at = thing.indexOf(':');
    const allowed = canUse[thing.slice(0, at) as UsableKind];
    return allowed === '*' || (allowed !== undefined && idsOf(allowed).has(thing.slice(at + 1)));
  });
}

/** A Can use list as the things it allows, `<kind>:<id>`, or `<kind>:*` for all of a kind. */
export const allowedThings = (canUse: CanUse): string[] =>
  kinds.flatMap(([kind]) => [canUse[kind] ?? []].flat().map((id) => `${kind}:${id}`));
