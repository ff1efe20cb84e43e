import type { ReactElement } from 'react';
import { dayAt } from '../times/days.ts';
import { longDay, shortDay, timeRange } from '../times/labels.ts';
import { useOwnZone } from '../times/use-zone.ts';
import type { Booking } from './booking.ts';

type Times = Pick<Booking, 'starts_at' | 'ends_at' | 'timezone'>;

/** Renders the time of a booking in the zone of the member. */
export function ShortBookingTime({ starts_at, ends_at }: Times): ReactElement {
  const zone = useOwnZone();
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  return (
    <time dateTime={starts_at}>
      {shortDay(dayAt(start, zone))} {dayAt(start, zone).slice(0, 4)}, {timeRange(start, end, zone)}
    </time>
  );
}

/** Renders the time of a booking in the zone of the member, in that of its page and in that of its guest, each once. */
export function BookingTimes({ starts_at, ends_at, timezone, guestZone }: Times & { readonly guestZone: string | null }): ReactElement {
  const own = useOwnZone();
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const zones = new Map<string, string>();
  for (const [zone, name] of [
    [own, 'yours'],
    [timezone, 'the page'],
    [guestZone ?? timezone, 'the guest'],
  ] as const)
    zones.set(zone, zones.has(zone) ? `${zones.get(zone)}, ${name}` : name);
  return (
    <ul>
      {[...zones].map(([zone, names]) => (
        <li key={zone}>
          {longDay(dayAt(start, zone))}, {timeRange(start, end, zone)}{' '}
          <span className="soft">
            {zone} ({names})
          </span>
        </li>
      ))}
    </ul>
  );
}
