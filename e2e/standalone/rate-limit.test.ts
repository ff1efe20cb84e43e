import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { cleanUp, type Launched, launch, newFolder, settingsWithDatabase } from './launch.ts';

jest.setTimeout(180_000);

const PER_SECOND = 5;

let space: Launched;
beforeAll(async () => {
  space = await launch(await settingsWithDatabase(await newFolder(), { SPACE_RATE_LIMIT: String(PER_SECOND) }));
});
afterAll(cleanUp);

/** Creates a key per test, because requests are counted per key. */
async function newKey(): Promise<string> {
  const { base_url, operator_token, space_id } = space.connection;
  const { api_key } = await createClient({ base_url, api_key: operator_token }).settings.create_key({
    space_id,
    scopes: ['contacts:read'],
  });
  return api_key;
}

const list = (key: string) => fetch(`${space.connection.base_url}/contacts`, { headers: { authorization: `Bearer ${key}` } });
const many = (count: number, act: () => Promise<Response>) => Promise.all(Array.from({ length: count }, act));

test('a key above its rate limit gets 429 with Retry-After and the limit', async () => {
  const key = await newKey();
  const answers = await many(40, () => list(key));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2 * PER_SECOND);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('ratelimit-policy')).toBe(`"default";q=${PER_SECOND};w=1`);
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(await answer.json()).toMatchObject({
      status: 429,
      code: 'limited',
      detail: expect.stringMatching(/^This key makes too many requests; try again in .*\.$/),
    });
  }
  await eventually(async () => expect((await list(key)).status).toBe(200));
});

test('a successful response has the number of remaining requests', async () => {
  const { headers } = await list(await newKey());
  expect(headers.get('ratelimit')).toBe(`"default";r=${PER_SECOND - 1};t=1`);
});

test('the rate limit of one key does not affect another', async () => {
  const [loud, quiet] = [await newKey(), await newKey()];
  const answers = await many(40, () => list(loud));
  expect(answers.map(({ status }) => status)).toContain(429);
  expect((await list(quiet)).status).toBe(200);
});

test('tool calls count toward the rate limit, and the error is a sentence for an agent', async () => {
  const key = await newKey();
  const call = () =>
    fetch(space.connection.mcp_url, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_contacts', arguments: {} } }),
    });
  const answers = await many(40, call);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.join()).toMatch(/This key makes too many requests; try again in /);
  expect(texts.filter((text) => text.includes('"has_more"')).length).toBeGreaterThanOrEqual(2 * PER_SECOND);
});

test('requests with unknown keys get 401 and do not count for a key', async () => {
  const answers = await many(40, () => list('wks_live_x'));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});
