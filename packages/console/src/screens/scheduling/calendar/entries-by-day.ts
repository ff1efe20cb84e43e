import type { Day } from '../../../dates/days.ts';
import { daysOf, type Entry, spanOf } from './entry.ts';

/** Returns the entries of each day: those of whole days first, then by their start. */
export function entriesByDay(entries: readonly Entry[], timezone: string): ReadonlyMap<Day, readonly Entry[]> {
  const found = new Map<Day, Entry[]>();
  const isWhole = ({ start_date }: Entry) => (start_date === null ? 1 : 0);
  for (const entry of entries.toSorted((one, other) => isWhole(one) - isWhole(other)))
    for (const day of daysOf(spanOf(entry), timezone)) {
      const list = found.get(day) ?? [];
      list.push(entry);
      found.set(day, list);
    }
  return found;
}
