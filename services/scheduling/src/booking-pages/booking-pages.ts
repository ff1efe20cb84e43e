import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import {
  bookingPageCreated,
  bookingPageDeleted,
  type bookingPages,
  bookingPageUpdated,
  calendarEventUpdated,
  DEFAULT_CAPACITY,
  MAX_BOOKING_PAGES_PER_SPACE,
} from '@space/contracts/scheduling';
import { mustMatch, newId, readPage, sqlState } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { moveEvents } from '../calendar/calendar.queries.ts';
import { aboutEvent } from '../calendar/event-wire.ts';
import { findForm } from '../forms/forms.queries.ts';
import { hashOf, newSecret } from '../secret.ts';
import {
  countPages,
  countUpcoming,
  deletePage,
  findPage,
  findPages,
  insertPage,
  moveClaims,
  type PageRow,
  type PageValues,
  pageList,
  resizeOccurrences,
  setFeed,
  updatePage,
} from './booking-pages.queries.ts';
import { checkPage } from './check-page.ts';
import { wirePage } from './page-wire.ts';
import { previewOf } from './preview.ts';

/** Answers the booking pages contract. */
export function bookingPageHandlers(ports: Ports): Handlers<typeof bookingPages> {
  const { database, clock, config } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(config);
  const wire = (page: PageRow) => new Json<never>(JSON.stringify(wirePage(page, origin)), page.version);

  return {
    list: async ({ input, caller }) => {
      const list = JSON.parse(await readPage(database, pageList(caller.space_id, input))) as { data: string[] };
      const pages = new Map((await findPages(database, caller.space_id, list.data)).map((page) => [page.id, page]));
      return { ...list, data: list.data.flatMap((id) => (pages.has(id) ? [wirePage(pages.get(id)!, origin)] : [])) } as never;
    },

    create: async (call) => {
      const { input, caller } = call;
      const values: PageValues = {
        ...input,
        status: 'active',
        capacity: input.capacity ?? (input.booking_type === 'group' ? DEFAULT_CAPACITY : 1),
      };
      checkPage(values);
      return write.write(call, async (tx) => {
        if ((await countPages(tx, caller.space_id)) >= MAX_BOOKING_PAGES_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_BOOKING_PAGES_PER_SPACE} booking pages; delete one first.`);
        await mustHaveForm(tx, caller.space_id, values.form_id);
        const page = await insertPage(tx, caller.space_id, newId('bkp'), values, tx.now);
        tx.emit(bookingPageCreated, aboutPage(page));
        return wire(page);
      });
    },

    get: async ({ input, caller }) => wire(await mustFind(database, caller.space_id, input.id)),

    update: (call) =>
      write.write(call, async (tx) => {
        const { id, ...fields } = call.input;
        const space = call.caller.space_id;
        const before = await lockPage(tx, space, id, call.if_version);
        const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
          (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
        );
        if (changed.length === 0) return wire(before);
        const values: PageValues = { ...before, ...Object.fromEntries(changed.map((name) => [name, fields[name]])) };
        checkPage(values);
        if (changed.includes('form_id')) await mustHaveForm(tx, space, values.form_id);
        const page = await updatePage(tx, space, id, values, tx.now);
        if (changed.includes('capacity')) await resizeOccurrences(tx, space, id, values.capacity, tx.now);
        tx.emit(bookingPageUpdated, { ...aboutPage(page), changed, status: page.status });
        if (changed.includes('calendar')) await moveBookings(tx, page);
        return wire(page);
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const page = await lockPage(tx, space, call.input.id, call.if_version);
        const upcoming = await countUpcoming(tx, space, page.id, tx.now);
        if (upcoming > 0)
          throw new Problem(
            'upcoming_bookings',
            `The booking page "${page.name}" has ${upcoming === 1 ? 'an upcoming confirmed booking' : `${upcoming} upcoming confirmed bookings`}; cancel them first, or pause the page with PATCH status paused.`,
            { upcoming },
          );
        await deletePage(tx, space, page.id);
        tx.emit(bookingPageDeleted, aboutPage(page));
        return { id: page.id, deleted: true as const };
      }),

    preview: async ({ input, caller }) => {
      const page = await mustFind(database, caller.space_id, input.id);
      return previewOf(database, page, input, clock.now());
    },

    create_feed: (call) =>
      write.write(call, async (tx) => {
        const page = await lockPage(tx, call.caller.space_id, call.input.id, null);
        const secret = newSecret();
        await setFeed(tx, page.space_id, page.id, hashOf(secret), tx.now);
        tx.emit(bookingPageUpdated, { ...aboutPage(page), changed: ['feed'], status: page.status });
        return { id: page.id, url: `${origin}/book/feed/${secret}.ics` };
      }),

    delete_feed: (call) =>
      write.write(call, async (tx) => {
        const page = await lockPage(tx, call.caller.space_id, call.input.id, null);
        if (!page.has_feed) throw notFound('feed of the booking page', page.id);
        await setFeed(tx, page.space_id, page.id, null, tx.now);
        tx.emit(bookingPageUpdated, { ...aboutPage(page), changed: ['feed'], status: page.status });
        return { id: page.id, deleted: true as const };
      }),
  };
}

/** The booking page of a Space; refused when it is not there. */
export async function mustFind(database: CommonQueryMethods, space: string, id: string): Promise<PageRow> {
  const page = await findPage(database, space, id);
  if (!page) throw notFound('booking page', id);
  return page;
}

async function lockPage(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null): Promise<PageRow> {
  const page = await findPage(tx, space, id, 'update');
  if (!page) throw notFound('booking page', id);
  mustMatch(version, page.version);
  return page;
}

/** Bookings that are not over go with their page to another calendar, so that nobody books their time there. */
async function moveBookings(tx: Transaction<typeof calendarEventUpdated>, page: PageRow): Promise<void> {
  try {
    await moveClaims(tx, page, tx.now);
  } catch (error) {
    if (sqlState(error) !== '23P01') throw error;
    throw new Problem(
      'conflict',
      `Bookings of "${page.name}" overlap with others in the calendar "${page.calendar}"; move or cancel them first, or choose another calendar.`,
    );
  }
  for (const { booking_id, ...event } of await moveEvents(tx, page, tx.now))
    tx.emit(calendarEventUpdated, { ...aboutEvent(event, { booking_id, booking_page: page.name }), changed: ['calendar'] });
}

/** A page can only be attached to a form of its own Space, which is kept from going away meanwhile. */
async function mustHaveForm(tx: CommonQueryMethods, space: string, id: string | null): Promise<void> {
  if (id === null || (await findForm(tx, space, id, true))) return;
  throw new Problem('unresolved_reference', `form_id: there is no form "${id}" in this Space.`, {
    errors: [{ path: 'form_id', code: 'unresolved_reference', message: 'names no form of this Space' }],
  });
}

const aboutPage = ({ id, name }: PageRow) => ({ booking_page_id: id, booking_page: name });
