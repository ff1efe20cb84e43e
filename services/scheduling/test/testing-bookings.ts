import { contactsService } from '@space/contacts';
import type { ArgumentsOf } from '@space/contracts/core';
import { type BookingPage, bookingPages, bookings, calendar } from '@space/contracts/scheduling';
import {
  callAs,
  emittedIn,
  FakeClock,
  newSpaceCaller,
  startServices,
  type TestPorts,
  type TestServices,
  testPorts,
} from '@space/runtime/testing';
import { schedulingService } from '../src/service.ts';

/** Monday 4 May 2026, 08:00 UTC: the moment at which tests about bookings begin. */
const MONDAY = Date.parse('2026-05-04T08:00:00Z');

/** Starts the services that bookings need, on a clock that stands still. */
export async function startScheduling(now = MONDAY): Promise<TestServices & { readonly ports: TestPorts }> {
  const ports = await testPorts({ clock: new FakeClock(now) });
  return startServices([contactsService, schedulingService], ports);
}

/** What a test says of a booking page; everything else is open all day, without notice. */
export type PageSaid = Partial<ArgumentsOf<(typeof bookingPages)['operations']['create']>>;

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of every day of the week. */
export const daily = (start: string, end: string) => ({ weekly: [{ days: [...everyDay], start, end }], overrides: [] });

/** A guest of this name. */
export const guest = (name = 'Ada Lovelace') => ({ name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` });

/** A Space of its own, with what a test does in it. */
export function newSpace({ ports }: TestServices) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  const page = (said: PageSaid = {}): Promise<BookingPage> =>
    call(bookingPages, 'create', {
      name: 'Intro call',
      duration_minutes: 30,
      timezone: 'UTC',
      min_notice_hours: 0,
      availability: daily('09:00', '17:00'),
      ...said,
    });
  return {
    caller,
    call,
    page,
    /** The labels of what a page offers on a day. */
    offers: async (id: string, date: string, timezone?: string) =>
      (await call(bookingPages, 'preview', { id, date, ...(timezone && { timezone }) })).slots.map(({ start }) => start),
    book: (page_id: string, starts_at: string, name?: string, more: Partial<ArgumentsOf<(typeof bookings)['operations']['create']>> = {}) =>
      call(bookings, 'create', { booking_page_id: page_id, starts_at, guest: guest(name), ...more }),
    busy: (title: string, starts_at: string, ends_at: string, more: Partial<ArgumentsOf<(typeof calendar)['operations']['create']>> = {}) =>
      call(calendar, 'create', { title, starts_at, ends_at, ...more }),
    /** What happened since the beginning, oldest first. */
    events: () => emittedIn(ports.database, 'scheduling', caller.space_id),
  };
}

/** A problem that was expected, for looking at. */
export const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => {
      throw new Error('It was not refused.');
    },
    (problem: {
      code: string;
      status: number;
      message: string;
      extras: { errors?: { path: string; code: string; message: string }[] } & Record<string, unknown>;
    }) => problem,
  );
