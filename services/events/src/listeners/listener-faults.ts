import { type FieldError, invalidFields } from '@space/contracts/core';
import { eventTypes, type Listener } from '@space/contracts/events';
import type { ListenerChange } from './listeners.queries.ts';

/** The event types and the filters of a listener. */
export interface Subscribed {
  readonly event_types?: readonly string[] | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
}

/** The fields of a change of a listener. */
export type GivenListenerFields = { [K in keyof ListenerChange]: ListenerChange[K] | undefined };

/** Throws `invalid` for each filter of a type that a new listener does not name. */
export function assertFiltersApply(given: Subscribed): void {
  const errors = filterErrors(given, {});
  if (errors.length > 0) throw invalidFields(errors);
}

/** Throws `invalid` for each field that listeners of its kind do not have, and for each filter of a type that it does not name. */
export function assertChangeFits(given: GivenListenerFields, listener: Listener): void {
  const errors = [...kindErrors(listener, given), ...filterErrors(given, listener)];
  if (errors.length > 0) throw invalidFields(errors);
}

/** Returns an error for each filter of a type that the listener does not name, with the given fields and the stored ones. */
function filterErrors(given: Subscribed, stored: Subscribed): FieldError[] {
  if (given.event_types === undefined && given.filters === undefined) return [];
  const { event_types = [], filters = {} } = { ...stored, ...withoutUndefined(given) };
  const isNamed = (type: string) => event_types.includes('*') || event_types.includes(type);
  return Object.keys(filters)
    .filter((type) => eventTypes.has(type) && !isNamed(type))
    .map((type) =>
      given.filters
        ? { path: `filters.${type}`, code: 'not_listened_to', message: `never applies, since event_types does not name ${type}` }
        : { path: 'event_types', code: 'not_listened_to', message: `must name ${type}, which has a filter; or change filters too` },
    );
}

const withoutUndefined = (fields: Subscribed): Subscribed =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const kindErrors = ({ kind }: Listener, given: GivenListenerFields): FieldError[] => [
  ...(given.url !== undefined && kind !== 'webhook'
    ? [{ path: 'url', code: 'wrong_kind', message: `is only for webhooks; this event subscription is of kind ${kind}` }]
    : []),
  ...(given.delivery !== undefined && kind !== 'agent'
    ? [{ path: 'delivery', code: 'wrong_kind', message: `is only for listeners of kind agent; this one is of kind ${kind}` }]
    : []),
];
