import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase, sql } from '@space/database';
import { deleteTopic, publishDirectly } from '@space/event-log/testing';
import { eventually, startReceiver } from '@space/runtime/testing';
import { z } from 'zod';
import { consumerGroups, serviceEntries } from '../../services/manifest.ts';
import { expectNoEventLost } from './fault-injection.ts';
import { RECOVERY_TIMEOUT } from './ledger.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

const TIMEOUT_MS = 400_000;
const DOWN_MS = 8_000;

let cluster: OwnCluster;
beforeAll(async () => {
  // Every service that consumes events.
  const services = [...serviceEntries.filter(({ consumer_groups }) => consumer_groups.length > 0).map(({ name }) => name), 'contacts'];
  cluster = await startOwnCluster({ services, replicas: { delivery: 2 } });
}, 240_000);
afterAll(() => cluster?.stop(), 60_000);

test(
  'NATS stopped: callers get 503, and no acknowledged event is lost',
  async () => {
    await expectNoEventLost(cluster, 'NATS stopped', async ({ client }) => {
      await cluster.nats.kill('SIGTERM');
      await expect(client.contacts.list()).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) });
      await delay(DOWN_MS);
      await cluster.nats.restart();
    });
  },
  TIMEOUT_MS,
);

test(
  'NATS killed and its store deleted: no acknowledged event is lost',
  async () => {
    await expectNoEventLost(cluster, 'NATS wiped', async () => {
      await cluster.nats.kill('SIGKILL');
      await rm(join(cluster.brokers_folder, 'nats'), { recursive: true, force: true });
      await cluster.nats.restart();
    });
  },
  TIMEOUT_MS,
);

test(
  'a duplicate event that arrives after its inbox entry expired is delivered once',
  async () => {
    await expectNoEventLost(cluster, 'duplicates', async ({ client, space_id, ledger }) => {
      const hook = await startReceiver();
      const { subscription } = await client.event_subscriptions.create({
        kind: 'webhook',
        name: 'Once',
        url: hook.url,
        event_types: ['contact_created'],
      });
      await ledger.createOne();
      const body = await eventually(() => {
        expect(hook.received).not.toHaveLength(0);
        return hook.received[0]!.body;
      }, RECOVERY_TIMEOUT);
      const { delivery_id: _delivery, attempt: _attempt, ...event } = JSON.parse(body);
      const again = {
        id: event.id,
        type: event.type,
        space_id,
        source: 'contacts',
        body: JSON.stringify(event),
        trace: null,
        recorded_at: null,
      };
      // As if the retention of the inboxes had passed.
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      await database.query(sql.typeAlias('void')`delete from events.inbox where event_id = ${event.id}`);
      await database.end();
      await publishDirectly(
        cluster.kafka_brokers,
        Array.from({ length: 20 }, () => again),
        cluster.signer,
      );
      // A later event of the Space is in the same partition, after all duplicates.
      const later = await ledger.createOne();
      await eventually(
        () => expect(hook.received.map((one) => (one.event.data.contact as { email: string }).email)).toContain(later),
        RECOVERY_TIMEOUT,
      );
      expect((await client.deliveries.list({ id: subscription.id, event_id: event.id })).data).toHaveLength(1);
      expect(hook.received.filter((one) => one.event.id === event.id)).toHaveLength(1);
      await hook.close();
    });
  },
  TIMEOUT_MS,
);

test(
  'invalid messages on the topic are dead-lettered, and the events around them are delivered',
  async () => {
    await expectNoEventLost(cluster, 'invalid messages', async () => {
      const invalid = [new TextEncoder().encode('invalid'), new Uint8Array([255, 255, 255]), new Uint8Array()];
      await publishDirectly(cluster.kafka_brokers, invalid, cluster.signer);
      // Messages without a signature are dropped: they are neither delivered nor stored.
      await publishDirectly(cluster.kafka_brokers, invalid);
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      await eventually(
        async () =>
          expect(
            await database.any(
              sql.type(z.object({ consumer: z.string(), count: z.number() }))`
                select consumer, count(*)
                from (
                  select consumer from events.dead_letter union all select consumer from scheduling.dead_letter
                  union all select consumer from library.dead_letter
                ) as letter
                group by consumer order by consumer`,
            ),
          ).toEqual(
            consumerGroups
              .map(({ name }) => name)
              .sort()
              .map((consumer) => ({ consumer, count: 3 })),
          ),
        { timeout: 60_000 },
      );
      await database.end();
    });
  },
  TIMEOUT_MS,
);

test(
  'Kafka killed: writes succeed meanwhile, and their events are delivered after its restart',
  async () => {
    await expectNoEventLost(cluster, 'Kafka killed', async ({ ledger }) => {
      await cluster.kafka.kill('SIGKILL');
      await delay(DOWN_MS / 2);
      const before = ledger.acknowledged.size;
      await delay(DOWN_MS / 2);
      expect(ledger.acknowledged.size).toBeGreaterThan(before);
      await cluster.kafka.restart();
    });
  },
  TIMEOUT_MS,
);

test(
  'a consumer that restarts every two seconds causes duplicates at most',
  async () => {
    await expectNoEventLost(cluster, 'rebalance storm', async ({ random }) => {
      for (let round = 0; round < 4; round += 1) {
        const victim = cluster.process('delivery-2');
        await victim.kill(random(2) === 0 ? 'SIGKILL' : 'SIGTERM');
        await delay(500 + random(1_500));
        await victim.restart();
        await delay(random(2_000));
      }
    });
  },
  TIMEOUT_MS,
);

test(
  'the topic deleted: it is created again, and unacknowledged events are republished',
  async () => {
    await expectNoEventLost(cluster, 'topic deleted', async () => {
      await deleteTopic(cluster.kafka_brokers);
    });
  },
  TIMEOUT_MS,
);
