import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually, startReceiver } from '@space/runtime/testing';

/** Triggers every event of event subscriptions; a receiver that answers 410 gets its webhook disabled. */
export async function triggerListenerEvents({ event_subscriptions }: Client): Promise<void> {
  const gone = await startReceiver();
  gone.answer((_request, response) => response.writeHead(410).end());
  const { subscription: webhook } = await event_subscriptions.create({
    kind: 'webhook',
    name: 'Gone',
    url: gone.url,
    event_types: ['event_subscription_deleted'],
  });
  const { subscription } = await event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types: ['contact_created'] });
  await event_subscriptions.update({ id: subscription.id, name: 'People' });
  await event_subscriptions.delete({ id: subscription.id });
  await eventually(async () => expect(await event_subscriptions.get({ id: webhook.id })).toMatchObject({ enabled: false }));
  await gone.close();
}
