import type { Handlers } from '@space/bus';
import { Enrichment, type EventType, enrichedSample, type InputOf, type OutputOf, Problem } from '@space/contracts/core';
import { type eventListening, type eventTypeCatalog, eventTypes, MAX_DESCRIBED_EVENT_TYPES } from '@space/contracts/events';
import { closestNames } from '@space/text';
import { z } from 'zod';

const toEntry = (type: EventType) => ({
  type: type.type,
  group: type.group,
  label: type.label,
  data_schema: z.toJSONSchema(type.data.extend(Enrichment.shape), { io: 'output' }) as Record<string, unknown>,
  sample: enrichedSample(type),
  filters: [...type.filters],
});

const entries = [...eventTypes.values()].map(toEntry).sort((one, other) => one.type.localeCompare(other.type));

/** Returns the handlers of the contract `event_types`. The catalog is the same for every Space and fits on one page. */
export const createEventTypeHandlers = (): Handlers<typeof eventTypeCatalog> => ({
  async list({ input }) {
    const data = entries.filter(({ type, group }) => (input.type ?? type) === type && (input.group ?? group) === group);
    return { data, has_more: false, next_cursor: null };
  },
});

type ListTypes = (typeof eventListening)['operations']['list_types'];

/**
 * Returns the event types in brief: a line for each by group, and the whole entries of those that `type` names. Throws `not_found`
 * when it names none.
 */
export function summarizeEventTypes({ type: name, group }: InputOf<ListTypes>): OutputOf<ListTypes> {
  const inGroup = entries.filter((entry) => (group ?? entry.group) === entry.group);
  if (name === undefined) return { groups: linesOf(inGroup), types: [] };
  const exact = inGroup.filter(({ type }) => type === name);
  const named = exact.length > 0 ? exact : inGroup.filter(({ type }) => type.startsWith(name));
  if (named.length === 0) throw unknownType(name);
  return { groups: linesOf(named.slice(MAX_DESCRIBED_EVENT_TYPES)), types: named.slice(0, MAX_DESCRIBED_EVENT_TYPES) };
}

const linesOf = (types: readonly (typeof entries)[number][]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(types, ({ group }) => group)].map(([group, same]) => [group, same.map(({ type, label }) => `${type}: ${label}`)]),
  );

function unknownType(name: string): Problem {
  const near = closestNames(name, eventTypes.keys());
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Leave out type to see all names.';
  return new Problem('not_found', `There is no event type whose name is or begins with "${name}". ${hint}`);
}
