import { contactsService } from '@space/contacts';
import { contracts } from '@space/contracts/catalog';
import type { Contact } from '@space/contracts/contacts';
import { type ArgumentsOf, type Caller, DELIVERIES_DUE } from '@space/contracts/core';
import { eventsService } from '@space/events';
import {
  type CallAs,
  callAs,
  newSpaceCaller,
  type Receiver,
  startReceiver,
  startServices,
  type TestServices,
  testPorts,
} from '@space/runtime/testing';
import { deliveryService } from '../src/service.ts';

/** Runs contacts, events and delivery on a fresh database; receivers on the loopback address are allowed, as in development. */
export const startWebhooks = async (): Promise<TestServices> =>
  startServices(
    [contactsService, eventsService, deliveryService],
    await testPorts({ environment: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' } }),
  );

/** A Space with one webhook and the receiver behind it. */
export interface WebhookSpace {
  readonly caller: Caller;
  readonly call: CallAs;
  readonly receiver: Receiver;
  readonly id: string;
  readonly secret: string;
  /** Makes something happen: a contact is created. */
  happen(): Promise<Contact>;
}

type NewListener = ArgumentsOf<typeof contracts.listeners.operations.create>;

/** Makes a Space with a webhook that hears every event, or what `over` says. */
export async function webhookSpace({ ports }: TestServices, over: Partial<NewListener> = {}): Promise<WebhookSpace> {
  const receiver = await startReceiver();
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  const { subscription, secret } = await call(contracts.listeners, 'create', {
    kind: 'webhook',
    name: 'Test',
    url: receiver.url,
    event_types: ['*'],
    ...over,
  });
  let count = 0;
  return {
    caller,
    call,
    receiver,
    id: subscription.id,
    secret: secret!,
    happen: () => {
      count += 1;
      return call(contracts.contacts, 'create', { name: `Ada ${count}`, email: `ada${count}@example.com` });
    },
  };
}

/** Makes one more webhook in a Space, for events of one type, with a receiver of its own. */
export async function receiverBeside(call: CallAs, event_type: string): Promise<Receiver> {
  const receiver = await startReceiver();
  await call(contracts.listeners, 'create', { kind: 'webhook', name: 'Beside', url: receiver.url, event_types: [event_type] });
  return receiver;
}

/** Moves the clock and lets the dispatcher look. */
export function advanceClock({ ports }: TestServices, milliseconds: number): void {
  ports.clock.advance(milliseconds);
  ports.bus.publish(DELIVERIES_DUE, new Uint8Array());
}

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = async (space: WebhookSpace) =>
  (await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 })).data;

/** A webhook as it is now. */
export const listenerOf = (space: WebhookSpace) => space.call(contracts.listeners, 'get', { id: space.id });
