import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { clockTime, day, weekdays } from '../core/time-fields.ts';

const endTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time written HH:MM, from 00:00 to 24:00')
  .meta({ description: 'HH:MM; 24:00 is the end of the day, and a time before start lies on the next day', examples: ['17:00'] });

const window = { start: clockTime, end: endTime };
const lasts = ({ start, end }: { start: string; end: string }) => start !== end;
const LASTS = 'must not end when it starts; 00:00 to 24:00 is a whole day';

/** Hours that can be booked, by wall clock in the zone of the page; hours that end before they start end the next day. */
export const TimeWindow = z.strictObject(window).refine(lasts, { message: LASTS, path: ['end'] });

/** Hours that can be booked on some days of every week. */
export const WeeklyWindow = z
  .strictObject({ days: z.array(z.enum(weekdays)).min(1).max(7).describe('Days of the week'), ...window })
  .refine(lasts, { message: LASTS, path: ['end'] });

/** The hours of one day that replace the weekly ones; without windows it is a day off. */
export const DateOverride = z.strictObject({
  date: day,
  windows: z.array(TimeWindow).max(24).describe('Hours of the day; none for a day off'),
});

const weekly = z.array(WeeklyWindow).max(100).describe('Hours of every week; a window belongs to the day it starts on');
const overrides = z.array(DateOverride).max(1_000).describe('Days that are different; no windows make it a day off');

/** The hours in which a booking page can be booked, by wall clock in its zone (contract, K3). */
export const Availability = z.object({ weekly, overrides }).meta({ id: 'Availability' });

/** The hours in which a booking page can be booked. */
export type Availability = z.output<typeof Availability>;

/** The hours in which a booking page can be booked, as a caller gives them. */
export const NewAvailability = z.strictObject({ weekly, overrides: overrides.default([]) }).meta({ id: 'NewAvailability' });

/** The default hours of a page: Monday to Friday, 09:00 to 17:00 (contract, K3). */
export const DEFAULT_AVAILABILITY: Availability = {
  weekly: [{ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], start: '09:00', end: '17:00' }],
  overrides: [],
};

/** A time that can be booked. */
export const Slot = z
  .object({
    starts_at: timestamp,
    ends_at: timestamp,
    date: z.iso.date().describe('The day it starts on, in the zone of the answer'),
    start: z.string().describe('HH:MM in the zone of the answer'),
    end: z.string().describe('HH:MM in the zone of the answer'),
    seats_left: z.int().describe('Number of people who can still book it'),
  })
  .meta({ id: 'Slot' });

/** A time that can be booked. */
export type Slot = z.output<typeof Slot>;

/** The reasons why a time within the hours cannot be booked, in the order in which the rules are evaluated. */
export const slotRules = ['date_override', 'outside_hours', 'notice', 'advance', 'busy', 'buffer', 'full'] as const;

/** The reason why a time cannot be booked. */
export type SlotRule = (typeof slotRules)[number];

/** Counts of the times within the hours, of those that each rule removed, and of those that are left. */
export const Funnel = z
  .object({
    candidates: z.int(),
    removed: z.object(Object.fromEntries(slotRules.map((rule) => [rule, z.int()])) as Record<SlotRule, z.ZodInt>),
    offered: z.int(),
  })
  .meta({ id: 'SlotFunnel' });

const finding = z.object({ code: z.string(), message: z.string() });

/** The readiness of a page: whether people can book it now, and if not, the reason. */
export const Readiness = z
  .object({
    verdict: z.enum(['ready', 'warning', 'not_ready']),
    blocking: z.array(finding).describe('Faults that prevent every booking'),
    warnings: z.array(finding),
    next_available_at: timestamp.nullable().describe('The first time that can be booked, however far ahead; null when there is none'),
    funnel: Funnel,
  })
  .meta({ id: 'Readiness' });

/** The readiness of a page. */
export type Readiness = z.output<typeof Readiness>;

/** A time within the hours that cannot be booked, and the rule that removes it. */
export const UnavailableTime = Slot.omit({ seats_left: true })
  .extend({ rule: z.enum(slotRules), message: z.string().describe('The reason as a sentence') })
  .meta({ id: 'UnavailableTime' });

/** A time within the hours that cannot be booked. */
export type UnavailableTime = z.output<typeof UnavailableTime>;

/** One day of a preview. */
export const PreviewDay = z.object({
  date: z.iso.date(),
  slots: z.array(Slot),
  unavailable: z.array(UnavailableTime).optional().describe('Times within the hours that cannot be booked; only with include_unavailable'),
  reason: z
    .enum([...slotRules, 'no_hours'])
    .nullable()
    .describe('The reason why the day is empty: the first rule that removed a time'),
  message: z.string().nullable().describe('The same as a sentence'),
});

/** The times that a page offers on some days. */
export const Preview = z
  .object({
    booking_page_id: z.string(),
    timezone: z.string().describe('The zone of the labels and of the days'),
    days: z.array(PreviewDay),
    slots: z.array(Slot).describe('The slots of all days, in order'),
    readiness: Readiness,
  })
  .meta({ id: 'BookingPreview' });

/** The times that a page offers on some days. */
export type Preview = z.output<typeof Preview>;
