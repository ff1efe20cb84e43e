import type { Answer, Call } from '@space/bus';
import { type FieldError, type PageAnswer, Problem } from '@space/contracts/core';
import { MAX_UPCOMING_PER_GUEST, NewGuest, type publicBooking, type Slot } from '@space/contracts/scheduling';
import { brokenConstraint, isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { requireBookingPage } from '../booking-pages/booking-pages.ts';
import { nearestSlots } from '../booking-pages/preview.ts';
import { isOffered } from '../bookings/assert-available.ts';
import { countUpcomingByEmail } from '../bookings/bookings.queries.ts';
import { type BookingRequest, prepareBooking, validateBookingRequest, writeBooking } from '../bookings/create-booking.ts';
import { findBookingByLink } from '../bookings/guest-links.ts';
import { retryOnStalePage } from '../bookings/optimistic-page-lock.ts';
import { loadAttachedForm } from '../bookings/prepare-guest.ts';
import { isSlotUnavailable } from '../bookings/slot-unavailable.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { parseFormData } from '../public-forms/parse-form-data.ts';
import { prefillValues } from '../public-forms/prefill.ts';
import { CHOOSE_AGAIN, createUploads, SUBMIT_AGAIN, withUploads } from '../public-forms/uploads.ts';
import { messagePage, tooManyRequests } from '../public-pages/layout.ts';
import { createSpamGuard, type Visit } from '../public-pages/spam-guard.ts';
import { deriveSecret } from '../secrets/link-secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { noSuchPage } from './booking-view.ts';
import { type BookingDetails, detailsPage, fieldNames, guestFields, pageFieldOf } from './details-page.ts';
import { guestCaller, type PublicBookingPorts, parseStart, pausedPage, requestedZone, seeOther } from './guest-request.ts';

type Book = (typeof publicBooking)['operations']['book'];

/** What a booking page does with a time that was chosen: it asks for the rest, and books. */
interface GuestBooking {
  /** The page that asks who books a time. */
  details(row: BookingPageRow, zone: Zone, start: string): Promise<PageAnswer>;
  book(call: Call<Book>, row: BookingPageRow): Promise<Answer<Book>>;
}

/** Shows the page that was sent again, with all that was written, and more to say. */
type RenderAgain = (status: 400 | 409, more?: Pick<BookingDetails, 'notice' | 'alternatives'>) => Promise<PageAnswer>;

/** Books for visitors of the second origin. */
export function createGuestBooking({ ports, booking_ports, limit }: PublicBookingPorts): GuestBooking {
  const { database, clock, box, log } = ports;
  const opened = createSpamGuard(box, clock);
  const fileIntake = createUploads(ports);
  const write = createWriter('scheduling', ports);

  const formOf = async (row: BookingPageRow): Promise<LoadedForm | null | undefined> => {
    try {
      return await loadAttachedForm(booking_ports, row);
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') return undefined;
      throw error;
    }
  };

  const book = async (call: Call<Book>, row: BookingPageRow): Promise<Answer<Book>> => {
    const sent = call.input.form ?? {};
    const before = bookingSecret(sent['-visit']);
    if (await findBookingByLink(database, before, 'view', clock.now())) return seeOther(`/book/view/${before}`);
    const wait = limit.take(row.id, call.input.visitor);
    if (wait > 0) return tooManyRequests(wait);
    const form = await formOf(row);
    if (form === undefined) return pausedPage(409, row);
    const verdict = opened.check(row.id, sent['-visit'], (honeypot) => sent[honeypot] !== undefined && sent[honeypot] !== '');
    if (verdict.is === 'trapped') {
      log.info({ booking_page_id: row.id, space_id: row.space_id }, 'a program filled in the hidden field of a booking page');
      return messagePage(200, row.name, 'Your time is booked.');
    }
    const zone = requestedZone(sent['-timezone'], row);
    const start = parseStart(sent['-start']);
    const fields = guestFields(row, form);
    const { files: brought, visitor } = call.input;
    const isReal = verdict.is === 'good' || verdict.is === 'too_soon';
    const files = form ? await fileIntake.receive(form, brought, { visitor, is_real: isReal }) : { ids: {}, errors: [] };
    const data = withUploads(parseFormData(fields, sent), files);
    const { guest, errors: guestFaults } = parseGuest(data, zone);
    const answers = form ? Object.fromEntries(Object.entries(data).filter(([key]) => form.fields.some((field) => field.key === key))) : {};
    const notes =
      !form && typeof data[fieldNames.notes] === 'string' && data[fieldNames.notes] !== ''
        ? String(data[fieldNames.notes]).slice(0, 4_000)
        : null;
    const order: BookingRequest = { page: row, start: start ?? 0, guest, notes, answers, is_forced: false };
    const { errors: wrong } = await validateBookingRequest(booking_ports, order, form);
    const errors = distinct([...guestFaults, ...files.errors, ...wrong.map((error) => atPageField(form, error))]);
    if (verdict.is === 'good' && errors.length === 0 && (await hasMany(row, guest.email))) errors.push(TOO_MANY);
    const visit = isReal ? verdict.visit : opened.open(row.id);
    const again: RenderAgain = async (status, more = {}) => {
      const { retained_files, has_dropped } = form
        ? await fileIntake.retain(form, data, brought, files)
        : { retained_files: new Map(), has_dropped: false };
      const notice = [more.notice, has_dropped && CHOOSE_AGAIN].filter(Boolean).join(' ');
      const details = { row, form, zone, start: start ?? 0, values: data, errors, visit, retained_files };
      return detailsPage(status, { ...details, ...more, ...(notice && { notice }) });
    };
    if (start === undefined) return again(409, await alternatives(row, minuteAfter(clock.now())));
    if (errors.length > 0) return again(400);
    if (verdict.is !== 'good') return again(400, { notice: SUBMIT_AGAIN });
    return keep(call, order, visit, again);
  };

  const keep = async (call: Call<Book>, order: BookingRequest, visit: Visit, again: RenderAgain): Promise<Answer<Book>> => {
    const { page: row, start } = order;
    const context = { ...call, caller: guestCaller(row.space_id, order.guest.name) };
    const secret = bookingSecret(visit.token);
    const view = `/book/view/${secret}`;
    try {
      return await retryOnStalePage(async () => {
        const page = await requireBookingPage(database, row.space_id, row.id);
        const validated = await prepareBooking(booking_ports, context, { ...order, page }, minuteAfter(clock.now()));
        return write.write(context, async (tx) => {
          await writeBooking(tx, validated, secret, visit.id);
          return seeOther(view);
        });
      });
    } catch (error) {
      // The same page came twice at once: one of the two has booked, and both are shown it.
      if (['guest_token_pkey', 'booking_visit'].includes(brokenConstraint(error) ?? '')) return seeOther(view);
      // Paused or deleted while the guest was writing.
      if (error instanceof Problem && error.code === 'not_found') return noSuchPage;
      if (error instanceof Problem && error.code === 'conflict') return pausedPage(409, row);
      const isTaken = isSlotUnavailable(error) || (error instanceof Problem && error.code === 'slot_taken');
      if (!isTaken) throw error;
      if (await findBookingByLink(database, secret, 'view', clock.now())) return seeOther(view);
      return again(409, await alternatives(row, start));
    }
  };

  const hasMany = async ({ space_id, id }: BookingPageRow, email: string): Promise<boolean> =>
    (await countUpcomingByEmail(database, space_id, id, email, isoTime(clock.now()))) >= MAX_UPCOMING_PER_GUEST;

  const alternatives = async (row: BookingPageRow, start: number): Promise<{ notice: string; alternatives: readonly Slot[] }> => ({
    notice: 'This time is not free any more. Nothing you wrote is lost.',
    alternatives: await nearestSlots(database, row, start, minuteAfter(clock.now())),
  });

  return {
    async details(row, zone, text) {
      const form = await formOf(row);
      if (form === undefined) return pausedPage(200, row);
      const start = parseStart(text);
      const now = minuteAfter(clock.now());
      const details: BookingDetails = {
        row,
        form,
        zone,
        start: start ?? now,
        values: form ? prefillValues(form.fields, {}) : {},
        errors: [],
        visit: opened.open(row.id),
      };
      const isFree = start !== undefined && (await isOffered(database, row, start, now));
      return isFree ? detailsPage(200, details) : detailsPage(409, { ...details, ...(await alternatives(row, start ?? now)) });
    },
    book,
  };
}

/** The secret that the links of a booking are made of: of the sealed mark of the page it was made on, so each books once. */
const bookingSecret = (token: unknown): string =>
  deriveSecret(typeof token === 'string' ? Buffer.from(token, 'base64url').toString('base64url') : '', 'booking');

const TOO_MANY: FieldError = {
  path: fieldNames.email,
  code: 'too_many',
  message: 'has as many bookings to come here as one guest can have; cancel one of them first',
};

/** The guest that a page sends, checked as the API checks one. */
function parseGuest(data: Readonly<Record<string, unknown>>, zone: Zone): { guest: NewGuest; errors: FieldError[] } {
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name].trim() : '');
  const said = {
    name: text(fieldNames.name).replace(/\s+/g, ' '),
    email: text(fieldNames.email),
    phone: text(fieldNames.phone) || null,
    timezone: zone.name,
  };
  const read = NewGuest.safeParse(said);
  if (read.success) return { guest: read.data, errors: [] };
  const errors = read.error.issues.map(({ path: [name], message }): FieldError => {
    const key = fieldNames[name as 'name' | 'email' | 'phone'] ?? fieldNames.name;
    return text(key) === '' ? { path: key, code: 'required', message: 'is required' } : { path: key, code: 'invalid', message };
  });
  return { guest: { ...said, timezone: zone.name }, errors };
}

/** A error of an order at the field of the page that it is about. */
const atPageField = (form: LoadedForm | null, error: FieldError): FieldError => ({
  ...error,
  path: error.path === 'guest.phone' ? fieldNames.phone : pageFieldOf(form, error.path.replace(/^answers\./, '')),
  message: error.path === 'guest.phone' ? 'is required' : error.message,
});

const distinct = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(({ path }, at) => errors.findIndex((one) => one.path === path) === at);
