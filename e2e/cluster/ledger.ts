import { setTimeout as delay } from 'node:timers/promises';
import { type Client, SpaceError } from '@space/client';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';

/** Longer than a lease (30 s), a consumer session (10 s) and the republishing of an unacknowledged event (60 s). */
export const RECOVERY_TIMEOUT = { timeout: 150_000 };

/** Requested, acknowledged and delivered contacts, by email. */
export interface Ledger {
  /** Requested, with any outcome. */
  readonly requested: Set<string>;
  /** Answered with 201. */
  readonly acknowledged: Set<string>;
  /** Requested, without a response or with one that leaves the outcome open. */
  readonly unknown: Set<string>;
  /** Emails in the events that the webhook received, with the ids of the events. */
  readonly delivered: Map<string, Set<string>>;
  /** Returns the emails in the feed, from its beginning, in its order. */
  readFeed(): Promise<string[]>;
  /** Returns the number of POSTs that the receiver got. */
  posts(): number;
  /** Creates one more contact; returns its email if it was acknowledged. */
  create(): Promise<string | undefined>;
  /** Creates contacts until one is acknowledged, and returns its email. */
  createOne(): Promise<string>;
  /** Creates contacts with this number of writers, each with a pause after each contact, until the returned function is called. */
  write(writers: number, pauseMs: number): () => Promise<void>;
  close(): Promise<void>;
}

/** Opens the ledger of a Space: a webhook and a feed that receive every contact, and a writer. */
export async function openLedger(client: Client): Promise<Ledger> {
  const receiver = await startReceiver();
  await client.event_subscriptions.create({ kind: 'webhook', name: 'Ledger', url: receiver.url, event_types: ['contact_created'] });
  const feed = await client.event_subscriptions.create({ kind: 'feed', name: 'Ledger', event_types: ['contact_created'] });
  const requested = new Set<string>();
  const acknowledged = new Set<string>();
  const unknown = new Set<string>();
  let count = 0;

  const create = async (): Promise<string | undefined> => {
    const email = `contact${++count}@example.com`;
    requested.add(email);
    try {
      await client.contacts.create({ name: `Contact ${count}`, email });
      acknowledged.add(email);
      return email;
    } catch (error) {
      if (error instanceof SpaceError && error.status < 500) throw error;
      unknown.add(email);
      return undefined;
    }
  };

  return {
    requested,
    acknowledged,
    unknown,
    get delivered() {
      return deliveredTo(receiver);
    },
    async readFeed() {
      const emails: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await client.events.list({ subscription_id: feed.subscription.id, limit: 200, ...(after && { after }) });
        emails.push(...page.events.map(({ data }) => (data.contact as { email: string }).email));
        if (!page.has_more) return emails;
        after = page.next_cursor;
      }
    },
    posts: () => receiver.received.length,
    create,
    createOne: () =>
      eventually(async () => {
        const email = await create();
        if (!email) throw new Error('No contact was acknowledged.');
        return email;
      }, RECOVERY_TIMEOUT),
    write(writers, pauseMs) {
      let stopped = false;
      const writing = Array.from({ length: writers }, async () => {
        for (; !stopped; await delay(pauseMs)) await create();
      });
      return async () => {
        stopped = true;
        await Promise.all(writing);
      };
    },
    close: () => receiver.close(),
  };
}

function deliveredTo({ received }: Receiver): Map<string, Set<string>> {
  const delivered = new Map<string, Set<string>>();
  for (const { event } of received) {
    const { email } = event.data.contact as { email: string };
    delivered.set(email, (delivered.get(email) ?? new Set()).add(event.id));
  }
  return delivered;
}
