import { beforeAll, describe, expect, test } from '@jest/globals';
import { createApiRequest } from '../api-request.ts';
import { operator, profile } from '../profile.ts';
import { newExpiredKey, newKey, newSpace, scopesWithout, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { call, operations, sampled } from './operations.ts';

const INVALID = 'Invalid Space API key';

let space: TestSpace;
let revoked: TestSpace;
let expired: Awaited<ReturnType<typeof newExpiredKey>>;
beforeAll(async () => {
  space = await newSpace();
  revoked = await newKey(space.space_id);
  await operator.settings.revoke_key({ id: revoked.key_id });
  expired = await newExpiredKey(space.space_id);
});

const flipped = (character: string): string => (character === 'a' ? 'b' : 'a');
const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

/** A key with a right checksum that no Space has. */
const UNKNOWN_KEY = 'wks_live_0000000000000000000000000000000000000uzEYC';

const refused: readonly [what: string, key: () => string | null, detail: () => string][] = [
  ['no key', () => null, () => INVALID],
  ['a key that is mistyped', () => space.api_key.slice(0, 20) + flipped(space.api_key[20]!) + space.api_key.slice(21), () => INVALID],
  ['a key that no Space has', () => UNKNOWN_KEY, () => INVALID],
  ['a key in the other case', () => `wks_live_${swapCase(space.api_key.slice(9))}`, () => INVALID],
  ['a key with a suffix', () => `${space.api_key}0`, () => INVALID],
  ['the operator token', () => profile.operator_token, () => INVALID],
  ['a revoked key', () => revoked.api_key, () => 'This Space API key was revoked.'],
  ['an expired key', () => expired.key.api_key, () => `This Space API key expired on ${expired.expires_at}.`],
];

describe.each(refused)('with %s', (_what, key, detailOf) => {
  test.each(sampled(operations))('$id answers 401 with the sentence that says why', async (entry) => {
    const detail = detailOf();
    const answer = await call(space.request, entry, validInput(entry), { key: key() });
    expect(answer.body).toMatchObject({ status: 401, code: 'unauthorized', detail });
    const challenge =
      key() === null ? 'Bearer realm="space"' : `Bearer realm="space", error="invalid_token", error_description="${detail}"`;
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  });
});

test.each(sampled(operations.filter(({ operation }) => !operation.any_key)))(
  '$id answers 403 to a key that has every scope but its own, and names the scope',
  async (entry) => {
    const own = await newSpace();
    const lacking = await newKey(own.space_id, { scopes: scopesWithout(entry.operation.scope) });
    const answer = await call(lacking.request, entry, { ...validInput(entry), ...(await createFixtures(own, entry)) });
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'missing_scope',
      missing_scope: entry.operation.scope,
      detail: expect.stringContaining(entry.operation.scope!),
    });
  },
);

test('the operator token opens no operation of a Space, and a key without scopes cannot be made', async () => {
  const asOperator = createApiRequest(profile.base_url, profile.operator_token);
  expect((await asOperator('GET', '/contacts')).status).toBe(401);
  expect(await asOperator('POST', `/operator/spaces/${space.space_id}/keys`, { body: { scopes: [] } })).toMatchObject({ status: 400 });
});
