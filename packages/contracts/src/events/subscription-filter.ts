import { type CanUse, canAccess, resourcesIn } from '../core/can-use.ts';
import { eventTypes } from './event-types.ts';

/** The filter of a subscription: type names or `*`, and filters by type or by `actor_kind` (contract, Q2, Q3). */
export interface Subscription {
  /** The id of a listener, which never receives events about itself; absent for automations. */
  readonly id?: string;
  readonly event_types: readonly string[];
  readonly filters: Readonly<Record<string, unknown>>;
  /** The Can use list of the agent that created the subscription; null or absent when no agent did. */
  readonly can_use?: CanUse | null;
}

/** The creation times of a subscription or an event, in milliseconds since the epoch. */
export interface CreationTimes {
  /** The time by the clock of the process that created it. */
  readonly created_at: number;
  /** The time by the clock of Postgres; null when it was not recorded. */
  readonly recorded_at: number | null;
}

/** The largest difference between two clocks that are considered correct. */
const CLOCK_SKEW_MS = 1_000;

/**
 * Returns true if the event occurred after the subscription was created (contract, Q6). It occurred before only if both clocks say so,
 * that of the process and that of Postgres. One wrong clock therefore loses no event; at worst a new subscription
 * receives events from just before its creation.
 */
export const occurredAfter = (subscription: CreationTimes, event: CreationTimes): boolean =>
  subscription.created_at - event.created_at < CLOCK_SKEW_MS ||
  (subscription.recorded_at !== null && event.recorded_at !== null && subscription.recorded_at - event.recorded_at < CLOCK_SKEW_MS);

/** Returns true if one of the expected values is the actual one, or one of the actual ones if an event has a list of them. */
const accepts = (expected: unknown, actual: unknown): boolean =>
  Array.isArray(actual)
    ? actual.some((one) => accepts(expected, one))
    : Array.isArray(expected)
      ? expected.includes(actual)
      : expected === actual;

const lowered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lowered) : typeof value === 'string' ? value.toLowerCase() : value;

/** Returns true if a filter of an event type accepts a value; a tag is compared without regard to case, as tags are. */
function acceptsOfType(type: string, key: string, expected: unknown, actual: unknown): boolean {
  return eventTypes.get(type)?.filter_rules?.[key]?.ignores_case ? accepts(lowered(expected), lowered(actual)) : accepts(expected, actual);
}

/**
 * Returns true if a subscription matches an event and its agent can use the event's resources. A filter value is one
 * value or a list of them; `actor_kind` applies to every type; filters on other types are ignored.
 */
export function matches(subscription: Subscription, event: { type: string; data: Readonly<Record<string, unknown>> }): boolean {
  const isNamed = subscription.event_types.includes('*') || subscription.event_types.includes(event.type);
  if (!isNamed || (subscription.id !== undefined && subscription.id === event.data.subscription_id)) return false;
  const { actor_kind: actorKind, [event.type]: byType } = subscription.filters;
  if (actorKind !== undefined && !accepts(actorKind, event.data.actor_kind)) return false;
  const filters = Object.entries((byType as Record<string, unknown> | undefined) ?? {});
  if (!filters.every(([key, expected]) => acceptsOfType(event.type, key, expected, event.data[key]))) return false;
  return !subscription.can_use || canAccess(subscription.can_use, resourcesIn(event.data));
}
