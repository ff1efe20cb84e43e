import type { Answer, Call } from '@space/bus';
import { type bookPages, type FieldError, NewGuest, type PageAnswer, Problem, type Slot } from '@space/contracts';
import { brokenConstraint } from '@space/database';
import { writer } from '@space/event-log';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { nearestSlots } from '../booking-pages/preview.ts';
import { findByLink } from '../bookings/guest-links.ts';
import { attachedForm } from '../bookings/intake.ts';
import { judgeOrder, type Order, orderFaults, writeBooking } from '../bookings/make-booking.ts';
import { isNotFree } from '../bookings/slot-taken.ts';
import { prefilled } from '../form-page/prefilled.ts';
import { receiveFiles } from '../form-page/received-files.ts';
import { sentData } from '../form-page/sent-data.ts';
import type { LoadedForm } from '../forms/loaded-forms.ts';
import { notePage } from '../page/page-frame.ts';
import { visits } from '../page/visit.ts';
import { isSecret, newSecret } from '../secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { type Details, detailsPage, fieldNames, guestFields, placeOf } from './details-page.ts';
import { type GuestPorts, guestCaller, pausedPage, seeOther, startIn, tooOften, zoneIn } from './visitor.ts';

type Book = (typeof bookPages)['operations']['book'];

/** What a booking page does with a time that was chosen: it asks for the rest, and books. */
interface AsGuest {
  /** The page that asks who books a time. */
  details(row: PageRow, zone: Zone, start: string): Promise<PageAnswer>;
  book(call: Call<Book>, row: PageRow): Promise<Answer<Book>>;
}

/** Books for visitors of the second origin. */
export function bookAsGuest({ ports, intake, limit }: GuestPorts): AsGuest {
  const { database, clock, box, log } = ports;
  const opened = visits(box, clock);
  const write = writer('scheduling', ports);

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
    const secret = isSecret(sent['-secret']) ? sent['-secret'] : newSecret();
    if (await findByLink(database, secret, 'view')) return seeOther(`/book/view/${secret}`);
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
    const files = form ? await receiveFiles(ports, form, call.input.files) : { ids: {}, names: new Map<string, string>(), faults: [] };
    const data = withFiles(sentData(fields, sent), files.ids);
    const { guest, faults: guestFaults } = guestIn(data, zone);
    const answers = form ? Object.fromEntries(Object.entries(data).filter(([key]) => form.fields.some((field) => field.key === key))) : {};
    const notes =
      !form && typeof data[fieldNames.notes] === 'string' && data[fieldNames.notes] !== ''
        ? String(data[fieldNames.notes]).slice(0, 4_000)
        : null;
    const order: Order = { page: row, start: start ?? 0, guest, notes, answers, is_forced: false };
    const { faults: wrong } = await orderFaults(intake, order, form);
    const faults = distinct([...guestFaults, ...wrong.map((fault) => moved(form, fault)), ...files.faults]);
    const isGood = verdict.is === 'good';
    const visit = verdict.is === 'good' || verdict.is === 'too_soon' ? verdict.visit : opened.open(row.id);
    const details: Details = { row, form, zone, start: start ?? 0, values: data, faults, visit, secret, kept_files: files.names };
    if (start === undefined) return detailsPage(409, { ...details, ...(await others(row, minuteAfter(clock.now()))) });
    if (faults.length > 0) return detailsPage(400, details);
    if (!isGood) return detailsPage(400, { ...details, notice: 'Please have a last look and send it once more.' });
    return keep(call, order, details);
  };

  const keep = async (call: Call<Book>, order: Order, details: Details): Promise<Answer<Book>> => {
    const { row, secret, start } = details;
    const asking = { ...call, caller: guestCaller(row.space_id, order.guest.name) };
    const view = `/book/view/${secret}`;
    try {
      const judged = await judgeOrder(intake, asking, order, minuteAfter(clock.now()));
      return await write.write(asking, async (tx) => {
        await writeBooking(tx, judged, secret);
        return seeOther(view);
      });
    } catch (error) {
      // The same page came twice at once: one of the two has booked, and both are shown it.
      if (brokenConstraint(error) === 'guest_token_pkey') return seeOther(view);
      const isTaken = isNotFree(error) || (error instanceof Problem && error.code === 'slot_taken');
      if (!isTaken) throw error;
      if (await findByLink(database, secret, 'view')) return seeOther(view);
      return detailsPage(409, { ...details, ...(await others(row, start)) });
    }
  };

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
        secret: newSecret(),
      };
      const isFree =
        start !== undefined &&
        (await nearestSlots(database, row, start, now)).some((slot) => Date.parse(slot.starts_at) === start * 60_000);
      return isFree ? detailsPage(200, details) : detailsPage(409, { ...details, ...(await others(row, start ?? now)) });
    },
    book,
  };
}

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

const withFiles = (data: Readonly<Record<string, unknown>>, ids: Readonly<Record<string, readonly string[]>>): Record<string, unknown> => ({
  ...data,
  ...Object.fromEntries(Object.entries(ids).map(([key, list]) => [key, [...((data[key] as string[] | undefined) ?? []), ...list]])),
});
