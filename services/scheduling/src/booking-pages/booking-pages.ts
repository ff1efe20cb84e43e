import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json, withBefore } from '@space/bus';
import { notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  bookingPageCreated,
  bookingPageDeleted,
  type bookingPages,
  bookingPageUpdated,
  calendarEventUpdated,
  DEFAULT_CAPACITY,
  MAX_BOOKING_PAGES_PER_SPACE,
} from '@space/contracts/scheduling';
import { findExisting, lockVersioned, newId, readPage, sqlState } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { moveEventsToCalendar } from '../calendar/calendar.queries.ts';
import { calendarEventData } from '../calendar/event-response.ts';
import { findForm } from '../forms/forms.queries.ts';
import { hashSecret, newSecret } from '../secrets/link-secret.ts';
import {
  type BookingPageRow,
  type BookingPageValues,
  bookingPageById,
  countBookingPages,
  countUpcomingBookings,
  deleteBookingPage,
  findBookingPages,
  insertBookingPage,
  listBookingPages,
  moveClaims,
  resizeOccurrences,
  setFeedHash,
  updateBookingPage,
} from './booking-pages.queries.ts';
import type { PageField } from './never-bookable.ts';
import { toBookingPage, toBookingPageSummary } from './page-response.ts';
import { buildPreview } from './preview.ts';
import { validatePage } from './validate-page.ts';

/** The noun of a page in error messages. */
const NOUN = 'booking page';

/** Returns the handlers of the booking pages contract. */
export function bookingPageHandlers(ports: Ports): Handlers<typeof bookingPages> {
  const { database, clock, config } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(config);
  const pageResponse = (page: BookingPageRow) => new Json<never>(JSON.stringify(toBookingPage(page, origin)), page.version);

  return {
    async list({ input, caller }) {
      const list = JSON.parse(await readPage(database, listBookingPages(caller.space_id, input))) as { data: string[] };
      const pages = new Map((await findBookingPages(database, caller.space_id, list.data)).map((page) => [page.id, page]));
      return { ...list, data: list.data.flatMap((id) => (pages.has(id) ? [toBookingPageSummary(pages.get(id)!, origin)] : [])) } as never;
    },

    async create(call) {
      const { input, caller } = call;
      const values: BookingPageValues = {
        ...input,
        status: 'active',
        capacity: input.capacity ?? (input.booking_type === 'group' ? DEFAULT_CAPACITY : 1),
      };
      return write.write(call, async (tx) => {
        validatePage(values, Object.keys(values) as PageField[], tx.now);
        if ((await countBookingPages(tx, caller.space_id)) >= MAX_BOOKING_PAGES_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_BOOKING_PAGES_PER_SPACE} booking pages; delete one first.`);
        await assertFormExists(tx, caller.space_id, values.form_id);
        const page = await insertBookingPage(tx, caller.space_id, newId('bkp'), values, tx.now);
        tx.emit(bookingPageCreated, pageEventData(page));
        return pageResponse(page);
      });
    },

    async get({ input, caller }) {
      return pageResponse(await requireBookingPage(database, caller.space_id, input.id));
    },

    update(call) {
      return write.write(call, async (tx) => {
        const { id, ...fields } = call.input;
        const space = call.caller.space_id;
        const before = await lockBookingPage(tx, space, id, call.if_version);
        const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
          (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
        );
        if (changed.length === 0) return withBefore(pageResponse(before), before, []);
        const values: BookingPageValues = { ...before, ...Object.fromEntries(changed.map((name) => [name, fields[name]])) };
        validatePage(values, changed, tx.now);
        if (changed.includes('form_id')) await assertFormExists(tx, space, values.form_id);
        const page = await updateBookingPage(tx, space, id, values, tx.now);
        if (changed.includes('capacity')) await resizeOccurrences(tx, space, id, values.capacity, tx.now);
        tx.emit(bookingPageUpdated, { ...pageEventData(page), changed, status: page.status });
        if (changed.includes('calendar')) await moveUpcomingBookings(tx, page);
        return withBefore(pageResponse(page), before, changed);
      });
    },

    delete(call) {
      return write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const page = await lockBookingPage(tx, space, call.input.id, call.if_version);
        const upcoming = await countUpcomingBookings(tx, space, page.id, tx.now);
        if (upcoming > 0)
          throw new Problem(
            'upcoming_bookings',
            `The booking page "${page.name}" has ${upcoming === 1 ? 'an upcoming confirmed booking' : `${upcoming} upcoming confirmed bookings`}; cancel them first, or pause the page with PATCH /booking-pages/{id} {"status": "paused"}.`,
            { upcoming },
          );
        await deleteBookingPage(tx, space, page.id);
        tx.emit(bookingPageDeleted, pageEventData(page));
        return { id: page.id, deleted: true as const };
      });
    },

    async preview({ input, caller }) {
      const page = await requireBookingPage(database, caller.space_id, input.id);
      return buildPreview(database, page, input, clock.now());
    },

    create_feed(call) {
      return write.write(call, async (tx) => {
        const page = await lockBookingPage(tx, call.caller.space_id, call.input.id, null);
        const secret = newSecret();
        await setFeedHash(tx, page.space_id, page.id, hashSecret(secret), tx.now);
        tx.emit(bookingPageUpdated, { ...pageEventData(page), changed: ['feed'], status: page.status });
        return { id: page.id, url: `${origin}/book/feed/${secret}.ics`, replaced: page.has_feed };
      });
    },

    delete_feed(call) {
      return write.write(call, async (tx) => {
        const page = await lockBookingPage(tx, call.caller.space_id, call.input.id, null);
        if (!page.has_feed) throw notFound('feed of the booking page', page.id);
        await setFeedHash(tx, page.space_id, page.id, null, tx.now);
        tx.emit(bookingPageUpdated, { ...pageEventData(page), changed: ['feed'], status: page.status });
        return { id: page.id, deleted: true as const };
      });
    },
  };
}

/** Returns a booking page of a Space. Throws `not_found` when it does not exist. */
export const requireBookingPage = (database: CommonQueryMethods, space: string, id: string): Promise<BookingPageRow> =>
  findExisting(database, bookingPageById(space, id), { noun: NOUN, id });

const lockBookingPage = (tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null): Promise<BookingPageRow> =>
  lockVersioned(tx, bookingPageById(space, id), { noun: NOUN, id, ifMatch });

/** Moves the bookings of a page that have not ended to its calendar, so that their time cannot be booked there. */
async function moveUpcomingBookings(tx: Transaction<typeof calendarEventUpdated>, page: BookingPageRow): Promise<void> {
  try {
    await moveClaims(tx, page, tx.now);
  } catch (error) {
    if (sqlState(error) !== '23P01') throw error;
    throw new Problem(
      'conflict',
      `Bookings of "${page.name}" overlap with others in the calendar "${page.calendar}"; move or cancel them first, or choose another calendar.`,
    );
  }
  for (const { booking_id, ...event } of await moveEventsToCalendar(tx, page, tx.now))
    tx.emit(calendarEventUpdated, { ...calendarEventData(event, { booking_id, booking_page: page.name }), changed: ['calendar'] });
}

/** Throws `unresolved_reference` unless the Space has the form; locks the form until the transaction ends. */
async function assertFormExists(tx: CommonQueryMethods, space: string, id: string | null): Promise<void> {
  if (id === null || (await findForm(tx, space, id, true))) return;
  throw unresolvedReferences([{ path: 'form_id', noun: 'form', id }]);
}

const pageEventData = ({ id, name }: BookingPageRow) => ({ booking_page_id: id, booking_page: name });
