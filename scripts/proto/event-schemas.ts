import { Enrichment, enrichedSample } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { z } from 'zod';

/** The JSON Schema of each event type's data, by file name. */
export const eventSchemas = (): Map<string, object> =>
  new Map(
    [...eventTypes.values()].map((type) => [
      `events/${type.type}.json`,
      { ...z.toJSONSchema(type.data.extend(Enrichment.shape)), title: type.label, examples: [enrichedSample(type)] },
    ]),
  );
