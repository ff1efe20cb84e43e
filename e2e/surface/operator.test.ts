import { beforeAll, expect, test } from '@jest/globals';
import { createApiRequest } from '../api-request.ts';
import { openApi } from '../openapi-conformance.ts';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { call, operatorOperations } from './operations.ts';
import { operatorArguments } from './operator-arguments.ts';

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

test.each(operatorOperations)('$id returns its status and exactly the fields of its schema', async (entry) => {
  const answer = await call(asOperator, entry, await operatorArguments(space.space_id, entry));
  expect(answer).toMatchObject({ status: entry.route.status });
  expect(entry.operation.output.parse(answer.body)).toEqual(answer.body);
});

/** Operations that create what no operation reads by its id: the lists of operators have it. */
const withoutLocation = ['social_settings.connect_account', 'payment_settings.connect', 'members.invite'];
const creations = operatorOperations.filter(({ route }) => route.status === 201);

test('each operation without a Location creates something', () => {
  expect(creations.map(({ id }) => id)).toEqual(expect.arrayContaining(withoutLocation));
});

test.each(creations)('$id answers the Location of what it created, or is listed without one', async (entry) => {
  const { status, headers } = await call(asOperator, entry, await operatorArguments(space.space_id, entry));
  const location = headers.get('location');
  expect(status).toBe(201);
  if (withoutLocation.includes(entry.id)) return expect(location).toBeNull();
  expect((await asOperator('GET', location!.replace('/v1', ''))).status).toBe(200);
});

test.each(operatorOperations.filter(({ route }) => route.path.includes('/:')))(
  '$id returns 404 for an id that does not exist',
  async (entry) => {
    const answer = await call(asOperator, entry, await operatorArguments(space.space_id, entry, 'spc_01jd0000000000000000000000'));
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
  },
);

test.each(operatorOperations)('$id rejects an unknown field', async (entry) => {
  const answer = await call(asOperator, entry, { ...(await operatorArguments(space.space_id, entry)), surprise: 'x' });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid', detail: expect.stringContaining('surprise') });
});

test('the list of keys contains hints and no key', async () => {
  const { body, text } = await asOperator('GET', `/operator/spaces/${space.space_id}/keys?limit=200`);
  expect(body.data.length).toBeGreaterThan(0);
  expect(text).not.toContain(space.api_key);
  expect(body.data.at(-1)).toMatchObject({
    id: space.key_id,
    hint: `${space.api_key.slice(0, 12)}…${space.api_key.slice(-4)}`,
    revoked_at: null,
  });
});
