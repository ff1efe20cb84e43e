import type { Booking } from '@space/contracts/scheduling';
import type { Labels } from '@space/web';

/** Returns the sentence for guests about a place that has no link or address yet; undefined for every other place. */
export function missingPlaceText(labels: Labels, { type, value }: Booking['location']): string | undefined {
  if (value !== null) return undefined;
  if (type === 'in_person') return labels.in_person_without_address;
  return type === 'phone_call' ? undefined : labels.online_without_link;
}
