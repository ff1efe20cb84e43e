import { type SlotRule, slotRules } from '@space/contracts/scheduling';
import { dayOf, type MinuteZone } from '@space/time';
import { type Busy, type Claim, overlapCheck } from './busy.ts';
import { hoursOn, type OpeningHours, openingsIn } from './hours.ts';

/** The rules of a booking page by which its slots are computed. Lengths are in minutes. */
export interface SlotRules {
  readonly page_id: string;
  readonly zone: MinuteZone;
  readonly hours: OpeningHours;
  readonly duration: number;
  readonly interval: number;
  readonly buffer: number;
  /** Minutes from now to the first start, at least. */
  readonly notice: number;
  /** Days from today to the last bookable day, in the zone of the page. */
  readonly advance: number;
  /** Guests of one slot. */
  readonly capacity: number;
}

/** The starts that slots are computed for, [from, to), and the current time, all in minutes since the epoch. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** One start that the hours of a page allow, and the rule that removes it. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The rule that removes it; undefined when it can be booked. */
  readonly rule: SlotRule | undefined;
  readonly seats_left: number;
}

/** Returns the first instant after the last day that can be booked. */
export const bookingHorizon = (zone: MinuteZone, now: number, advance: number): number =>
  zone.startOfDay(dayOf(zone.wallAt(now)) + advance + 1);

/**
 * Computes the candidates of a booking page. Preview, public page, booking and rescheduling all use this function, so that
 * every slot that is offered can be booked.
 *
 * All lengths are whole minutes; only the edges of hours are converted from wall clock time, by the rule of `MinuteZone`.
 * Each window has a grid of starts from its beginning in steps of the interval, counted in elapsed minutes: days of 23 and
 * 25 hours have as many slots as they have time. Windows that touch form one stretch of open time, so an appointment may
 * begin in one and end in the next, also over midnight. A start depends on its own day only, not on the range.
 *
 * Two bookings are at least the longer of their buffers apart, and a booking is its own buffer apart from a busy event. A
 * slot of a group that has bookings is free while it has seats.
 */
export function findCandidates(rules: SlotRules, busy: Busy, { from, to, now }: SlotRange): Candidate[] {
  const { duration, buffer } = rules;
  const latest = bookingHorizon(rules.zone, now, rules.advance);
  const soonest = now + rules.notice;
  const [onEvent, nearEvent] = [overlapCheck(busy.events, () => 0), overlapCheck(busy.events, () => buffer)];
  const [onClaim, nearClaim] = [overlapCheck(busy.claims, () => 0), overlapCheck(busy.claims, (claim) => Math.max(buffer, claim.buffer))];
  const own = joinableClaims(rules, busy.claims);

  return startsIn(rules, from, to).map(({ start, through }): Candidate => {
    const end = start + duration;
    const claim = own.get(start);
    const seats = claim?.seats ? claim.seats.capacity - claim.seats.taken : rules.capacity;
    const rule: SlotRule | undefined =
      through === REPLACED
        ? 'date_override'
        : end > through
          ? 'outside_hours'
          : start < soonest
            ? 'notice'
            : start >= latest
              ? 'advance'
              : onEvent(start, end) || (!claim && onClaim(start, end))
                ? 'busy'
                : nearEvent(start, end) || (!claim && nearClaim(start, end))
                  ? 'buffer'
                  : seats <= 0
                    ? 'full'
                    : undefined;
    return { start, end, rule, seats_left: rule === undefined ? seats : 0 };
  });
}

/** Marks a start of the weekly hours on a day that an override replaces. */
const REPLACED = -1;

interface Start {
  readonly start: number;
  /** The end of the open time that begins here or earlier. */
  readonly through: number;
}

/** Returns every start that the hours allow in [from, to), in order and each once. */
function startsIn(rules: SlotRules, from: number, to: number): Start[] {
  const { hours, zone, interval } = rules;
  const open = gridOf(openingsIn(hours, zone, from, to), interval, from, to);
  const replaced = replacedDays(hours, zone, from, to);
  if (!replaced) return open;
  const openStarts = new Set(open.map(({ start }) => start));
  const gone = gridOf(openingsIn(replaced, zone, from, to), interval, from, to)
    .filter(({ start, through }) => !openStarts.has(start) && start + rules.duration <= through)
    .map(({ start }) => ({ start, through: REPLACED }));
  return [...open, ...gone].sort((a, b) => a.start - b.start);
}

function gridOf(openings: readonly { start: number; end: number; through: number }[], interval: number, from: number, to: number): Start[] {
  const starts: Start[] = [];
  let isOrdered = true;
  for (const { start: opens, end, through } of openings) {
    const first = opens >= from ? opens : opens + Math.ceil((from - opens) / interval) * interval;
    for (let start = first; start < end && start < to; start += interval) {
      const last = starts.at(-1);
      if (last && start <= last.start) isOrdered = false;
      starts.push({ start, through });
    }
  }
  if (isOrdered) return starts;
  // Hours overlap: of two equal starts the one whose open time ends later counts.
  starts.sort((a, b) => a.start - b.start || b.through - a.through);
  return starts.filter(({ start }, at) => at === 0 || starts[at - 1]!.start !== start);
}

/** Returns the weekly hours of the days that overrides replace, and no others; undefined when the range has no such day. */
function replacedDays(hours: OpeningHours, zone: MinuteZone, from: number, to: number): OpeningHours | undefined {
  if (hours.overrides.size === 0) return undefined;
  const first = dayOf(zone.wallAt(from)) - 2;
  const last = dayOf(zone.wallAt(to)) + 2;
  const weekly = { ...hours, overrides: new Map() };
  const days = [...hours.overrides.keys()].filter((day) => day >= first && day <= last);
  return days.length === 0
    ? undefined
    : { weekly: Array.from({ length: 7 }, () => []), overrides: new Map(days.map((day) => [day, hoursOn(weekly, day)])) };
}

/** Returns the claims of this page that guests of a group can join, by start. */
function joinableClaims({ page_id, duration, capacity }: SlotRules, claims: readonly Claim[]): ReadonlyMap<number, Claim> {
  if (capacity === 1) return new Map();
  return new Map(
    claims
      .filter((claim) => claim.seats?.booking_page_id === page_id && !claim.is_forced && claim.end - claim.start === duration)
      .map((claim) => [claim.start, claim]),
  );
}

/** Returns the candidates that can be booked. */
export const offeredSlots = (all: readonly Candidate[]): Candidate[] => all.filter(({ rule }) => rule === undefined);

/** Counts the candidates, those that each rule removes, and those that are offered. */
export function countFunnel(all: readonly Candidate[]) {
  const removed = Object.fromEntries(slotRules.map((rule) => [rule, 0])) as Record<SlotRule, number>;
  let left = 0;
  for (const { rule } of all)
    if (rule === undefined) left++;
    else removed[rule]++;
  return { candidates: all.length, removed, offered: left };
}
