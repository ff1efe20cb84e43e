import { type SlotRule, slotRules } from '@space/contracts/scheduling';
import { type Busy, type Claim, overlapCheck } from './busy.ts';
import { hoursOn, type OpeningHours, openingsIn } from './hours.ts';
import { DAY_MINUTES, dayOf } from './wall-clock.ts';
import type { Zone } from './zone.ts';

/** The rules of a booking page, ready to be asked. */
export interface SlotRules {
  readonly page_id: string;
  readonly zone: Zone;
  readonly hours: OpeningHours;
  readonly duration: number;
  readonly interval: number;
  readonly buffer: number;
  /** Nothing starts sooner than so many minutes from now. */
  readonly notice: number;
  /** Nothing starts on a later day than so many days from today, by the zone of the page. */
  readonly advance: number;
  /** How many people one slot holds. */
  readonly capacity: number;
}

/** What slots are worked out for: starts in [from, to), as seen at `now`, in minutes since the epoch. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** One time that the hours of a page would allow, and what came of it. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The rule that takes it away; undefined when it can be booked. */
  readonly rule: SlotRule | undefined;
  readonly seats_left: number;
}

/**
 * Works out what a booking page offers: the one function that preview, public page, booking and rescheduling ask, so that
 * what is offered can be booked.
 *
 * Everything is counted in whole minutes since the epoch; wall clock is converted for the edges of hours only. The hours of
 * each day become instants: a time that the day has twice is its first, at one that it does not have the hours open or
 * close when the clock jumps over it. On each window lies a grid from its start in steps of the interval, by the minute
 * that passes and not by the clock, so that days of 23 and 25 hours have as many slots as they have time. Windows that
 * touch are one stretch of time: an appointment may begin in one and end in the next, over midnight too. Whether a start
 * is on a grid depends on its own day alone, never on what range was asked for.
 *
 * Between two bookings lie at least as many minutes as the longer of their buffers, and between a booking and a busy event
 * its buffer. A slot of a group that somebody has booked is free while it has seats.
 */
export function findCandidates(rules: SlotRules, busy: Busy, { from, to, now }: SlotRange): Candidate[] {
  const { duration, buffer } = rules;
  const latestDay = dayOf(rules.zone.wallAt(now)) + rules.advance;
  const latest = rules.zone.edgeOf((latestDay + 1) * DAY_MINUTES);
  const soonest = now + rules.notice;
  const [onEvent, nearEvent] = [overlapCheck(busy.events, () => 0), overlapCheck(busy.events, () => buffer)];
  const [onClaim, nearClaim] = [overlapCheck(busy.claims, () => 0), overlapCheck(busy.claims, (claim) => Math.max(buffer, claim.buffer))];
  const own = joinableClaims(rules, busy.claims);

  return startsIn(rules, from, to).map(({ start, through }): Candidate => {
    const end = start + duration;
    const claim = own.get(start);
    const seats = claim ? claim.capacity - claim.taken : rules.capacity;
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

/** Marks a start that the weekly hours would have had on a day that an override has replaced. */
const REPLACED = -1;

interface Start {
  readonly start: number;
  /** Until when time is open from here on. */
  readonly through: number;
}

/** Every start that the hours name in [from, to), in order, each once. */
function startsIn(rules: SlotRules, from: number, to: number): Start[] {
  const { hours, zone, interval } = rules;
  const open = gridOf(openingsIn(hours, zone, from, to), interval, from, to);
  const replaced = replacedDays(hours, zone, from, to);
  if (!replaced) return open;
  const isOpen = new Set(open.map(({ start }) => start));
  const gone = gridOf(openingsIn(replaced, zone, from, to), interval, from, to)
    .filter(({ start, through }) => !isOpen.has(start) && start + rules.duration <= through)
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
  // Hours that overlap: where two grids have the same start, time is open as far as the further of them goes.
  starts.sort((a, b) => a.start - b.start || b.through - a.through);
  return starts.filter(({ start }, at) => at === 0 || starts[at - 1]!.start !== start);
}

/** The weekly hours of the days that overrides replace, and nothing else; undefined when the range has no such day. */
function replacedDays(hours: OpeningHours, zone: Zone, from: number, to: number): OpeningHours | undefined {
  if (hours.overrides.size === 0) return undefined;
  const first = dayOf(zone.wallAt(from)) - 2;
  const last = dayOf(zone.wallAt(to)) + 2;
  const weekly = { ...hours, overrides: new Map() };
  const days = [...hours.overrides.keys()].filter((day) => day >= first && day <= last);
  return days.length === 0
    ? undefined
    : { weekly: Array.from({ length: 7 }, () => []), overrides: new Map(days.map((day) => [day, hoursOn(weekly, day)])) };
}

/** Slots of this page that guests of a group can join, by their start. */
function joinableClaims({ page_id, duration, capacity }: SlotRules, claims: readonly Claim[]): ReadonlyMap<number, Claim> {
  if (capacity === 1) return new Map();
  return new Map(
    claims
      .filter((claim) => claim.booking_page_id === page_id && !claim.is_forced && claim.end - claim.start === duration)
      .map((claim) => [claim.start, claim]),
  );
}

/** Those that can be booked. */
export const offeredSlots = (all: readonly Candidate[]): Candidate[] => all.filter(({ rule }) => rule === undefined);

/** How many times the hours allow, how many each rule takes away, and how many are left. */
export function countFunnel(all: readonly Candidate[]) {
  const removed = Object.fromEntries(slotRules.map((rule) => [rule, 0])) as Record<SlotRule, number>;
  let left = 0;
  for (const { rule } of all)
    if (rule === undefined) left++;
    else removed[rule]++;
  return { candidates: all.length, removed, offered: left };
}
