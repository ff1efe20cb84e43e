import { type CanUse, canAccess, resourcesIn } from '../core/can-use.ts';

/** What a listener wants to hear: type names or `*`, and filters by type or by `actor_kind` (spec, Filters). */
export interface Subscription {
  /** Set for listeners: what happens to a listener itself is for the others to hear. */
  readonly id?: string;
  readonly event_types: readonly string[];
  readonly filters: Readonly<Record<string, unknown>>;
  /** The Can use list of the agent that made the listener; null or absent when no agent did. */
  readonly can_use?: CanUse | null;
}

/** When something came to be, in milliseconds since the epoch. */
export interface CreationTimes {
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
export const occurredAfter = (newcomer: CreationTimes, event: CreationTimes): boolean =>
  newcomer.created_at - event.created_at < CLOCK_DIFFERENCE_MS ||
  (newcomer.recorded_at !== null && event.recorded_at !== null && newcomer.recorded_at - event.recorded_at < CLOCK_DIFFERENCE_MS);

const accepts = (wanted: unknown, actual: unknown): boolean => (Array.isArray(wanted) ? wanted.includes(actual) : wanted === actual);

/**
 * Says whether a listener wants an event, and may hear it. A filter value is one value or a list of them; `actor_kind`
 * holds for every type; a filter on another type than this event's does not matter.
 */
export function matches(listener: Subscription, event: { type: string; data: Readonly<Record<string, unknown>> }): boolean {
  const named = listener.event_types.includes('*') || listener.event_types.includes(event.type);
  if (!named || (listener.id !== undefined && listener.id === event.data.subscription_id)) return false;
  const { actor_kind: actorKind, [event.type]: byType } = listener.filters;
  if (actorKind !== undefined && !accepts(actorKind, event.data.actor_kind)) return false;
  if (!Object.entries((byType as Record<string, unknown> | undefined) ?? {}).every(([key, wanted]) => accepts(wanted, event.data[key])))
    return false;
  return !listener.can_use || canAccess(listener.can_use, resourcesIn(event.data));
}
