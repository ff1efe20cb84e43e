import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_CONNECTION_WAITERS } from '@space/contracts/platform';
import { createWebhookStore } from '../src/inbox/webhook-store.ts';
import { startFindings } from './fixtures/found-events.ts';

let started: Awaited<ReturnType<typeof startFindings>>;
beforeAll(async () => {
  started = await startFindings();
});
afterAll(() => started.stop());

/** Returns a webhook of a connection that does not exist, so that nothing is stored. */
const webhook = (space_id: string, event_id: string, bytes: number) => ({
  ...{
    space_id,
    integration_id: `int_${space_id}`,
    event_id,
    type: 'found',
    hash: Buffer.from(event_id),
    sealed_body: Buffer.alloc(bytes),
  },
  ...{ sealed_signing: Buffer.from('x'), received_at: '2026-05-04T09:00:00.000Z', status: 'waiting' as const, error_message: null },
});

test('a Space with many large webhooks delays no webhook of another one by more than a statement', async () => {
  const { store } = createWebhookStore(started.ports.database);
  const stored: string[] = [];
  const put = async (space: string, event_id: string, bytes: number) => {
    await store(webhook(space, event_id, bytes));
    stored.push(event_id);
  };
  const large = ['a1', 'a2', 'a3', 'a4'].map((id) => put('spc_a', id, 600_000));
  await Promise.all([...large, put('spc_b', 'b1', 10)]);
  expect(stored).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('webhooks with one id are stored one after the other, and too many of a Space are refused', async () => {
  const { store } = createWebhookStore(started.ports.database);
  expect(await Promise.all([1, 2, 3].map(() => store(webhook('spc_a', 'same', 10))))).toEqual([null, null, null]);
  const all = await Promise.allSettled(
    Array.from({ length: MAX_CONNECTION_WAITERS + 10 }, (_, n) => store(webhook('spc_a', `evt_${n}`, 10))),
  );
  const refused = all.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', extras: { retry_after_s: 1 } });
  expect(await store(webhook('spc_b', 'other', 10))).toBeNull();
});
