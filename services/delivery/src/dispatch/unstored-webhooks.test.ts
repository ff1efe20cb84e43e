import { expect, test } from '@jest/globals';
import { createUnstoredWebhooks } from './unstored-webhooks.ts';

test('a look at a webhook waits for each batch of its deliveries, stored or failed, and for no other', async () => {
  const unstored = createUnstoredWebhooks();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  unstored.add(new Set(['lis_1', 'lis_2']), first.promise);
  unstored.add(new Set(['lis_1']), second.promise);
  const seen: string[] = [];
  const looks = ['lis_1', 'lis_2', 'lis_3'].map(async (webhook) => {
    await unstored.waitForStored(webhook);
    seen.push(webhook);
  });
  await looks[2];
  expect(seen).toEqual(['lis_3']);
  first.resolve();
  await looks[1];
  expect(seen).toEqual(['lis_3', 'lis_2']);
  second.reject(new Error('not stored'));
  await looks[0];
  await unstored.waitForStored('lis_1');
});

test('a look ends after a second in any case', async () => {
  const unstored = createUnstoredWebhooks();
  unstored.add(new Set(['lis_1']), Promise.withResolvers<void>().promise);
  await unstored.waitForStored('lis_1');
});
