import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';

/** A booking page as the API answers it. */
export type BookingPage = Awaited<ReturnType<SpaceClient['booking_pages']['get']>>;

/** The times that a booking page offers, with the reason for each time that it does not offer. */
export type Preview = Awaited<ReturnType<SpaceClient['booking_pages']['preview']>>;

/** One day of a preview. */
export type PreviewDay = Preview['days'][number];

/** The states of a booking page. */
export const pageStatuses = ['draft', 'active', 'paused'] as const;

/** The kinds of place of an appointment with their labels. */
export const locationChoices = [
  ['custom_link', 'An online meeting by a link'],
  ['in_person', 'An address'],
  ['phone_call', 'A phone call'],
  ['service_meet', 'The host sends a link later'],
] as const;

/** Returns the key of the reads of booking pages in the cache. */
export const pagesKey = (space_id: string) => ['space', space_id, 'booking_pages'] as const;

/** Returns the query of the newest booking pages, for names and choices. */
export const pageChoicesQuery = (space_id: string) => ({
  queryKey: [...pagesKey(space_id), 'list', 'choices'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).booking_pages.list({ limit: 200 }, { signal }),
});

/** Returns the query of what a page offers on some days from today, in its own zone. */
export const previewQuery = (space_id: string, id: string, days: number) => ({
  queryKey: [...pagesKey(space_id), 'preview', id, days],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    spaceClient(space_id).booking_pages.preview({ id, days, include_unavailable: true }, { signal }),
});
