import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { consolePath, isRoleAtLeast, type Role, roles } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { createApiRequest } from '../api-request.ts';
import { openApi } from '../openapi-conformance.ts';
import { newMember, requestAs, type TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { type Arguments, call, operations, operatorOperations, personOperations, type Routed, sampled } from './operations.ts';
import { operatorArguments } from './operator-arguments.ts';

/** Returns an operation with its route in the console. */
const inConsole = (entry: Routed): Routed => ({ ...entry, route: { ...entry.route, path: consolePath(entry.operation, entry.route) } });

/** The settings of a Space that people reach, with their routes in the console. */
const settings = operatorOperations.filter(({ operation }) => operation.role !== undefined).map(inConsole);

let space: TestSpace;
const people = {} as Record<Role, TestPerson>;
beforeAll(async () => {
  space = await newSpace();
  for (const role of roles) people[role] = await newMember(space.space_id, role);
});

const UNKNOWN_ID = 'xyz_01jd0000000000000000000000';

/** Returns valid arguments of a setting in the console, where the Space is that of the path. */
async function settingArguments(of: string, entry: Routed, missing?: string): Promise<Arguments> {
  const known = operatorOperations.find(({ id }) => id === entry.id)!;
  const { space_id: _, ...args } = await operatorArguments(of, known, missing);
  return args;
}

describe('an operation about a person', () => {
  test.each(personOperations)('$id does not exist for a key, for the operator and without a key', async (entry) => {
    const request = createApiRequest(profile.base_url, space.api_key);
    for (const key of [space.api_key, profile.operator_token, null]) {
      const answer = await call(request, entry, (entry.operation.example ?? {}) as Arguments, { key });
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test.each(personOperations)('$id is refused on the console without a session, and with a key', async (entry) => {
    const none = requestAs('', `${profile.console_url}/v1`);
    expect((await call(none, entry, (entry.operation.example ?? {}) as Arguments)).body).toMatchObject({
      status: 401,
      detail: 'Sign in first.',
    });
    const keyed = await none(entry.route.method, entry.route.path, { headers: { authorization: `Bearer ${space.api_key}` } });
    expect(keyed.status).toBe(401);
  });

  test.each(personOperations)('$id is in no public document and is no tool', async ({ id, operation, route }) => {
    const document = await openApi();
    expect(Object.keys(document.paths)).not.toContain(route.path.replaceAll(/:(\w+)/g, '{$1}'));
    expect(JSON.stringify(document)).not.toContain(`"${id}"`);
    expect(operation.tools).toBeUndefined();
  });
});

describe('a setting of a Space', () => {
  test.each(settings)('$id answers each role as its contract says', async (entry) => {
    const own = await newSpace();
    for (const role of roles) {
      if (isRoleAtLeast(role, entry.operation.role!)) {
        const { request } = await newMember(own.space_id, role);
        const { status } = await call(request, entry, await settingArguments(own.space_id, entry));
        expect([role, status]).toEqual([role, entry.route.status]);
      } else {
        const { body } = await call(people[role].request, entry, await settingArguments(space.space_id, entry, UNKNOWN_ID));
        expect(body).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining(entry.operation.role!) });
      }
    }
  });

  test.each(settings.filter(({ route }) => route.path.includes('/:')))(
    '$id answers an id of another Space like one that does not exist',
    async (entry) => {
      const other = await newSpace();
      const theirs = await settingArguments(other.space_id, entry);
      const answer = await call(people.owner.request, entry, theirs);
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
      const none = await call(people.owner.request, entry, await settingArguments(space.space_id, entry, UNKNOWN_ID));
      expect(none.body).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  test.each(settings.filter(({ operation }) => Object.hasOwn(operation.input.shape, 'space_id')))(
    '$id takes no Space besides that of the path',
    async (entry) => {
      const args = await settingArguments(space.space_id, entry, UNKNOWN_ID);
      const other = await newSpace();
      const { status, body } = await call(people.owner.request, entry, args, {}, { space_id: other.space_id });
      expect([status, body.errors?.[0]?.path ?? body.detail]).toEqual([400, expect.stringContaining('space_id')]);
    },
  );

  test.each(settings)('$id of a Space that a person is not in does not exist', async (entry) => {
    const other = await newSpace();
    const request = requestAs(people.owner.cookie, `${profile.console_url}/spaces/${other.space_id}/v1`);
    expect((await call(request, entry, await settingArguments(other.space_id, entry, UNKNOWN_ID))).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

test('settings without a role do not exist in the console', async () => {
  const hidden = operatorOperations.filter(({ operation }) => operation.role === undefined);
  expect(hidden.length).toBeGreaterThan(0);
  for (const entry of hidden.map(inConsole)) {
    const answer = await call(people.owner.request, entry, (entry.operation.example ?? {}) as Arguments);
    expect([404, 405]).toContain(answer.status);
  }
});

describe('an operation of a key', () => {
  const reads = sampled(operations.filter(({ route }) => route.method === 'GET' && !route.path.includes(':')));

  test.each(reads)('$id answers an owner in the console', async (entry) => {
    const args = entry.operation.input.safeParse({}).success ? {} : ((entry.operation.example ?? {}) as Arguments);
    expect((await call(people.owner.request, entry, args)).status).toBe(200);
  });

  test.each(sampled(operations.filter(({ operation }) => operation.scope?.endsWith(':write'))))(
    '$id is refused to a viewer, with the role in the sentence',
    async (entry) => {
      const answer = await call(people.viewer.request, entry, (entry.operation.example ?? {}) as Arguments);
      expect(answer.body).toMatchObject({ status: 403, code: 'missing_scope', detail: expect.stringContaining('viewer') });
    },
  );
});

test('every operation with a role is one of the operator', () => {
  const misplaced = catalog.filter(({ operation: { role, audience } }) => role !== undefined && audience !== 'operator');
  expect(misplaced.map(({ id }) => id)).toEqual([]);
});

test('a change by a person is a line of the activity log with its channel, and a read is not', async () => {
  const { body } = await people.member.request('POST', '/contacts', { body: { name: 'Line', email: 'line@example.com' } });
  await people.member.request('GET', '/contacts');
  await eventually(async () => {
    const { data } = await space.client.activity.list({ actor_id: people.member.member_id, outcome: 'ok' });
    expect(data.filter(({ resource_ids }) => resource_ids.includes(body.id))).toMatchObject([
      {
        channel: 'console',
        operation: 'contacts.create',
        key_id: '',
        actor: { kind: 'person', id: people.member.member_id, name: 'A member' },
      },
    ]);
    expect(data.filter(({ operation }) => operation === 'contacts.list')).toEqual([]);
  });
});
