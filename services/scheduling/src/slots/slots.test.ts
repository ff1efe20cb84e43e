import { describe, expect, test } from '@jest/globals';
import { DAY_MINUTES } from '@space/time';
import fc from 'fast-check';
import { at, claimOf, clocks, daily, dayOfPage, NOTHING_BUSY, type PageSettings, rulesWith, windowOf } from '../../test/fixtures/slots.ts';
import { type Candidate, countFunnel, findCandidates, offeredSlots } from './slots.ts';

const MONDAY = '2026-05-04';
const counted = (settings: PageSettings, date = MONDAY, now?: number) => clocks(rulesWith(settings), date, NOTHING_BUSY, now).length;

describe('a day has', () => {
  test.each<[string, number, PageSettings]>([
    ['24 slots of an hour', 24, { duration: 60 }],
    ['72 of twenty minutes', 72, { duration: 20 }],
    ['71 of twenty minutes when it ends at 23:45', 71, { duration: 20, availability: daily('00:00–23:45') }],
    ['16 half hours from nine to five', 16, { availability: daily('09:00–17:00') }],
    ['15 hours from nine to five that begin each half hour', 15, { duration: 60, interval: 30, availability: daily('09:00–17:00') }],
    ['6 from two windows', 6, { duration: 60, availability: daily('09:00–12:00', '13:00–16:00') }],
    ['5 from two windows that overlap', 5, { duration: 20, availability: daily('11:00–12:00', '11:20–12:40') }],
    ['2 of 45 minutes from two windows of different length', 2, { duration: 45, availability: daily('09:00–09:45', '11:00–12:00') }],
    ['2 of 45 minutes from the same the other way round', 2, { duration: 45, availability: daily('09:00–10:00', '11:00–11:45') }],
    ['5 that begin every five minutes', 5, { duration: 5, availability: daily('09:00–09:25') }],
    ['4 of eight minutes from 34', 4, { duration: 8, availability: daily('09:00–09:34') }],
    ['nothing from a window that is too short', 0, { duration: 60, availability: daily('09:00–09:59') }],
    ['8 of ninety minutes that end with the evening', 8, { duration: 90, availability: daily('10:00–22:45'), timezone: 'Europe/Berlin' }],
    ['nothing without hours', 0, { availability: { weekly: [], overrides: [] } }],
  ])('%s', (_what, count, settings) => {
    expect(counted(settings)).toBe(count);
  });

  test('6 slots in three days with two hours each, and no window reaches into the next day', () => {
    const rules = rulesWith({ duration: 60, availability: daily('09:00–11:00') });
    const from = at('2026-05-04T00:00:00Z');
    const all = offeredSlots(findCandidates(rules, NOTHING_BUSY, { from, to: from + 3 * DAY_MINUTES, now: from }));
    expect(all.map(({ start }) => (start - from) / 60)).toEqual([9, 10, 33, 34, 57, 58]);
  });

  test('a last slot that ends with the hours, in the zone of the page', () => {
    const rules = rulesWith({ timezone: 'Europe/Berlin', duration: 15, availability: daily('22:00–23:00') });
    expect(dayOfPage(rules, MONDAY).at(-1)).toMatchObject({ start: at('2026-05-04T20:45:00Z'), end: at('2026-05-04T21:00:00Z') });
    expect(clocks(rules, MONDAY).at(-1)).toBe('22:45');
  });

  test('only slots after now and after the notice', () => {
    const noon = at('2026-05-04T12:00:00Z');
    expect(counted({ duration: 60 }, MONDAY, noon)).toBe(12);
    expect(clocks(rulesWith({ duration: 60, notice: 90 }), MONDAY, NOTHING_BUSY, noon)[0]).toBe('14:00');
    expect(clocks(rulesWith({ duration: 60, notice: 90 }), MONDAY, NOTHING_BUSY, noon + 31)[0]).toBe('15:00');
    // 1,500 minutes after 12:00 is 13:00 of the next day, which leaves eleven hours.
    expect(counted({ duration: 60, notice: 1_500 }, '2026-05-05', noon)).toBe(11);
  });

  test('no slots after the last bookable day, in the zone of the page', () => {
    const late = at('2026-05-04T23:30:00Z');
    expect(counted({ advance: 1 }, '2026-05-05', late)).toBe(48);
    expect(counted({ advance: 1 }, '2026-05-06', late)).toBe(0);
    // In Auckland the fifth has begun.
    expect(counted({ advance: 1, timezone: 'Pacific/Auckland' }, '2026-05-06', late)).toBe(48);
  });
});

