import type { Client } from '@space/client';
import { automationsHappen } from './automations.ts';
import { audiencesHappen, contactsHappen } from './contacts.ts';
import { listenersHappen } from './listeners.ts';
import { tablesHappen } from './tables.ts';

/** One call at least for each thing that can happen; a new type of event belongs to one of these. */
export async function everythingHappens(client: Client): Promise<void> {
  for (const happen of [contactsHappen, audiencesHappen, tablesHappen, automationsHappen, listenersHappen]) await happen(client);
}
