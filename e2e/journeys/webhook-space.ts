import { expect } from '@jest/globals';
import type { contracts } from '@space/contracts/catalog';
import type { ArgumentsOf } from '@space/contracts/core';
import { eventually, type ReceivedRequest, type Receiver, startReceiver } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';

/** A Space with one webhook and its https receiver. */
export interface WebhookSpace extends TestSpace {
  readonly webhook_id: string;
  readonly secret: string;
  readonly receiver: Receiver;
  /** Waits for the first delivery of an event of this type. */
  received(type: string): Promise<ReceivedRequest>;
}

type NewWebhook = ArgumentsOf<typeof contracts.listeners.operations.create>;

const open: Receiver[] = [];

/** Creates a Space with a webhook for every event; `over` replaces fields of the webhook. */
export async function newWebhookSpace(over: Partial<NewWebhook> = {}, existing?: TestSpace): Promise<WebhookSpace> {
  const space = existing ?? (await newSpace());
  const receiver = await startReceiver(profile.certificate);
  open.push(receiver);
  const { subscription, secret } = await space.client.event_subscriptions.create({
    kind: 'webhook',
    name: 'Test hook',
    url: receiver.url,
    event_types: ['*'],
    ...over,
  });
  return {
    ...space,
    receiver,
    webhook_id: subscription.id,
    secret: secret!,
    received: (type) =>
      eventually(
        () => {
          const one = receiver.received.find(({ event }) => event.type === type);
          expect(receiver.received.map(({ event }) => event.type)).toContain(type);
          return one!;
        },
        { timeout: 15_000 },
      ),
  };
}

/** Closes every receiver of this test file. */
export const closeReceivers = async (): Promise<void> => void (await Promise.all(open.splice(0).map((receiver) => receiver.close())));
