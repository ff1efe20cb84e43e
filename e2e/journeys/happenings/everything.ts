import type { TestSpace } from '../../space.ts';
import { automationsHappen } from './automations.ts';
import { blogHappens } from './blog.ts';
import { bookingsHappen, calendarHappens } from './bookings.ts';
import { audiencesHappen, contactsHappen } from './contacts.ts';
import { formsHappen } from './forms.ts';
import { listenersHappen } from './listeners.ts';
import { pagesHappen } from './pages.ts';
import { socialHappens } from './social.ts';
import { tablesHappen } from './tables.ts';

/** What a key can do, area by area. */
const areas = [
  contactsHappen,
  audiencesHappen,
  tablesHappen,
  pagesHappen,
  blogHappens,
  formsHappen,
  bookingsHappen,
  calendarHappens,
  automationsHappen,
  listenersHappen,
];

/** One call at least for each thing that can happen; a new type of event belongs to one of these. */
export async function everythingHappens({ client, space_id }: TestSpace): Promise<void> {
  for (const happen of areas) await happen(client);
  await socialHappens(client, space_id);
}
