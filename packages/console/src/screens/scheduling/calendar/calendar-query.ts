import { keepPreviousData } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { addDays, type Day, weekOf } from '../../../dates/days.ts';
import { monthOf } from '../times/days.ts';
import type { Entry } from './entry.ts';

/** The views of the calendar. */
export const views = ['month', 'week', 'agenda'] as const;

/** A view of the calendar. */
export type View = (typeof views)[number];

/** Days that the agenda shows. */
export const AGENDA_DAYS = 30;

/** Returns the first and the last day that a view shows. */
export function rangeOf(view: View, day: Day): readonly [first: Day, last: Day] {
  if (view === 'agenda') return [day, addDays(day, AGENDA_DAYS - 1)];
  const days = view === 'week' ? weekOf(day) : monthOf(day).flat();
  return [days[0]!, days.at(-1)!];
}

/** The part of the calendar that is shown: its days, their zone, and a filter. */
export interface Shown {
  readonly start_date: Day;
  readonly end_date: Day;
  readonly timezone: string;
  readonly category?: Entry['category'];
  readonly search?: string;
}

/** The entries of some days; `is_cut` is true if there are more than one view shows. */
export interface Entries {
  readonly entries: readonly Entry[];
  readonly is_cut: boolean;
}

const PAGE_SIZE = 200;

/** The pages that one view reads at most. */
const MAX_PAGES = 5;

/** Returns the key of the reads of the calendar in the cache. */
export const calendarKey = (space_id: string) => ['space', space_id, 'calendar'] as const;

/** Returns the query of the entries that the calendar shows. */
export const entriesQuery = (space_id: string, shown: Shown) => ({
  queryKey: [...calendarKey(space_id), 'list', shown],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Entries> => {
    const entries: Entry[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await spaceClient(space_id).calendar.list({ ...shown, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal });
      entries.push(...answer.data);
      if (answer.next_cursor === null) return { entries, is_cut: false };
      cursor = answer.next_cursor;
    }
    return { entries, is_cut: true };
  },
  placeholderData: keepPreviousData,
});