describe('hours over midnight', () => {
  const rules = rulesWith({ availability: daily('22:00–02:00'), duration: 60 });

  test('over midnight belong to the day they begin on and are offered on the next', () => {
    expect(clocks(rules, MONDAY)).toEqual(['00:00', '01:00', '22:00', '23:00']);
  });

  test('over midnight offer a slot across midnight', () => {
    expect(clocks(rulesWith({ availability: daily('22:30–01:30'), duration: 60 }), MONDAY)).toContain('23:30');
    expect(clocks(rulesWith({ duration: 60, interval: 30 }), MONDAY)).toHaveLength(48);
  });

  test('over midnight of a Friday reach into a Saturday without hours', () => {
    const friday = rulesWith({ availability: { weekly: [{ days: ['friday'], ...windowOf('22:00–02:00') }], overrides: [] }, duration: 60 });
    expect([clocks(friday, '2026-05-08'), clocks(friday, '2026-05-09'), clocks(friday, '2026-05-10')]).toEqual([
      ['22:00', '23:00'],
      ['00:00', '01:00'],
      [],
    ]);
  });

  test('over midnight reach into a day off', () => {
    const off = rulesWith({ availability: { ...daily('22:00–02:00'), overrides: [{ date: MONDAY, windows: [] }] }, duration: 60 });
    expect(clocks(off, MONDAY)).toEqual(['00:00', '01:00']);
    expect(clocks(off, '2026-05-05')).toEqual(['22:00', '23:00']);
  });
});

describe('a date override', () => {
  test('replaces the weekly hours, and without windows makes a day off', () => {
    const rules = rulesWith({
      availability: {
        ...daily('09:00–17:00'),
        overrides: [
          { date: MONDAY, windows: [windowOf('10:00–11:00')] },
          { date: '2026-05-05', windows: [] },
        ],
      },
    });
    expect([clocks(rules, MONDAY), clocks(rules, '2026-05-05'), clocks(rules, '2026-05-06').length]).toEqual([['10:00', '10:30'], [], 16]);
    expect(countFunnel(dayOfPage(rules, MONDAY))).toMatchObject({ candidates: 16, offered: 2, removed: { date_override: 14 } });
  });

  test('of a date applies to that day in the zone of the page', () => {
    const rules = rulesWith({
      timezone: 'Asia/Kolkata',
      availability: { weekly: [], overrides: [{ date: MONDAY, windows: [windowOf('00:30–02:00')] }] },
    });
    expect(dayOfPage(rules, MONDAY).map(({ start }) => start * 60_000)).toEqual([
      Date.parse('2026-05-03T19:00Z'),
      Date.parse('2026-05-03T19:30Z'),
      Date.parse('2026-05-03T20:00Z'),
    ]);
  });
});

describe('the calendar', () => {
  const hours = { availability: daily('09:00–13:00'), duration: 60 };
  const event = { start: at('2026-05-04T10:15:00Z'), end: at('2026-05-04T11:00:00Z'), title: 'Offsite' };

  test('removes the slots that an event overlaps and keeps adjacent ones', () => {
    expect(clocks(rulesWith(hours), MONDAY, { claims: [], events: [event] })).toEqual(['09:00', '11:00', '12:00']);
  });

  test('keeps slots the buffer apart from events, before and after', () => {
    const rules = rulesWith({ ...hours, buffer: 15 });
    expect(clocks(rules, MONDAY, { claims: [], events: [event] })).toEqual(['09:00', '12:00']);
    expect(clocks(rulesWith({ ...hours, buffer: 16 }), MONDAY, { claims: [], events: [event] })).toEqual(['12:00']);
    expect(countFunnel(dayOfPage(rules, MONDAY, { claims: [], events: [event] })).removed).toMatchObject({ busy: 1, buffer: 1 });
  });

  test('keeps two bookings the longer of their buffers apart, not the sum', () => {
    const claims = [claimOf('2026-05-04T10:00:00Z', '2026-05-04T11:00:00Z', { buffer: 20 })];
    const starts = (buffer: number) => clocks(rulesWith({ ...hours, interval: 5, buffer }), MONDAY, { claims, events: [] });
    expect([starts(10)[0], starts(20)[0], starts(30)[0], starts(60)[0]]).toEqual(['11:20', '11:20', '11:30', '12:00']);
  });

  test('removes slots near a booking of the day before by its buffer', () => {
    const claims = [claimOf('2026-05-03T22:00:00Z', '2026-05-03T23:50:00Z', { buffer: 30, booking_page_id: 'bkp_2' })];
    expect(clocks(rulesWith({ duration: 60, interval: 30 }), MONDAY, { claims, events: [] })[0]).toBe('00:30');
  });
});

