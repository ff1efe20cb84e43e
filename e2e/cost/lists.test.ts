import { expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { newSpace } from '../space.ts';
import { measure } from './process-cost.ts';
import { sendJson } from './send.ts';

test('forty lists of large contacts at the same time leave memory for other Spaces', async () => {
  const [{ api_key }, other] = [await newSpace(), await newSpace()];
  const bio = 'x'.repeat(900_000);
  for (let n = 0; n < 30; n++)
    expect(
      await sendJson('POST', '/contacts', api_key, { name: 'Ada', email: `ada.${n}@example.com`, custom_fields: { bio } }),
    ).toMatchObject({ status: 201 });
  const lists = () =>
    measure(async () => {
      const all = Array.from({ length: 40 }, () => sendJson('GET', '/contacts?limit=200', api_key));
      const others = await Promise.all(Array.from({ length: 10 }, () => sendJson('GET', '/contacts', other.api_key)));
      return { lists: await Promise.all(all), others };
    });
  const { result, memory_mb } = await lists();
  expect(result.others.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(result.lists.map(({ status }) => status)).isSubsetOf(new Set([200, 429, 503]))).toBe(true);
  expect(Math.max(...result.lists.map(({ bytes }) => bytes))).toBeLessThan(MAX_PAGE_BYTES + 65_536);
  expect(memory_mb).toBeLessThan(400);
  await eventually(async () => expect((await sendJson('GET', '/contacts?limit=1', other.api_key)).status).toBe(200));
});
