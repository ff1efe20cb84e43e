import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';
import { type KillableProcess, type OwnCluster, startOwnCluster } from './own-cluster.ts';

jest.setTimeout(180_000);

const RECOVERY = { timeout: 30_000 };

let cluster: OwnCluster;
let client: Client;
let receiver: Receiver;
beforeAll(async () => {
  cluster = await startOwnCluster();
  ({ client } = await cluster.newClient());
  receiver = await startReceiver();
  await client.event_subscriptions.create({ kind: 'webhook', name: 'Hook', url: receiver.url, event_types: ['*'] });
}, 240_000);
afterAll(async () => {
  await cluster.stop();
  await receiver.close();
});

let count = 0;
const create = () => client.contacts.create({ name: 'Ada', email: `ada${++count}@example.com` });

/** Kills a process, runs `act`, restarts the process and waits until contacts can be created again. */
async function without(victim: KillableProcess, act: () => Promise<void>): Promise<void> {
  await victim.kill('SIGKILL');
  try {
    await act();
  } finally {
    await victim.restart();
  }
  await eventually(create, RECOVERY);
}

/** Returns the status of `/readyz` of every process. */
const readiness = () =>
  Promise.all(cluster.connection.metrics_urls.map(async (url) => (await fetch(url.replace('/metrics', '/readyz'))).status));

test('while a service is down its calls are 503 with Retry-After, and other services work', async () => {
  await without(cluster.process('contacts'), async () => {
    // The first call may still be routed to the killed process.
    await eventually(async () => {
      const seen: Response[] = [];
      const refused = client.contacts.list({}, { onResponse: (response) => void seen.push(response) });
      await expect(refused).rejects.toMatchObject({ status: 503, code: 'unavailable' });
      expect(Number(seen[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }, RECOVERY);
    expect((await client.event_subscriptions.list()).data).toHaveLength(1);
  });
});

test('while NATS is down calls fail, processes are alive but not ready, and all recover without a restart', async () => {
  await without(cluster.nats, async () => {
    await expect(create()).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) });
    for (const url of cluster.connection.metrics_urls) expect((await fetch(url.replace('/metrics', '/livez'))).status).toBe(200);
    await eventually(async () => expect(new Set(await readiness())).toEqual(new Set([503])), RECOVERY);
  });
  await eventually(async () => expect(new Set(await readiness())).toEqual(new Set([200])), RECOVERY);
});

test('while Kafka is down writes succeed, and their events are delivered after its restart', async () => {
  let made: { id: string } | undefined;
  await without(cluster.kafka, async () => {
    made = await create();
  });
  await eventually(() => expect(receiver.received.map(({ event }) => event.data.contact_id)).toContain(made!.id), RECOVERY);
});

test('a process finishes running calls after SIGTERM', async () => {
  const held = Promise.withResolvers<void>();
  receiver.answer((_request, response) => void held.promise.then(() => response.writeHead(204).end()));
  const { data } = await client.event_subscriptions.list();
  const tested = client.deliveries.test({ id: data[0]!.id });
  await eventually(() => expect(receiver.received.map(({ event }) => event.type)).toContain('test'));
  const stopped = cluster.process('delivery').kill('SIGTERM');
  held.resolve();
  expect(await tested).toMatchObject({ status: 'succeeded' });
  await stopped;
  await cluster.process('delivery').restart();
});
