import { type Answer, type Call, validate } from '@space/bus';
import { type FieldError, type PageAnswer, Problem } from '@space/contracts/core';
import { MAX_UPCOMING_PER_GUEST, NewGuest, type publicBooking, type Slot } from '@space/contracts/scheduling';
import { brokenConstraint, isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import { type MinuteZone, minuteAfter } from '@space/time';
import type { PageContext } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { requireBookingPage } from '../booking-pages/booking-pages.ts';
import { nearestSlots } from '../booking-pages/nearest-slots.ts';
import { isOffered } from '../bookings/assert-available.ts';
import { countUpcomingByEmail } from '../bookings/bookings.queries.ts';
import { type BookingRequest, prepareBooking, validateBookingRequest, writeBooking } from '../bookings/create-booking.ts';
import { findBookingByLink } from '../bookings/guest-links.queries.ts';
import { retryOnStalePage } from '../bookings/optimistic-page-lock.ts';
import { loadAttachedForm } from '../bookings/prepare-guest.ts';
import { isSlotUnavailable } from '../bookings/slot-unavailable.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { tooLargeForm } from '../public-forms/form-page.ts';
import { parseFormData, shownAnswers } from '../public-forms/parse-form-data.ts';
import { prefillValues } from '../public-forms/prefill.ts';
import { createUploads, withUploads } from '../public-forms/uploads.ts';
import { messagePage, tooManyRequests } from '../public-pages/layout.ts';
import { createSpamGuard, type Visit } from '../public-pages/spam-guard.ts';
import { deriveSecret } from '../secrets/link-secret.ts';
import { withVisitorRoom } from '../storage/visitor-room.ts';
import { noSuchPage } from './booking-view.ts';
import { type BookingDetails, detailsPage, fieldNames, guestFields, pageFieldOf } from './details-page.ts';
import { guestCaller, type PublicBookingPorts, parseStart, pausedPage, requestedZone, SEARCH_POINTS, seeOther } from './guest-request.ts';

type Book = (typeof publicBooking)['operations']['book'];

/** The second step of a booking page, after a time was chosen. */
interface GuestBooking {
  /** Returns the page that asks for the guest's details. */
  details(pageContext: PageContext, row: BookingPageRow, zone: MinuteZone, start: string, visitor: string): Promise<PageAnswer>;
  book(pageContext: PageContext, call: Call<Book>, row: BookingPageRow): Promise<Answer<Book>>;
}

/** Renders the page again with all values, and with a notice or other times. */
type RenderAgain = (status: 400 | 409, more?: Pick<BookingDetails, 'notice' | 'alternatives'>) => Promise<PageAnswer>;

/** Returns the booking of times by visitors of the public origin. */
export function createGuestBooking({ ports, booking_ports, limiter, readLimiter }: PublicBookingPorts): GuestBooking {
  const { database, clock, box, log } = ports;
  const spamGuard = createSpamGuard(box, clock);
  const uploads = createUploads(ports);
  const write = createWriter('scheduling', ports);

  /** Returns the attached form, null when there is none, and undefined when it takes no answers. */
  async function findForm(row: BookingPageRow): Promise<LoadedForm | null | undefined> {
    try {
      return await loadAttachedForm(booking_ports, row);
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') return undefined;
      throw error;
    }
  }

  async function book(pageContext: PageContext, call: Call<Book>, row: BookingPageRow): Promise<Answer<Book>> {
    const { labels } = pageContext.locale;
    const body = call.input.form ?? {};
    const earlier = bookingSecret(body['-visit']);
    if (await findBookingByLink(database, earlier, 'view', clock.now())) return seeOther(`/book/view/${earlier}`);
    const wait = limiter.take(row.id, call.input.visitor);
    if (wait > 0) return tooManyRequests(pageContext, wait);
    const form = await findForm(row);
    if (form === undefined) return pausedPage(pageContext, 409, row);
    if (form?.is_too_large) return tooLargeForm(pageContext, row);
    const check = spamGuard.check(row.id, body['-visit'], (field) => body[field] !== undefined && body[field] !== '');
    if (check.status === 'honeypot_filled') {
      log.info({ booking_page_id: row.id, space_id: row.space_id }, 'honeypot field filled; booking ignored');
      return messagePage(pageContext, 200, row.name, labels.booked);
    }
    const zone = requestedZone(body['-timezone'], row);
    const start = parseStart(body['-start']);
    const fields = guestFields(labels, row, form);
    const { files, visitor } = call.input;
    const isFromOpenedPage = check.status === 'accepted' || check.status === 'too_soon';
    const received = form
      ? await uploads.receive({ ...call, caller: guestCaller(row.space_id, 'Visitor') }, form, files, {
          visitor,
          is_from_opened_page: isFromOpenedPage,
        })
      : { ids: {}, errors: [] };
    const data = withUploads(parseFormData(fields, body), received);
    const { guest, errors: guestErrors } = parseGuest(data, zone);
    const request: BookingRequest = { page: row, start: start ?? 0, guest, ...answersAndNotes(form, data), is_forced: false };
    const { errors: requestErrors } = await validateBookingRequest(booking_ports, request, form);
    const errors = firstOfEachField([...guestErrors, ...received.errors, ...requestErrors.map((error) => atPageField(form, error))]);
    if (check.status === 'accepted' && errors.length === 0 && (await hasReachedLimit(row, guest.email))) errors.push(TOO_MANY);
    const visit = isFromOpenedPage ? check.visit : spamGuard.open(row.id);
    const renderAgain: RenderAgain = async (status, more = {}) => {
      const { retained_files, has_dropped } = form
        ? await uploads.retain(form, data, files, received)
        : { retained_files: new Map(), has_dropped: false };
      const notice = [more.notice, has_dropped && labels.choose_files_again].filter(Boolean).join(' ');
      const details = {
        context: pageContext,
        row,
        form,
        zone,
        start: start ?? 0,
        values: shownAnswers(fields, body, data),
        errors,
        visit,
        retained_files,
      };
      return detailsPage(status, { ...details, ...more, ...(notice && { notice }) });
    };
    if (start === undefined) return renderAgain(409, await findAlternatives(pageContext, row, minuteAfter(clock.now())));
    if (errors.length > 0) return renderAgain(400);
    if (check.status !== 'accepted') return renderAgain(400, { notice: labels.send_again });
    return storeBooking(pageContext, call, request, visit, renderAgain);
  }

  async function storeBooking(
    pageContext: PageContext,
    call: Call<Book>,
    request: BookingRequest,
    visit: Visit,
    renderAgain: RenderAgain,
  ): Promise<Answer<Book>> {
    const { page: row, start } = request;
    const context = { ...call, caller: guestCaller(row.space_id, request.guest.name) };
    const secret = bookingSecret(visit.token);
    const view = `/book/view/${secret}`;
    try {
      return await withVisitorRoom(ports, context, { bytes: Buffer.byteLength(JSON.stringify(call.input.form ?? {})) }, () =>
        retryOnStalePage(async () => {
          const page = await requireBookingPage(database, row.space_id, row.id);
          const prepared = await prepareBooking(booking_ports, context, { ...request, page }, minuteAfter(clock.now()));
          return write.write(context, async (tx) => {
            await writeBooking(tx, prepared, secret, visit.id);
            return seeOther(view);
          });
        }),
      );
    } catch (error) {
      // The page was sent twice concurrently: one request has booked, and both lead to its booking.
      if (['guest_token_pkey', 'booking_visit'].includes(brokenConstraint(error) ?? '')) return seeOther(view);
      // The page was paused or deleted while the guest filled it in.
      if (error instanceof Problem && error.code === 'not_found') return noSuchPage(pageContext);
      if (error instanceof Problem && error.code === 'conflict') return pausedPage(pageContext, 409, row);
      const isTaken = isSlotUnavailable(error) || (error instanceof Problem && error.code === 'slot_taken');
      if (!isTaken) throw error;
      if (await findBookingByLink(database, secret, 'view', clock.now())) return seeOther(view);
      return renderAgain(409, await findAlternatives(pageContext, row, start));
    }
  }

  async function hasReachedLimit({ space_id, id }: BookingPageRow, email: string): Promise<boolean> {
    return (await countUpcomingByEmail(database, space_id, id, email, isoTime(clock.now()))) >= MAX_UPCOMING_PER_GUEST;
  }

  async function findAlternatives(
    { locale }: PageContext,
    row: BookingPageRow,
    start: number,
  ): Promise<{ notice: string; alternatives: readonly Slot[] }> {
    return {
      notice: locale.labels.not_free,
      alternatives: await nearestSlots(database, row, start, minuteAfter(clock.now())),
    };
  }

  return {
    async details(pageContext, row, zone, text, visitor) {
      const form = await findForm(row);
      if (form === undefined) return pausedPage(pageContext, 200, row);
      if (form?.is_too_large) return tooLargeForm(pageContext, row);
      const start = parseStart(text);
      const now = minuteAfter(clock.now());
      const details: BookingDetails = {
        context: pageContext,
        row,
        form,
        zone,
        start: start ?? now,
        values: form ? prefillValues(form.fields, {}) : {},
        errors: [],
        visit: spamGuard.open(row.id),
      };
      const isAvailable = start !== undefined && (await isOffered(database, row, start, now));
      if (!isAvailable) readLimiter.take(row.id, visitor, SEARCH_POINTS);
      return isAvailable
        ? detailsPage(200, details)
        : detailsPage(409, { ...details, ...(await findAlternatives(pageContext, row, start ?? now)) });
    },
    book,
  };
}

/** Returns the secret of a booking's links. It is derived from the token of the page's opening, so each opening books once. */
const bookingSecret = (token: unknown): string =>
  deriveSecret(typeof token === 'string' ? Buffer.from(token, 'base64url').toString('base64url') : '', 'booking');

const TOO_MANY: FieldError = {
  path: fieldNames.email,
  code: 'too_many',
  message: 'has as many bookings to come here as one guest can have; cancel one of them first',
};

/** Returns the answers to the attached form; without a form, the note of the guest, at most 4,000 characters. */
function answersAndNotes(
  form: LoadedForm | null,
  data: Readonly<Record<string, unknown>>,
): { answers: Record<string, unknown>; notes: string | null } {
  if (form)
    return {
      answers: Object.fromEntries(Object.entries(data).filter(([key]) => form.fields.some((field) => field.key === key))),
      notes: null,
    };
  const notes = data[fieldNames.notes];
  return { answers: {}, notes: typeof notes === 'string' && notes !== '' ? notes.slice(0, 4_000) : null };
}

/** Reads the guest from the values of a page, with the validation of the API. */
function parseGuest(data: Readonly<Record<string, unknown>>, zone: MinuteZone): { guest: NewGuest; errors: FieldError[] } {
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name].trim() : '');
  const input = {
    name: text(fieldNames.name).replace(/\s+/g, ' '),
    email: text(fieldNames.email),
    phone: text(fieldNames.phone) || null,
    timezone: zone.name,
  };
  const parsed = validate(NewGuest, input);
  if (parsed.success) return { guest: parsed.data, errors: [] };
  const errors = parsed.errors.map(({ path: name, message }): FieldError => {
    const key = fieldNames[name as 'name' | 'email' | 'phone'] ?? fieldNames.name;
    return text(key) === '' ? { path: key, code: 'required', message: 'is required' } : { path: key, code: 'invalid', message };
  });
  return { guest: input, errors };
}

/** Returns an error of a booking request with the field of the page that it concerns as its path. */
const atPageField = (form: LoadedForm | null, error: FieldError): FieldError => ({
  ...error,
  path: error.path === 'guest.phone' ? fieldNames.phone : pageFieldOf(form, error.path.replace(/^answers\./, '')),
  message: error.path === 'guest.phone' ? 'is required' : error.message,
});

const firstOfEachField = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(({ path }, at) => errors.findIndex((one) => one.path === path) === at);
