import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventClosing } from '@space/contracts/platform';
import { eventually, type TestServices } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { advanceClock, createWebhookSpace, listDeliveries, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const setClosed = ({ call }: WebhookSpace, closed: boolean) => call(eventClosing, 'set_closed', { closed });

const waitForCount = ({ receiver }: WebhookSpace, count: number): Promise<void> =>
  eventually(() => expect(receiver.received).toHaveLength(count), { timeout: 15_000 });

test('events of a closed Space wait for it, and each is delivered once when the Space is open again', async () => {
  const [space, other] = [await createWebhookSpace(services), await createWebhookSpace(services)];
  await space.createContact();
  await waitForCount(space, 1);
  await setClosed(space, true);
  for (const one of [space, space, other]) await one.createContact();
  await waitForCount(other, 1);
  await eventually(async () =>
    expect(await listDeliveries(space)).toMatchObject([{ status: 'pending', attempts: [] }, { status: 'pending' }, {}]),
  );
  advanceClock(services, 6 * DAY_MS);
  await other.createContact();
  await waitForCount(other, 2);
  expect(space.receiver.received).toHaveLength(1);
  await setClosed(space, false);
  await waitForCount(space, 3);
  expect(new Set(space.receiver.received.map(({ event }) => event.id)).size).toBe(3);
  expect(space.receiver.received.map(({ event }) => event.attempt)).toEqual([1, 1, 1]);
  for (const { receiver } of [space, other]) await receiver.close();
});

test('a retry that becomes due in a closed Space is made when the Space is open again, as the attempt that it is', async () => {
  const [space, other] = [await createWebhookSpace(services), await createWebhookSpace(services)];
  for (const { receiver } of [space, other]) receiver.answer((_request, response) => response.writeHead(500).end());
  for (const one of [space, other]) {
    await one.createContact();
    await eventually(async () => expect((await listDeliveries(one))[0]?.attempts).toHaveLength(1), { timeout: 15_000 });
  }
  await setClosed(space, true);
  advanceClock(services, DAY_MS);
  await eventually(async () => expect((await listDeliveries(other))[0]!.attempts).toHaveLength(2), { timeout: 15_000 });
  expect(await listDeliveries(space)).toMatchObject([{ status: 'retrying', attempts: [{ status: 'failed' }] }]);
  space.receiver.answer((_request, response) => response.writeHead(200).end());
  await setClosed(space, false);
  await eventually(async () => expect((await listDeliveries(space))[0]!.status).toBe('succeeded'), { timeout: 15_000 });
  expect(space.receiver.received.map(({ event }) => event.attempt)).toEqual([1, 2]);
  for (const { receiver } of [space, other]) await receiver.close();
});
