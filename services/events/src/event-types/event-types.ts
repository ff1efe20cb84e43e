import type { Handlers } from '@space/bus';
import { Enrichment, type EventType, enrichedSample } from '@space/contracts/core';
import { type eventTypeCatalog, eventTypes } from '@space/contracts/events';
import { z } from 'zod';

const entry = (declared: EventType) => ({
  type: declared.type,
  group: declared.group,
  label: declared.label,
  data_schema: z.toJSONSchema(declared.data.extend(Enrichment.shape), { io: 'output' }) as Record<string, unknown>,
  sample: enrichedSample(declared),
  filters: [...declared.filters],
});

const entries = [...eventTypes.values()].map(entry).sort((one, other) => one.type.localeCompare(other.type));

/** Answers the event_types contract: the catalogue is the same for every Space and never long enough for a second page. */
export const createEventTypeHandlers = (): Handlers<typeof eventTypeCatalog> => ({
  list: async ({ input }) => ({
    data: entries.filter(({ type, group }) => (input.type ?? type) === type && (input.group ?? group) === group),
    has_more: false,
    next_cursor: null,
  }),
});
