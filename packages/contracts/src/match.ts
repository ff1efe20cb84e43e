/** What a listener wants to hear: type names or `*`, and filters by type or by `actor_kind` (spec, Filters). */
export interface Wants {
  readonly event_types: readonly string[];
  readonly filters: Readonly<Record<string, unknown>>;
}

const accepts = (wanted: unknown, actual: unknown): boolean => (Array.isArray(wanted) ? wanted.includes(actual) : wanted === actual);

/**
 * Says whether a listener wants an event. A filter value is one value or a list of them; `actor_kind` holds for every
 * type; a filter on another type than this event's does not matter.
 */
export function wants(listener: Wants, event: { type: string; data: Readonly<Record<string, unknown>> }): boolean {
  const named = listener.event_types.includes('*') || listener.event_types.includes(event.type);
  if (!named) return false;
  const { actor_kind: actorKind, [event.type]: byType } = listener.filters;
  if (actorKind !== undefined && !accepts(actorKind, event.data.actor_kind)) return false;
  return Object.entries((byType as Record<string, unknown> | undefined) ?? {}).every(([key, wanted]) => accepts(wanted, event.data[key]));
}
