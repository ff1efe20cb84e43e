import { canonicalTimeZone, isTimeZone } from '@space/time';
import { z } from 'zod';

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
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?';
const OFFSET = '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)';

/** A day, `YYYY-MM-DD`, that the calendar has, from 1900 to 2199. */
export const day = z.iso
  .date('must be a day written YYYY-MM-DD')
  .refine(hasYear, NO_YEAR)
  .meta({ description: 'YYYY-MM-DD', pattern: `^${DAY}$` });

/** Returns true for Z and for offsets that zones have; Postgres refuses some larger ones. */
const hasOffset = (text: string): boolean => /(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/.test(text);

/** A time with Z or an offset of less than 15 hours, from 1900 to 2199. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(hasYear, NO_YEAR)
  .refine(hasOffset, 'must have an offset of less than 15 hours')
  .meta({ description: 'ISO 8601 with Z or an offset', pattern: `^${DAY}T${TIME}${OFFSET}$` });

/** A time of day, `HH:MM`. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time written HH:MM, from 00:00 to 23:59')
  .meta({ description: 'HH:MM', examples: ['09:00'] });
