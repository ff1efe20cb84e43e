import { z } from 'zod';
import * as assetTypes from '../assets/assets.events.ts';
import * as billingTypes from '../commerce/billing.events.ts';
import * as orderTypes from '../commerce/orders.events.ts';
import * as contactTypes from '../contacts/contacts.events.ts';
import { type EventType, eventType } from '../core/event.ts';
import * as documentCommentTypes from '../documents/document-comments.events.ts';
import * as documentPublicationTypes from '../documents/document-publication.events.ts';
import * as documentShareLinkTypes from '../documents/document-share-links.events.ts';
import * as documentTypes from '../documents/documents.events.ts';
import * as folderTypes from '../folders/folders.events.ts';
import * as integrationTypes from '../integrations/integrations.events.ts';
import * as secretTypes from '../integrations/secrets.events.ts';
import * as lookTypes from '../platform/look.events.ts';
import * as blogTypes from '../publishing/blog.events.ts';
import * as pageTypes from '../publishing/pages.events.ts';
import * as siteTypes from '../publishing/sites.events.ts';
import * as socialTypes from '../publishing/social.events.ts';
import * as bookingTypes from '../scheduling/bookings.events.ts';
import * as calendarTypes from '../scheduling/calendar.events.ts';
import * as formTypes from '../scheduling/forms.events.ts';
import * as tableTypes from '../tables/tables.events.ts';
import * as whiteboardCommentTypes from '../whiteboards/whiteboard-comments.events.ts';
import * as whiteboardShareLinkTypes from '../whiteboards/whiteboard-share-links.events.ts';
import * as whiteboardTypes from '../whiteboards/whiteboards.events.ts';
import * as projectTypes from '../work/projects.events.ts';
import * as taskTypes from '../work/tasks.events.ts';
import * as automationTypes from './automations.events.ts';
import * as listenerTypes from './listeners.events.ts';

const isEventType = (value: unknown): value is EventType =>
  typeof value === 'object' && value !== null && 'sample' in value && 'label' in value;

/** Every event type by name; each is emitted by some operation. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  [
    assetTypes,
    automationTypes,
    billingTypes,
    blogTypes,
    bookingTypes,
    calendarTypes,
    contactTypes,
    documentCommentTypes,
    documentPublicationTypes,
    documentShareLinkTypes,
    documentTypes,
    folderTypes,
    formTypes,
    integrationTypes,
    listenerTypes,
    lookTypes,
    orderTypes,
    pageTypes,
    projectTypes,
    secretTypes,
    siteTypes,
    socialTypes,
    tableTypes,
    taskTypes,
    whiteboardCommentTypes,
    whiteboardShareLinkTypes,
    whiteboardTypes,
  ]
    .flatMap((types) => Object.values<unknown>(types))
    .filter(isEventType)
    .map((type) => [type.type, type]),
);

/** Writes the error of a value that does not name an event type; a missing value gets the general sentence. */
export function notAnEventType({ input }: { readonly input?: unknown }): string | undefined {
  if (input === undefined) return undefined;
  return typeof input === 'string'
    ? `"${input.slice(0, 64)}" is not an event type (GET /event-types lists them)`
    : 'must be the name of an event type';
}

/** The event that POST /event-subscriptions/{id}/test sends; no listener can subscribe to its type. */
export const testEvent = eventType({
  type: 'test',
  group: 'listeners',
  label: 'Test event',
  data: z.object({ message: z.string() }),
  sample: { message: 'This is a test event.' },
  filters: [],
});