describe('a group', () => {
  const settings = { availability: daily('09:00–11:00'), duration: 60, capacity: 3 };
  const seats = (all: readonly Candidate[]) => all.map(({ seats_left, rule }) => rule ?? seats_left);

  test('shares a slot until the slot is full', () => {
    const busy = (taken: number) => ({
      claims: [claimOf('2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', { taken, capacity: 3 })],
      events: [],
    });
    expect(seats(dayOfPage(rulesWith(settings), MONDAY, busy(2)))).toEqual([1, 3]);
    expect(seats(dayOfPage(rulesWith(settings), MONDAY, busy(3)))).toEqual(['full', 3]);
  });

  test("does not share another page's slot, or one of another length", () => {
    const other = [claimOf('2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', { booking_page_id: 'bkp_2', capacity: 3 })];
    expect(seats(dayOfPage(rulesWith(settings), MONDAY, { claims: other, events: [] }))).toEqual(['busy', 3]);
    const longer = [claimOf('2026-05-04T09:00:00Z', '2026-05-04T10:30:00Z', { capacity: 3 })];
    expect(seats(dayOfPage(rulesWith(settings), MONDAY, { claims: longer, events: [] }))).toEqual(['busy', 'busy']);
  });
});

const span = fc.record({ start: fc.integer({ min: 0, max: 4 * DAY_MINUTES }), length: fc.integer({ min: 1, max: 300 }) });
const base = at('2026-03-07T00:00:00Z');
const anyPage = fc.record({
  timezone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'UTC', 'Asia/Kolkata'),
  duration: fc.integer({ min: 5, max: 180 }),
  interval: fc.integer({ min: 5, max: 90 }),
  buffer: fc.integer({ min: 0, max: 60 }),
  window: fc.constantFrom('09:00–17:00', '22:00–02:00', '00:00–24:00', '02:15–03:15'),
});

test('offered slots are inside the hours and the buffers apart from events and claims', () => {
  fc.assert(
    fc.property(
      anyPage,
      fc.array(span, { maxLength: 20 }),
      fc.array(fc.record({ span, buffer: fc.integer({ min: 0, max: 60 }) }), { maxLength: 20 }),
      (settings, events, claims) => {
        const rules = rulesWith({ ...settings, availability: daily(settings.window) });
        const busy = {
          events: events.map(({ start, length }) => ({ start: base + start, end: base + start + length, title: '' })),
          claims: claims.map(({ span: { start, length }, buffer }) => ({
            ...claimOf('2026-01-01', '2026-01-01'),
            start: base + start,
            end: base + start + length,
            buffer,
          })),
        };
        const all = findCandidates(rules, busy, { from: base, to: base + 4 * DAY_MINUTES, now: base });
        const isFree = ({ start, end }: Candidate) =>
          busy.events.every((event) => start >= event.end + settings.buffer || end + settings.buffer <= event.start) &&
          busy.claims.every(
            (claim) =>
              start >= claim.end + Math.max(settings.buffer, claim.buffer) || end + Math.max(settings.buffer, claim.buffer) <= claim.start,
          );
        expect(offeredSlots(all).filter((candidate) => !isFree(candidate))).toEqual([]);
        // Each slot that the rules busy and buffer remove does overlap an event or a claim.
        expect(all.filter((candidate) => (candidate.rule === 'busy' || candidate.rule === 'buffer') && isFree(candidate))).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

test('no slot is offered before the notice, after the last bookable day, or twice', () => {
  fc.assert(
    fc.property(
      anyPage,
      fc.integer({ min: 0, max: 4_000 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: DAY_MINUTES }),
      (settings, notice, advance, later) => {
        const rules = rulesWith({ ...settings, notice, advance, availability: daily(settings.window) });
        const now = base + later;
        const starts = offeredSlots(findCandidates(rules, NOTHING_BUSY, { from: base, to: base + 5 * DAY_MINUTES, now })).map(
          ({ start }) => start,
        );
        expect(starts.filter((start) => start < now + notice)).toEqual([]);
        const today = Math.floor(rules.zone.wallAt(now) / DAY_MINUTES);
        expect(starts.filter((start) => Math.floor(rules.zone.wallAt(start) / DAY_MINUTES) > today + advance)).toEqual([]);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      },
    ),
    { numRuns: 200 },
  );
});

test('a start is offered regardless of the requested range', () => {
  fc.assert(
    fc.property(
      anyPage,
      fc.integer({ min: 0, max: 3 * DAY_MINUTES }),
      fc.integer({ min: 1, max: DAY_MINUTES }),
      (settings, offset, length) => {
        const rules = rulesWith({ ...settings, availability: daily(settings.window) });
        const ask = (from: number, to: number) => findCandidates(rules, NOTHING_BUSY, { from, to, now: base });
        const [from, to] = [base + offset, base + offset + length];
        const wide = ask(base, base + 5 * DAY_MINUTES).filter(({ start }) => start >= from && start < to);
        expect(JSON.stringify(ask(from, to))).toBe(JSON.stringify(wide));
      },
    ),
    { numRuns: 100 },
  );
});
