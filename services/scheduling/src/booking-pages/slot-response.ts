import type { Slot } from '@space/contracts/scheduling';
import { clockOf, dateOf, dayOf, isoMinute, type MinuteZone } from '@space/time';
import type { Candidate } from '../slots/slots.ts';

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
