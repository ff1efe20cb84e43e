import { expect } from '@jest/globals';
import type { Contact } from '@space/contracts/contacts';
import { eventually } from '@space/runtime/testing';
import { healthUrls } from '../profile.ts';
import { sentinels } from '../sentinels.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { CLOSED_RECEIVER } from '../surface/fixtures.ts';
import { call, operations } from '../surface/operations.ts';

/** A Space that holds a few things, and is watched: whatever is refused must leave no trace in it. */
export interface UnchangedSpace extends TestSpace {
  readonly contact: Contact;
  readonly webhook_id: string;
  /** Fails unless every process lives, every list is as it was, and nothing happened that a webhook would have heard. */
  expectUnchanged(): Promise<void>;
}

/** Makes the Space, with a contact and with a webhook that hears every event. */
export async function newUnchangedSpace(): Promise<UnchangedSpace> {
  const space = await newSpace();
  const { request, client } = space;
  const watch = (name: string) => client.event_subscriptions.create({ kind: 'webhook', name, url: CLOSED_RECEIVER, event_types: ['*'] });
  // The watches themselves are events too, and not what is watched for.
  const heard = async (id: string) =>
    (await client.deliveries.list({ id })).data
      .map(({ event_type }) => event_type)
      .filter((type) => !type.startsWith('event_subscription_'));
  // A webhook may hear what happened seconds before it was made, so the contact's event must have passed before the watch begins.
  const { subscription: early } = await watch('Early');
  const contact = await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com', company: 'Analytical Engines' });
  await eventually(async () => expect(await heard(early.id)).toEqual(['contact_created']));
  await client.event_subscriptions.delete({ id: early.id });
  const { subscription } = await watch('Watch');
  // The feed is read through the webhook: its cursors differ from page to page. Refused calls are activity.
  const apart = new Set(['event_types.list', 'events.list', 'activity.list']);
  const lists = operations.filter(({ route, id }) => route.method === 'GET' && !route.path.includes(':') && !apart.has(id));
  const everything = () => Promise.all(lists.map(async (entry) => [entry.id, (await call(request, entry, {})).body]));
  const before = await everything();
  return {
    ...space,
    contact,
    webhook_id: subscription.id,
    async expectUnchanged() {
      for (const url of healthUrls) expect((await fetch(`${url}/livez`)).status).toBe(200);
      expect(await everything()).toEqual(before);
      for (const mark of Object.values(sentinels)) await mark(client, 'last');
      await eventually(
        async () =>
          expect((await heard(subscription.id)).sort()).toEqual([
            'automation_created',
            'calendar_event_created',
            'contact_created',
            'social_draft_created',
            'table_created',
          ]),
        { timeout: 15_000 },
      );
    },
  };
}
