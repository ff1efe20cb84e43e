import { z } from 'zod';
import { id, line, nonEmptyLine, resource } from '../core/fields.ts';
import { timeZone } from '../core/time-fields.ts';
import { Availability, NewAvailability } from './availability.ts';
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
export const calendarName = nonEmptyLine(64).describe('Which calendar of the Space; what is in one calendar never overlaps');

const minutes = z.int().min(MIN_SLOT_MINUTES).max(MAX_SLOT_MINUTES);

/** The fields of a booking page that a create or an update can set. */
export const bookingPageFields = {
  name: nonEmptyLine(200).describe('Name that guests see'),
  description: z.string().max(4_000).nullable().describe('Text that guests see above the times'),
  duration_minutes: minutes.describe('Length of an appointment in minutes'),
  timezone: timeZone,
  buffer_minutes: z.int().min(0).max(MAX_BUFFER_MINUTES).describe('At least so long between two bookings; never added up'),
  min_notice_hours: z.int().min(0).max(MAX_NOTICE_HOURS).describe('Nothing can be booked that starts sooner than this'),
  max_advance_days: z.int().min(1).max(MAX_ADVANCE_DAYS).describe('Nothing can be booked that starts on a later day than this'),
  meeting_location_type: z.enum(locationTypes).describe('Kind of place of the appointment'),
  meeting_location_value: line(500).nullable().describe('An address, a phone number or an https link, as the type says'),
  form_id: id('form').nullable().describe('The form that guests answer; null detaches it'),
  availability: NewAvailability.describe('Times of the week that guests can book, and exceptions by day'),
  slot_interval_minutes: minutes.nullable().describe('Minutes from one start to the next; null for the duration'),
  capacity: z.int().min(1).max(MAX_CAPACITY).describe('How many people can book one slot; more than 1 only for a group'),
  calendar: calendarName,
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
    url: z.string().describe('Where people book'),
    has_feed: z.boolean().describe('Whether a calendar feed of its bookings exists'),
  })
  .meta({ id: 'BookingPage' });

/** A page on which people book a time. */
export type BookingPage = z.output<typeof BookingPage>;
