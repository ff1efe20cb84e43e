import type { SpaceClient } from '../../api/space-client.ts';

/** A delivery with all its attempts. */
export type Delivery = Awaited<ReturnType<SpaceClient['deliveries']['get']>>;

/** One attempt of a delivery. */
export type Attempt = Delivery['attempts'][number];

/** A delivery in a list, with its last attempt. */
export type FoundDelivery = Awaited<ReturnType<SpaceClient['deliveries']['search']>>['data'][number];

/** The filter of a list of deliveries. */
export type DeliveryFilter = NonNullable<Parameters<SpaceClient['deliveries']['search']>[0]>;

/** Returns the key of the reads of deliveries in the cache. */
export const deliveriesQuery = (space_id: string) => ['space', space_id, 'deliveries'] as const;

/** Returns the result of an attempt in a few words: its code or error, and its duration. */
export function attemptText({ response_code, error, duration_ms }: Pick<Attempt, 'response_code' | 'error' | 'duration_ms'>): string {
  const result = [response_code, error === 'http' ? undefined : error?.replaceAll('_', ' ')].filter((part) => part != null).join(' ');
  return `${result === '' ? 'no answer' : result} · ${duration_ms.toLocaleString('en')} ms`;
}
