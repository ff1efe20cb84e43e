import { expect } from '@jest/globals';
import type { Contact } from '@space/contracts/contacts';
import { eventually } from '@space/runtime/testing';
import { healthUrls } from '../profile.ts';
import { sentinels } from '../sentinels.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { CLOSED_RECEIVER } from '../surface/fixtures.ts';
import { call, operations, readArguments } from '../surface/operations.ts';
import { volatileReads } from '../surface/state-snapshot.ts';

/** A Space with a few resources, for tests that rejected requests change nothing in it. */
export interface UnchangedSpace extends TestSpace {
  readonly contact: Contact;
  readonly webhook_id: string;
  /** Fails unless every process is alive, every list is unchanged, and no event was emitted. */
  expectUnchanged(): Promise<void>;
}

/** Creates the Space with a contact and a webhook that receives every event. */
export async function newUnchangedSpace(): Promise<UnchangedSpace> {
  const space = await newSpace();
  const { request, client } = space;
  const createWebhook = (name: string) =>
    client.event_subscriptions.create({ kind: 'webhook', name, url: CLOSED_RECEIVER, event_types: ['*'] });
  // The webhooks' own events do not count.
  const eventTypesOf = async (id: string) =>
    (await client.deliveries.list({ id })).data
      .map(({ event_type }) => event_type)
      .filter((type) => !type.startsWith('event_subscription_'));
  // A new webhook may receive events of the seconds before, so the contact's event must be delivered first.
  const { subscription: early } = await createWebhook('Early');
  const contact = await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com', company: 'Analytical Engines' });
  await eventually(async () => expect(await eventTypesOf(early.id)).toEqual(['contact_created']));
  await client.event_subscriptions.delete({ id: early.id });
  const { subscription } = await createWebhook('Watch');
  const excluded = new Set(['event_types.list', 'me.get', ...volatileReads]);
  const lists = operations.filter(({ route, id }) => route.method === 'GET' && !route.path.includes(':') && !excluded.has(id));
  const readLists = () => Promise.all(lists.map(async (entry) => [entry.id, (await call(request, entry, readArguments(entry))).body]));
  const before = await readLists();
  return {
    ...space,
    contact,
    webhook_id: subscription.id,
    async expectUnchanged() {
      for (const url of healthUrls) expect((await fetch(`${url}/livez`)).status).toBe(200);
      expect(await readLists()).toEqual(before);
      for (const emit of Object.values(sentinels)) await emit(client, 'last');
      await eventually(
        async () =>
          expect((await eventTypesOf(subscription.id)).sort()).toEqual([
            'automation_created',
            'calendar_event_created',
            'contact_created',
            'folder_created',
            'secret_created',
            'social_draft_created',
            'table_created',
            'task_created',
          ]),
        { timeout: 15_000 },
      );
    },
  };
}
