import type { TestSpace } from '../../space.ts';
import { triggerAutomationEvents } from './automations.ts';
import { triggerBlogEvents } from './blog.ts';
import { triggerBookingEvents, triggerCalendarEvents } from './bookings.ts';
import { triggerAudienceEvents, triggerContactEvents } from './contacts.ts';
import { triggerFormEvents } from './forms.ts';
import { triggerListenerEvents } from './listeners.ts';
import { triggerPageEvents } from './pages.ts';
import { triggerSocialEvents } from './social.ts';
import { triggerTableEvents } from './tables.ts';

/** What a key can do, area by area. */
const areas = [
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
];

/** One call at least for each thing that can happen; a new type of event belongs to one of these. */
export async function triggerEveryEvent({ client, space_id }: TestSpace): Promise<void> {
  for (const happen of areas) await happen(client);
  await triggerSocialEvents(client, space_id);
}
