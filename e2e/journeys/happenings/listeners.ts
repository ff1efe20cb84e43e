import type { Client } from '@space/client';

/** One call for each thing that happens to event subscriptions. */
export async function listenersHappen({ event_subscriptions }: Client): Promise<void> {
  const { subscription } = await event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types: ['contact_created'] });
  await event_subscriptions.update({ id: subscription.id, name: 'People' });
  await event_subscriptions.delete({ id: subscription.id });
}
