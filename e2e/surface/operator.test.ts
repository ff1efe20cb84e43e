import { beforeAll, expect, test } from '@jest/globals';
import { pathParameters } from '@space/contracts/core';
import { createApiRequest } from '../api-request.ts';
import { openApi } from '../openapi-conformance.ts';
import { operator, profile } from '../profile.ts';
import { accountArguments, connectAccount } from '../social-account.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';
import { type Arguments, call, operatorOperations, type Routed } from './operations.ts';

const asOperator = createApiRequest(profile.base_url, profile.operator_token);
let space: TestSpace;
beforeAll(async () => {
  space = await newSpace();
});

test.each(operatorOperations)('$id rejects a Space key, no key and a wrong token', async (entry) => {
  for (const key of [space.api_key, null, `${profile.operator_token}x`]) {
    const answer = await call(space.request, entry, entry.operation.example ?? {}, { key });
    expect(answer.body).toMatchObject({
      status: 401,
      code: 'unauthorized',
      detail: key === null ? 'Invalid Space API key' : 'Invalid operator token',
    });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  }
});

test.each(operatorOperations)('$id is not in the OpenAPI document', async ({ id, route }) => {
  const document = await openApi();
  expect(Object.keys(document.paths)).not.toContain(route.path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(JSON.stringify(document)).not.toContain(`"${id}"`);
});

/** Returns valid arguments with an existing Space, key and agent, or with `missing` as every id. */
async function validArguments({ id, operation, route }: Routed, missing?: string): Promise<Arguments> {
  const { key_id, space_id } = await newKey(space.space_id);
  const thing = id === 'social_settings.disconnect_account' && missing === undefined ? (await connectAccount(space_id)).id : key_id;
  const agent = missing ?? (await operator.settings.create_agent({ space_id, name: 'Scout' })).id;
  const there: Record<string, string> = { space_id, agent_id: agent, id: thing };
  const inPath = pathParameters(route.path).map((name) => [name, missing ?? there[name]]);
  const bodies: Readonly<Record<string, Arguments>> = {
    'settings.create_agent': { name: 'Scout' },
    'social_settings.connect_account': await accountArguments(),
  };
  return { ...(bodies[id] ?? operation.example), ...Object.fromEntries(inPath) };
}

test.each(operatorOperations)('$id returns its status and exactly the fields of its schema', async (entry) => {
  const answer = await call(asOperator, entry, await validArguments(entry));
  expect(answer).toMatchObject({ status: entry.route.status });
  expect(entry.operation.output.parse(answer.body)).toEqual(answer.body);
});

test.each(operatorOperations.filter(({ route }) => route.path.includes('/:')))(
  '$id returns 404 for an id that does not exist',
  async (entry) => {
    const answer = await call(asOperator, entry, await validArguments(entry, 'spc_01jd0000000000000000000000'));
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
  },
);

test.each(operatorOperations)('$id rejects an unknown field', async (entry) => {
  const answer = await call(asOperator, entry, { ...(await validArguments(entry)), surprise: 'x' });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid', detail: expect.stringContaining('surprise') });
});

test('the list of keys contains hints and no key', async () => {
  const { body, text } = await asOperator('GET', `/operator/spaces/${space.space_id}/keys`);
  expect(body.data.length).toBeGreaterThan(0);
  expect(text).not.toContain(space.api_key);
  expect(body.data.at(-1)).toMatchObject({
    id: space.key_id,
    hint: `${space.api_key.slice(0, 12)}…${space.api_key.slice(-4)}`,
    revoked_at: null,
  });
});
