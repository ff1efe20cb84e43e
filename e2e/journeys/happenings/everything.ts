import type { TestSpace } from '../../space.ts';
import { blogHappens } from './blog.ts';
import { audiencesHappen, contactsHappen } from './contacts.ts';
import { pagesHappen } from './pages.ts';
import { socialHappens } from './social.ts';
import { tablesHappen } from './tables.ts';

/** One call at least for each thing that can happen; a new type of event belongs to one of these. */
export async function everythingHappens({ client, space_id }: TestSpace): Promise<void> {
  for (const happen of [contactsHappen, audiencesHappen, tablesHappen, pagesHappen, blogHappens]) await happen(client);
  await socialHappens(client, space_id);
}
