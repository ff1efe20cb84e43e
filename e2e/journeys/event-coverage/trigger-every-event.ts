import type { TestSpace } from '../../space.ts';
import { triggerAutomationEvents } from './automations.ts';
import { triggerBlogEvents } from './blog.ts';
import { triggerBookingEvents, triggerCalendarEvents } from './bookings.ts';
import { triggerCommerceEvents } from './commerce.ts';
import { triggerAudienceEvents, triggerContactEvents } from './contacts.ts';
import { triggerDocumentSharingEvents } from './document-sharing.ts';
import { triggerDocumentEvents } from './documents.ts';
import { triggerFormEvents } from './forms.ts';
import { triggerIntegrationEvents } from './integrations.ts';
import { triggerLibraryEvents } from './library.ts';
import { triggerListenerEvents } from './listeners.ts';
import { triggerPageEvents } from './pages.ts';
import { triggerSecretEvents } from './secrets.ts';
import { triggerSocialEvents } from './social.ts';
import { triggerTableEvents } from './tables.ts';
import { triggerTaskEvents } from './tasks.ts';
import { triggerWhiteboardEvents, triggerWhiteboardSharingEvents } from './whiteboards.ts';

/** The functions that trigger the events of one area each. */
const triggers = [
  triggerContactEvents,
  triggerAudienceEvents,
  triggerTableEvents,
  triggerPageEvents,
  triggerBlogEvents,
  triggerFormEvents,
  triggerBookingEvents,
  triggerCalendarEvents,
  triggerAutomationEvents,
  triggerListenerEvents,
  triggerTaskEvents,
  triggerLibraryEvents,
  triggerDocumentEvents,
  triggerDocumentSharingEvents,
  triggerWhiteboardEvents,
  triggerWhiteboardSharingEvents,
];

/** Triggers every event type at least once. A new event type belongs to one of the areas. */
export async function triggerEveryEvent(space: TestSpace): Promise<void> {
  const { client, space_id } = space;
  for (const trigger of triggers) await trigger(client);
  await triggerIntegrationEvents(space);
  await triggerSocialEvents(client, space_id);
  await triggerSecretEvents(space_id);
  await triggerCommerceEvents(space);
}
