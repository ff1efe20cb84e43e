import type { Slot } from '@space/contracts/scheduling';
import type { MinuteZone } from '../slots/minute-zone.ts';
import type { Candidate } from '../slots/slots.ts';
import { clockOf, dateOf, dayOf, isoMinute } from '../slots/wall-clock.ts';

/** Returns a candidate as the wire shows a slot, with date and times in a zone. */
export function toSlot(zone: MinuteZone, { start, end, seats_left }: Candidate): Slot {
  const [from, to] = [zone.wallAt(start), zone.wallAt(end)];
  return {
    starts_at: isoMinute(start),
    ends_at: isoMinute(end),
    date: dateOf(dayOf(from)),
    start: clockOf(from),
    end: clockOf(to),
    seats_left,
  };
}
