import type { Readiness } from '@space/contracts/scheduling';
import { isoMinute, minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { findFields, findForm } from '../forms/forms.queries.ts';
import { type OpeningHours, openingHours } from '../slots/hours.ts';
import { bookingHorizon, type Candidate, countFunnel, type SlotRange } from '../slots/slots.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';
import { isNoticeBeyondAdvance } from './never-bookable.ts';
import { findPageSlots, type PageSlots } from './page-slots.ts';
import { isHttps } from './validate-page.ts';

type Finding = Readiness['blocking'][number];

/**
 * Says whether people can book a page now. It uses the slots that booking uses, so a page is never `ready` when nothing can
 * be booked.
 */
export async function evaluateReadiness(
  database: CommonQueryMethods,
  page: BookingPageRow,
  slots: PageSlots,
  range: SlotRange,
): Promise<Readiness> {
  const { next, whole } = await findNextAvailable(database, page, slots, range);
  const funnel = countFunnel(slots.all);
  const blocking = [...stateFindings(page), ...hoursFindings(page), ...locationFindings(page), ...(await formFindings(database, page))];
  const warnings: Finding[] = [...meetingFindings(page)];
  if (next === null && blocking.length === 0)
    blocking.push({
      code: 'no_slots',
      message: `Nothing can be booked in the next ${page.max_advance_days} days; ${mainReason(countFunnel(whole))}.`,
    });
  else if (next !== null && funnel.offered === 0)
    warnings.push({ code: 'no_slots_in_range', message: 'Nothing can be booked on the requested days.' });
  if (slots.busy.claims.some(({ is_forced }) => is_forced))
    warnings.push({
      code: 'forced_bookings',
      message: 'A booking was made without an availability check; other bookings may overlap it.',
    });
  return {
    verdict: blocking.length > 0 ? 'not_ready' : warnings.length > 0 ? 'warning' : 'ready',
    blocking,
    warnings,
    next_available_at: next === null || page.status !== 'active' ? null : isoMinute(next),
    funnel,
  };
}

/**
 * Finds the first bookable time from now on, and returns the candidates that were searched: the slots given when they begin
 * now and have one, otherwise those of all bookable days.
 */
async function findNextAvailable(
  database: CommonQueryMethods,
  page: BookingPageRow,
  { all }: PageSlots,
  { from, now }: SlotRange,
): Promise<{ readonly next: number | null; readonly whole: readonly Candidate[] }> {
  const first = all.find(({ rule }) => rule === undefined);
  if (first && from <= now) return { next: first.start, whole: all };
  const zone = minuteZone(page.timezone);
  const to = bookingHorizon(zone, now, page.max_advance_days);
  const { all: whole } = await findPageSlots(database, page, { from: now, to, now });
  return { next: whole.find(({ rule }) => rule === undefined)?.start ?? null, whole };
}

const stateFindings = ({ status }: BookingPageRow): Finding[] =>
  status === 'active'
    ? []
    : [{ code: 'not_active', message: `The page is ${status === 'draft' ? 'a draft' : 'paused'}; set its status to active.` }];

function hoursFindings(page: BookingPageRow): Finding[] {
  const hours = openingHours(page.availability);
  const lengths = lengthsOf(hours);
  if (lengths.length === 0) return [{ code: 'no_hours', message: 'The page has no hours; give it weekly windows or date overrides.' }];
  const findings: Finding[] = [];
  if (isNoticeBeyondAdvance(page))
    findings.push({
      code: 'notice_beyond_advance',
      message: `The notice of ${page.min_notice_hours} hours is longer than the days that can be booked ahead; lower min_notice_hours, or raise max_advance_days (${page.max_advance_days}).`,
    });
  return findings;
}

const lengthsOf = ({ weekly, overrides }: OpeningHours): number[] =>
  [...weekly, ...overrides.values()].flatMap((hours) => hours.map(({ start, end }) => end - start));

const requiredLocation = {
  in_person: 'an address as meeting_location_value',
  custom_link: 'an https link as meeting_location_value',
} as const;

function locationFindings({ meeting_location_type: type, meeting_location_value: value }: BookingPageRow): Finding[] {
  if (value !== null || (type !== 'in_person' && type !== 'custom_link')) return [];
  return [{ code: 'no_location', message: `A page with ${type} needs ${requiredLocation[type]}, so that guests know where to go.` }];
}

function meetingFindings({ meeting_location_type: type, meeting_location_value: value }: BookingPageRow): Finding[] {
  if (type !== 'service_meet' || (value !== null && isHttps(value))) return [];
  if (value !== null)
    return [
      {
        code: 'no_meeting_link',
        message:
          'The meeting_location_value is not an https link, so guests cannot join by it; set an https link or another type of place.',
      },
    ];
  return [
    {
      code: 'no_meeting_link',
      message:
        'The Space creates no online meetings yet, and the page says that the host sends the link. Use custom_link with an https link as meeting_location_value, or another meeting_location_type.',
    },
  ];
}

async function formFindings(database: CommonQueryMethods, { space_id, form_id }: BookingPageRow): Promise<Finding[]> {
  if (form_id === null) return [];
  const form = await findForm(database, space_id, form_id);
  if (!form) return [{ code: 'no_form', message: 'The attached form is gone; attach another one or detach it.' }];
  if (form.status !== 'active')
    return [{ code: 'form_not_active', message: `The attached form "${form.name}" is ${form.status}; set its status to active.` }];
  const fields = await findFields(database, space_id, form_id, form.fields_version);
  return fields && fields.length > 0 ? [] : [{ code: 'empty_form', message: `The attached form "${form.name}" has no fields.` }];
}

/** Returns the end of a sentence that names the rule which removes most times. */
function mainReason({ candidates, removed }: Readiness['funnel']): string {
  const [rule, count] = Object.entries(removed).sort((a, b) => b[1] - a[1])[0]!;
  return count === 0 ? 'the hours allow no time' : `of ${candidates} times that the hours allow, ${count} are taken away by ${rule}`;
}
