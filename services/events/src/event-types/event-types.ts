import type { Handlers } from '@space/bus';
import { Enrichment, type EventType, enrichedSample } from '@space/contracts/core';
import { type eventTypeCatalog, eventTypes } from '@space/contracts/events';
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
