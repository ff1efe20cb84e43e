import type { Client } from '@space/client';
import { automationsHappen } from './automations.ts';
import { bookingsHappen, calendarHappens } from './bookings.ts';
import { audiencesHappen, contactsHappen } from './contacts.ts';
import { formsHappen } from './forms.ts';
import { listenersHappen } from './listeners.ts';
import { tablesHappen } from './tables.ts';

/** One call at least for each thing that can happen; a new type of event belongs to one of these. */
export async function everythingHappens(client: Client): Promise<void> {
  const areas = [
    contactsHappen,
    audiencesHappen,
    tablesHappen,
    formsHappen,
    bookingsHappen,
    calendarHappens,
    automationsHappen,
    listenersHappen,
  ];
  for (const happen of areas) await happen(client);
}
