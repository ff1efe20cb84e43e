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

/** A day, `YYYY-MM-DD`, that the calendar has. */
export const day = z.iso
  .date('must be a day written YYYY-MM-DD')
  .refine((text) => /^(?:19|20|21)/.test(text), 'must lie between 1900 and 2199')
  .meta({ description: 'YYYY-MM-DD', pattern: '^(?:19|20|21)\\d\\d-\\d\\d-\\d\\d$' });

/** A time of day, `HH:MM`. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time written HH:MM, from 00:00 to 23:59')
  .meta({ description: 'HH:MM', examples: ['09:00'] });
