import type { DeliveryEvent, Job } from './job.ts';
import { signatureHeaders } from './signature.ts';

/** Returns the headers of one attempt, signed at `timestamp`, which is in seconds since the epoch. */
export const requestHeaders = (
  { event, delivery_id }: Pick<Job, 'delivery_id'> & { event: Pick<DeliveryEvent, 'id' | 'type'> },
  secret: string,
  timestamp: number,
  body: string,
): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Space-API-Webhooks/1.0',
  ...signatureHeaders({ secret, event_id: event.id, event_type: event.type, delivery_id, timestamp, body }),
});
