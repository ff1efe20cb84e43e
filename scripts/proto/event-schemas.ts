import { Enrichment, enrichedSample, eventTypes } from '@space/contracts';
import { z } from 'zod';

/** The JSON Schema of each event type's data, by file name. */
export const eventSchemas = (): Map<string, object> =>
  new Map(
    [...eventTypes.values()].map((type) => [
      `events/${type.type}.json`,
      { ...z.toJSONSchema(type.data.extend(Enrichment.shape)), title: type.label, examples: [enrichedSample(type)] },
    ]),
  );
