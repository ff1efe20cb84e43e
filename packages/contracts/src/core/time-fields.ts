import { canonicalTimeZone, isTimeZone, zoneOf } from '@space/time';
import { z } from 'zod';
import { unlessAbsent } from './fields.ts';

/** Days of the week as availability names them, Monday first. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day of the week. */
export type Weekday = (typeof weekdays)[number];

/** An IANA time zone such as `Europe/Berlin`, in any case; it is stored as IANA spells it. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')
  .overwrite(canonicalTimeZone)
  .meta({ description: 'IANA time zone, for example Europe/Berlin', examples: ['Europe/Berlin'] });

const hasYear = (text: string): boolean => /^(?:19|20|21)/.test(text);
const NO_YEAR = 'must lie between 1900 and 2199';

const LEAP_DAY = '(?:(?:19|20|21)(?:0[48]|[2468][048]|[13579][26])|2000)-02-29';
const OTHER_DAY =
  '(?:19|20|21)\\d\\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const DAY = `(?:${LEAP_DAY}|${OTHER_DAY})`;
/** A day, `YYYY-MM-DD`, that the calendar has, from 1900 to 2199. */
export const day = z.iso
  .date({ error: unlessAbsent('must be a day that exists, written YYYY-MM-DD') })
  .refine(hasYear, NO_YEAR)
  .meta({ description: 'YYYY-MM-DD', pattern: `^${DAY}$` });

const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const INSTANT = `${TIME}:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)`;
const LOCAL = `${TIME}(?::[0-5]\\d(?:\\.\\d+)?)?\\[[A-Za-z][\\w+/-]{0,63}\\]`;

/** The form of a time: an instant, or a local time with its zone in brackets. */
export const MOMENT_PATTERN = new RegExp(`^${DAY}T(?:${INSTANT}|${LOCAL})$`);

/** Returns the zone in the brackets of a local time, or undefined for an instant. */
const zoneOfText = (text: string): string | undefined => (text.endsWith(']') ? text.slice(text.indexOf('[') + 1, -1) : undefined);

/** Returns the instant of a time that `zonedMoment` accepts, ISO 8601, and any other text unchanged. */
export function instantIn(text: string): string {
  const zone = zoneOfText(text);
  // Zod calls this for refused texts too, and their year may be one that no Date has.
  if (zone === undefined || !MOMENT_PATTERN.test(text) || !isTimeZone(zone)) return text;
  const local = Date.parse(`${text.slice(0, text.indexOf('['))}Z`);
  return new Date(zoneOf(zone).instantOf(local)).toISOString();
}

/** Returns the time zone that a time of `zonedMoment` names, or undefined. */
export const zoneIn = (text: string): string | undefined => {
  const zone = zoneOfText(text);
  return zone === undefined ? undefined : canonicalTimeZone(zone);
};

const TIME_FORM = 'must be a time such as 2026-05-01T09:00:00Z or 2026-05-01T09:00[Europe/Berlin], from 1900 to 2199';

/** An instant or a local time with its zone, as it was given; `instantIn` and `zoneIn` read it. */
export const zonedMoment = z
  .string({ error: ({ input }) => (input === undefined ? undefined : TIME_FORM) })
  .regex(MOMENT_PATTERN, TIME_FORM)
  .refine((text) => isTimeZone(zoneOfText(text) ?? 'UTC'), 'must name an IANA time zone, as in 2026-05-01T09:00[Europe/Berlin]')
  .meta({ description: 'Time: 2026-12-01T09:00:00Z, or 2026-12-01T09:00[Europe/Berlin]' });

/**
 * A time from 1900 to 2199: an instant with Z or an offset of less than 15 hours, or a local time with its zone, written as in
 * RFC 9557. It is parsed to the instant by the rule of `@space/time`: a local time that occurs twice is the first, and one that
 * the clocks skip is later by the length of the gap.
 */
export const moment = zonedMoment.overwrite(instantIn);

/** A local time with its zone as an instant, ISO 8601 in UTC with milliseconds, or the reason why it is refused. */
export type ZonedTime = { readonly instant: string } | { readonly message: string };

/** Reads a local time with its zone in brackets as `moment` does. Returns undefined for a text of another form, such as an instant. */
export function readZonedTime(text: string): ZonedTime | undefined {
  if (!text.endsWith(']')) return undefined;
  const read = moment.safeParse(text);
  return read.success ? { instant: read.data } : { message: read.error.issues[0]!.message };
}

/** A time of day, `HH:MM`. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time written HH:MM, from 00:00 to 23:59')
  .meta({ description: 'HH:MM', examples: ['09:00'] });

/** The times between which the entries of a list were made: the first is included, the second is not. */
export const madeBetween = {
  since: moment.optional().describe('Made at this time or later'),
  until: moment.optional().describe('Made before this time'),
};

/** The fields with the start and the end of a period: when something was made, and when it takes place. */
const periods = [
  ['since', 'until'],
  ['from', 'to'],
] as const;

/** Refuses a period that ends before it starts, if the input of an operation has both fields. It checks them although others are wrong. */
export const refinePeriods = <Input extends z.ZodObject>(input: Input): Input =>
  periods
    .filter(([start, end]) => start in input.shape && end in input.shape)
    .reduce(
      (refined, [start, end]) =>
        refined.refine((given) => !(timeOf(given, end) < timeOf(given, start)), {
          path: [end],
          message: `must not be before ${start}`,
          when: () => true,
        }),
      input,
    );

/** Returns the time in a field of an input in milliseconds; NaN, which is neither before nor after another, without one. */
function timeOf(input: unknown, field: string): number {
  const value = (input as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof value === 'string' ? Date.parse(instantIn(value)) : Number.NaN;
}
