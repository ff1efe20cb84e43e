import { z } from 'zod';
import { id, line, nonEmptyLine, resource } from '../core/fields.ts';
import { pageLocale } from '../core/page-locale.ts';
import { timeZone } from '../core/time-fields.ts';
import { Availability, NewAvailability } from './availability.ts';
import { embedFields } from './embed.ts';
import { MAX_ADVANCE_DAYS, MAX_BUFFER_MINUTES, MAX_CAPACITY, MAX_NOTICE_HOURS, MAX_SLOT_MINUTES, MIN_SLOT_MINUTES } from './limits.ts';

/** The kind of a slot: for one guest or for several (contract, K2). */
export const bookingTypes = ['one_on_one', 'group'] as const;

/** States of a booking page; only an active one can be booked (contract, K1). */
export const bookingPageStatuses = ['draft', 'active', 'paused'] as const;

/** The location of a booked meeting (contract, K2). */
export const locationTypes = ['service_meet', 'in_person', 'phone_call', 'custom_link'] as const;

/** The location of a booked meeting. */
export type LocationType = (typeof locationTypes)[number];

/** The calendar of a Space that pages book by default. */
export const DEFAULT_CALENDAR = 'default';

/** A calendar of a Space, by its name. */
export const calendarName = nonEmptyLine(64).describe('A calendar of the Space; bookings of one calendar never overlap');

const minutes = z.int().min(MIN_SLOT_MINUTES).max(MAX_SLOT_MINUTES);

/** The fields of a booking page that a create or an update can set. */
export const bookingPageFields = {
  name: nonEmptyLine(200).describe('Name that guests see'),
  description: z.string().max(4_000).nullable().describe('Text that guests see above the times'),
  duration_minutes: minutes.describe('Length of an appointment in minutes'),
  timezone: timeZone,
  buffer_minutes: z.int().min(0).max(MAX_BUFFER_MINUTES).describe('Free minutes between two bookings; of two pages the longer counts'),
  min_notice_hours: z.int().min(0).max(MAX_NOTICE_HOURS).describe('Hours between booking and start, at least'),
  max_advance_days: z.int().min(1).max(MAX_ADVANCE_DAYS).describe('Days ahead that can be booked, at most'),
  meeting_location_type: z.enum(locationTypes).describe('Kind of place of the appointment'),
  meeting_location_value: line(500)
    .nullable()
    .describe('The place, as meeting_location_type requires: an address, a phone number or an https link; null for none'),
  form_id: id('form').nullable().describe('The form that guests answer; null detaches it'),
  availability: NewAvailability.describe('Times of the week that guests can book, and exceptions by day'),
  slot_interval_minutes: minutes.nullable().describe('Minutes from one start to the next; null for the duration'),
  capacity: z.int().min(1).max(MAX_CAPACITY).describe('People who can book one slot; more than 1 only for a group'),
  calendar: calendarName,
  host: nonEmptyLine(100).nullable().describe('Person or team that guests meet; null for the name of the Space (look)'),
  language: pageLocale
    .nullable()
    .describe('Language of the labels of the page, like de; null for that of the Space (look), else of the visitor'),
};

/** A page on which people book a time (contract, K2). */
export const BookingPage = z
  .object({
    ...resource,
    ...bookingPageFields,
    availability: Availability,
    booking_type: z.enum(bookingTypes),
    status: z.enum(bookingPageStatuses),
    description: z.string().nullable(),
    name: z.string(),
    host: z.string().nullable(),
    language: z.string().nullable(),
    url: z.string().describe('The public address of the page'),
    has_feed: z.boolean().describe('True if a calendar feed of its bookings exists'),
    ...embedFields,
  })
  .meta({ id: 'BookingPage' });

/** A booking page in a list. */
export const BookingPageSummary = BookingPage.omit({ embed_html: true, embed_inline_html: true }).meta({ id: 'BookingPageSummary' });

/** A page on which people book a time. */
export type BookingPage = z.output<typeof BookingPage>;
