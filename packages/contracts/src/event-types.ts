import type { EventType } from './event.ts';
import * as automationTypes from './event-types/automations.ts';
import * as blogTypes from './event-types/blog.ts';
import * as bookingTypes from './event-types/bookings.ts';
import * as calendarTypes from './event-types/calendar.ts';
import * as contactTypes from './event-types/contacts.ts';
import * as formTypes from './event-types/forms.ts';
import * as listenerTypes from './event-types/listeners.ts';
import * as pageTypes from './event-types/pages.ts';
import * as siteTypes from './event-types/sites.ts';
import * as socialTypes from './event-types/social.ts';
import * as tableTypes from './event-types/tables.ts';

const isEventType = (value: unknown): value is EventType =>
  typeof value === 'object' && value !== null && 'sample' in value && 'label' in value;

/** Every event type that can happen here, by name; it lists only what some operation emits. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  [
    automationTypes,
    blogTypes,
    bookingTypes,
    calendarTypes,
    contactTypes,
    formTypes,
    listenerTypes,
    pageTypes,
    siteTypes,
    socialTypes,
    tableTypes,
  ]
    .flatMap((types) => Object.values<unknown>(types))
    .filter(isEventType)
    .map((type) => [type.type, type]),
);

/** The type of an event sent by POST /event-subscriptions/{id}/test; it is no happening and nobody can listen to it. */
export const TEST_EVENT_TYPE = 'test';
