import type { Answer, Call } from '@space/bus';
import { type FieldError, type PageAnswer, Problem } from '@space/contracts/core';
import { type bookPages, MAX_UPCOMING_PER_GUEST, NewGuest, type Slot } from '@space/contracts/scheduling';
import { brokenConstraint, isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { mustFind } from '../booking-pages/booking-pages.ts';
import { nearestSlots } from '../booking-pages/preview.ts';
import { countUpcomingOf } from '../bookings/bookings.queries.ts';
import { isOffered } from '../bookings/free-time.ts';
import { findByLink } from '../bookings/guest-links.ts';
import { onSteadyPage } from '../bookings/held-page.ts';
import { attachedForm } from '../bookings/intake.ts';
import { judgeOrder, type Order, orderFaults, writeBooking } from '../bookings/make-booking.ts';
import { isNotFree } from '../bookings/slot-taken.ts';
import { prefilled } from '../form-page/prefilled.ts';
import { CHOOSE_AGAIN, ONCE_MORE, pageFiles, withFiles } from '../form-page/received-files.ts';
import { sentData } from '../form-page/sent-data.ts';
import type { LoadedForm } from '../forms/loaded-forms.ts';
import { notePage, tooOften } from '../page/page-frame.ts';
import { type Visit, visits } from '../page/visit.ts';
import { derived } from '../secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { noSuchPage } from './booking-view.ts';
import { type Details, detailsPage, fieldNames, guestFields, placeOf } from './details-page.ts';
import { type GuestPorts, guestCaller, pausedPage, seeOther, startIn, zoneIn } from './visitor.ts';

type Book = (typeof bookPages)['operations']['book'];

/** What a booking page does with a time that was chosen: it asks for the rest, and books. */
interface AsGuest {
  /** The page that asks who books a time. */
  details(row: PageRow, zone: Zone, start: string): Promise<PageAnswer>;
  book(call: Call<Book>, row: PageRow): Promise<Answer<Book>>;
}

/** Shows the page that was sent again, with all that was written, and more to say. */
type Again = (status: 400 | 409, more?: Pick<Details, 'notice' | 'others'>) => Promise<PageAnswer>;

/** Books for visitors of the second origin. */
export function bookAsGuest({ ports, intake, limit }: GuestPorts): AsGuest {
  const { database, clock, box, log } = ports;
  const opened = visits(box, clock);
  const fileIntake = pageFiles(ports);
  const write = createWriter('scheduling', ports);

  const formOf = async (row: PageRow): Promise<LoadedForm | null | undefined> => {
    try {
      return await attachedForm(intake, row);
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') return undefined;
      throw error;
    }
  };

  const book = async (call: Call<Book>, row: PageRow): Promise<Answer<Book>> => {
    const sent = call.input.form ?? {};
    const before = secretOf(sent['-visit']);
    if (await findByLink(database, before, 'view', clock.now())) return seeOther(`/book/view/${before}`);
    const wait = limit.take(row.id, call.input.visitor);
    if (wait > 0) return tooOften(wait);
    const form = await formOf(row);
    if (form === undefined) return pausedPage(409, row);
    const verdict = opened.judge(row.id, sent['-visit'], (trap) => sent[trap] !== undefined && sent[trap] !== '');
    if (verdict.is === 'trapped') {
      log.info({ booking_page_id: row.id, space_id: row.space_id }, 'a program filled in the hidden field of a booking page');
      return notePage(200, row.name, 'Your time is booked.');
    }
    const zone = zoneIn(sent['-timezone'], row);
    const start = startIn(sent['-start']);
    const fields = guestFields(row, form);
    const { files: brought, visitor } = call.input;
    const isReal = verdict.is === 'good' || verdict.is === 'too_soon';
    const files = form ? await fileIntake.receive(form, brought, { visitor, is_real: isReal }) : { ids: {}, faults: [] };
    const data = withFiles(sentData(fields, sent), files);
    const { guest, faults: guestFaults } = guestIn(data, zone);
    const answers = form ? Object.fromEntries(Object.entries(data).filter(([key]) => form.fields.some((field) => field.key === key))) : {};
    const notes =
      !form && typeof data[fieldNames.notes] === 'string' && data[fieldNames.notes] !== ''
        ? String(data[fieldNames.notes]).slice(0, 4_000)
        : null;
    const order: Order = { page: row, start: start ?? 0, guest, notes, answers, is_forced: false };
    const { faults: wrong } = await orderFaults(intake, order, form);
    const faults = distinct([...guestFaults, ...files.faults, ...wrong.map((fault) => moved(form, fault))]);
    if (verdict.is === 'good' && faults.length === 0 && (await hasMany(row, guest.email))) faults.push(TOO_MANY);
    const visit = isReal ? verdict.visit : opened.open(row.id);
    const again: Again = async (status, more = {}) => {
      const { kept_files, lost } = form ? await fileIntake.carry(form, data, brought, files) : { kept_files: new Map(), lost: false };
      const notice = [more.notice, lost && CHOOSE_AGAIN].filter(Boolean).join(' ');
      const details = { row, form, zone, start: start ?? 0, values: data, faults, visit, kept_files };
      return detailsPage(status, { ...details, ...more, ...(notice && { notice }) });
    };
    if (start === undefined) return again(409, await others(row, minuteAfter(clock.now())));
    if (faults.length > 0) return again(400);
    if (verdict.is !== 'good') return again(400, { notice: ONCE_MORE });
    return keep(call, order, visit, again);
  };

  const keep = async (call: Call<Book>, order: Order, visit: Visit, again: Again): Promise<Answer<Book>> => {
    const { page: row, start } = order;
    const asking = { ...call, caller: guestCaller(row.space_id, order.guest.name) };
    const secret = secretOf(visit.token);
    const view = `/book/view/${secret}`;
    try {
      return await onSteadyPage(async () => {
        const page = await mustFind(database, row.space_id, row.id);
        const judged = await judgeOrder(intake, asking, { ...order, page }, minuteAfter(clock.now()));
        return write.write(asking, async (tx) => {
          await writeBooking(tx, judged, secret, visit.id);
          return seeOther(view);
        });
      });
    } catch (error) {
      // The same page came twice at once: one of the two has booked, and both are shown it.
      if (['guest_token_pkey', 'booking_visit'].includes(brokenConstraint(error) ?? '')) return seeOther(view);
      // Paused or deleted while the guest was writing.
      if (error instanceof Problem && error.code === 'not_found') return noSuchPage;
      if (error instanceof Problem && error.code === 'conflict') return pausedPage(409, row);
      const isTaken = isNotFree(error) || (error instanceof Problem && error.code === 'slot_taken');
      if (!isTaken) throw error;
      if (await findByLink(database, secret, 'view', clock.now())) return seeOther(view);
      return again(409, await others(row, start));
    }
  };

  const hasMany = async ({ space_id, id }: PageRow, email: string): Promise<boolean> =>
    (await countUpcomingOf(database, space_id, id, email, isoTime(clock.now()))) >= MAX_UPCOMING_PER_GUEST;

  const others = async (row: PageRow, start: number): Promise<{ notice: string; others: readonly Slot[] }> => ({
    notice: 'This time is not free any more. Nothing you wrote is lost.',
    others: await nearestSlots(database, row, start, minuteAfter(clock.now())),
  });

  return {
    async details(row, zone, text) {
      const form = await formOf(row);
      if (form === undefined) return pausedPage(200, row);
      const start = startIn(text);
      const now = minuteAfter(clock.now());
      const details: Details = {
        row,
        form,
        zone,
        start: start ?? now,
        values: form ? prefilled(form.fields, {}) : {},
        faults: [],
        visit: opened.open(row.id),
      };
      const isFree = start !== undefined && (await isOffered(database, row, start, now));
      return isFree ? detailsPage(200, details) : detailsPage(409, { ...details, ...(await others(row, start ?? now)) });
    },
    book,
  };
}

/** The secret that the links of a booking are made of: of the sealed mark of the page it was made on, so each books once. */
const secretOf = (token: unknown): string =>
  derived(typeof token === 'string' ? Buffer.from(token, 'base64url').toString('base64url') : '', 'booking');

const TOO_MANY: FieldError = {
  path: fieldNames.email,
  code: 'too_many',
  message: 'has as many bookings to come here as one guest can have; cancel one of them first',
};

/** The guest that a page sends, checked as the API checks one. */
function guestIn(data: Readonly<Record<string, unknown>>, zone: Zone): { guest: NewGuest; faults: FieldError[] } {
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name].trim() : '');
  const said = {
    name: text(fieldNames.name).replace(/\s+/g, ' '),
    email: text(fieldNames.email),
    phone: text(fieldNames.phone) || null,
    timezone: zone.name,
  };
  const read = NewGuest.safeParse(said);
  if (read.success) return { guest: read.data, faults: [] };
  const faults = read.error.issues.map(({ path: [name], message }): FieldError => {
    const key = fieldNames[name as 'name' | 'email' | 'phone'] ?? fieldNames.name;
    return text(key) === '' ? { path: key, code: 'required', message: 'is required' } : { path: key, code: 'invalid', message };
  });
  return { guest: { ...said, timezone: zone.name }, faults };
}

/** A fault of an order at the field of the page that it is about. */
const moved = (form: LoadedForm | null, fault: FieldError): FieldError => ({
  ...fault,
  path: fault.path === 'guest.phone' ? fieldNames.phone : placeOf(form, fault.path.replace(/^answers\./, '')),
  message: fault.path === 'guest.phone' ? 'is required' : fault.message,
});

const distinct = (faults: readonly FieldError[]): FieldError[] =>
  faults.filter(({ path }, at) => faults.findIndex((one) => one.path === path) === at);
