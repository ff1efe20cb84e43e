import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startReceiver } from '@space/runtime/testing';
import type { Failpoint } from './failpoints.ts';
import { expectNoEventLost } from './fault-injection.ts';
import { RECOVERY_TIMEOUT } from './ledger.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

const TIMEOUT_MS = 400_000;
const RECEIVE_TIMEOUT = { timeout: 30_000 };
/** Longer than a lease. */
const ZOMBIE_MS = 36_000;

let cluster: OwnCluster;
beforeAll(async () => {
  cluster = await startOwnCluster({ withFailpoints: true, replicas: { delivery: 2 } });
}, 240_000);
afterAll(() => cluster?.stop(), 60_000);

/** Kills a process at a failpoint and starts it again. */
async function dieAt(service: string, failpoint: Failpoint): Promise<void> {
  // Stop the other process cleanly, so that this one reaches the failpoint and the group rebalances without a timeout.
  if (service === 'delivery') await cluster.process('delivery-2').kill('SIGTERM');
  await cluster.failpoints.die(service, failpoint);
  const victim = cluster.process(service);
  await victim.kill('SIGKILL');
  await Promise.all([victim.restart(), service === 'delivery' ? cluster.process('delivery-2').restart() : undefined]);
}

test.each([
  ['relay killed between publishing and storing its position', 'contacts', { statement: 'pg_snapshot_xmin', when: 'before a new place' }],
  ['relay killed between reading and publishing', 'contacts', { statement: 'pg_snapshot_xmin', when: 'after rows' }],
  ['fan-out killed before its commit', 'delivery', { statement: 'insert into events.inbox', when: 'before' }],
  ['fan-out killed after its commit, before the ack', 'delivery', { statement: 'insert into events.inbox', when: 'after rows' }],
  ['dispatcher killed before it stores the outcome of an attempt', 'delivery', { statement: 'with outcome as', when: 'before' }],
] as const)(
  '%s',
  async (fault, service, failpoint) => {
    await expectNoEventLost(cluster, fault, () => dieAt(service, failpoint));
  },
  TIMEOUT_MS,
);

test(
  'dispatcher killed during an attempt: the attempt is repeated when its lease expires',
  async () => {
    await expectNoEventLost(cluster, 'dispatcher killed during an attempt', async ({ client }) => {
      const slow = await startReceiver();
      slow.answer(() => {});
      await client.event_subscriptions.create({ kind: 'webhook', name: 'Slow', url: slow.url, event_types: ['contact_created'] });
      await eventually(() => expect(slow.received.length).toBeGreaterThan(0), RECEIVE_TIMEOUT);
      const victims = ['delivery', 'delivery-2'].map((name) => cluster.process(name));
      await Promise.all(victims.map((victim) => victim.kill('SIGKILL')));
      const [{ event: held }] = slow.received as [(typeof slow.received)[number]];
      slow.answer((_request, response) => response.writeHead(204).end());
      await Promise.all(victims.map((victim) => victim.restart()));
      await eventually(() => expect(slow.received.filter(({ event }) => event.id === held.id)).toHaveLength(2), { timeout: 80_000 });
      expect(slow.received.filter(({ event }) => event.id === held.id).map(({ event }) => event.attempt)).toEqual([1, 1]);
      await slow.close();
    });
  },
  TIMEOUT_MS,
);

test(
  'a delivery process that resumes after its lease expired does not overwrite the result of the other process',
  async () => {
    await expectNoEventLost(cluster, 'resumed after its lease', async ({ client, ledger }) => {
      const receiver = await startReceiver();
      const held = Promise.withResolvers<void>();
      receiver.answer(async (_request, response) => {
        await held.promise;
        response.writeHead(500).end();
      });
      const { subscription } = await client.event_subscriptions.create({
        kind: 'webhook',
        name: 'Held',
        url: receiver.url,
        event_types: ['contact_updated'],
      });
      // Stop the other process, so that this one has the attempt in flight.
      await cluster.process('delivery-2').kill('SIGTERM');
      const { data } = await client.contacts.list({ limit: 1 });
      await client.contacts.update({ id: data[0]!.id, name: 'Zombie' });
      await eventually(() => expect(receiver.received).toHaveLength(1), RECEIVE_TIMEOUT);
      const zombie = cluster.process('delivery');
      process.kill(zombie.pid, 'SIGSTOP');
      receiver.answer((_request, response) => response.writeHead(204).end());
      await cluster.process('delivery-2').restart();
      const made = await ledger.createOne();
      await eventually(() => expect([...ledger.delivered.keys()]).toContain(made), RECOVERY_TIMEOUT);
      const log = async () => (await client.deliveries.list({ id: subscription.id })).data;
      // NATS still routes about half of the calls to the suspended process, which do not return.
      await eventually(async () => expect(await log()).toMatchObject([{ status: 'succeeded' }]), RECOVERY_TIMEOUT);
      held.resolve();
      await delay(ZOMBIE_MS / 2);
      process.kill(zombie.pid, 'SIGCONT');
      await delay(3_000);
      const [delivery] = await log();
      expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ number: 1, response_code: 204 }] });
      await client.event_subscriptions.delete({ id: subscription.id });
      await receiver.close();
    });
  },
  TIMEOUT_MS,
);

test.each([
  ['automation runner killed before it stores the result of an action', 'before'],
  ['automation runner killed after it stored the result of an action', 'after rows'],
] as const)(
  '%s: the run continues, and each action is executed once',
  async (fault, when) => {
    await expectNoEventLost(cluster, fault, async ({ client, ledger }) => {
      const { id: table_id } = await client.tables.create({ name: 'Seen', columns: [{ key: 'email', label: 'Email', type: 'text' }] });
      const { id } = await client.automations.create({
        name: 'Add a row per contact',
        trigger: { event_type: 'contact_created' },
        actions: [{ operation: 'rows.create', arguments: { table_id, data: { email: '{{contact.email}}' } } }],
      });
      // Earlier requests may have been executed before the automation existed.
      const before = new Set(ledger.requested);
      await ledger.create();
      await dieAt('events', { statement: 'cardinality\\(r\\.steps\\) = coalesce', when });
      const last = await ledger.createOne();
      const since = new Set(ledger.acknowledged).difference(before);
      expect(since.has(last)).toBe(true);
      const written = async (): Promise<unknown[]> => {
        const emails: unknown[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await client.rows.list({ table_id, limit: 200, ...(cursor ? { cursor } : {}) });
          emails.push(...page.data.map(({ data }) => data.email));
          if (!page.next_cursor) return emails;
          cursor = page.next_cursor;
        }
      };
      await eventually(async () => expect(since.difference(new Set(await written()))).toEqual(new Set()), RECOVERY_TIMEOUT);
      await client.automations.update({ id, enabled: false });
      const emails = await written();
      expect(emails).toHaveLength(new Set(emails).size);
    });
  },
  TIMEOUT_MS,
);
