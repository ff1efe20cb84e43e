import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_SECRETS_PER_SPACE, secretSettings, secrets } from '@space/contracts/integrations';
import { integrationIds } from '@space/contracts/platform';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { openValue } from '../src/secrets/secret-box.ts';
import { findSealedSecrets } from '../src/secrets/secrets.queries.ts';
import { automationsWithSecrets, CRM, newIntegrationsSpace, startIntegrations } from './fixtures/integrations-space.ts';

let running: TestServices;
beforeAll(async () => {
  running = await startIntegrations();
});
afterAll(() => running.stop());

const newSpace = () => newIntegrationsSpace(running.ports);

describe('a secret', () => {
  test('is set, listed and read without its value', async () => {
    const { call, setSecret, events } = newSpace();
    const set = await setSecret({ description: 'The CRM', hosts: ['API.crm.example', 'api.crm.example', '*.crm.example'] });
    expect(set).toMatchObject({
      name: 'CRM_TOKEN',
      description: 'The CRM',
      hosts: ['api.crm.example', '*.crm.example'],
      agents: [],
      version: 1,
      used_by: [],
      last_used_at: null,
    });
    expect(await call(secrets, 'get', { name: 'CRM_TOKEN' })).toEqual(set);
    expect((await call(secrets, 'list', {})).data).toEqual([set]);
    expect(JSON.stringify(set)).not.toContain('tok_');
    expect(await events()).toMatchObject([{ type: 'secret_created', data: { secret_id: set.id, secret: 'CRM_TOKEN' } }]);
  });

  test('is replaced by setting it again, with a new version', async () => {
    const { caller, setSecret, events } = newSpace();
    const first = await setSecret();
    const second = await setSecret({ value: 'another value', agents: '*' });
    expect(second).toMatchObject({ id: first.id, version: 2, agents: '*', created_at: first.created_at });
    expect((await events()).map(({ type }) => type)).toEqual(['secret_created', 'secret_updated']);
    const [sealed] = await findSealedSecrets(running.ports.database, caller.space_id, ['CRM_TOKEN']);
    expect(openValue(running.ports.box, { ...caller, ...sealed! }, sealed!.sealed)).toBe('another value');
  });

  test('names the automations that use it', async () => {
    const { caller, call, setSecret } = newSpace();
    automationsWithSecrets.set(caller.space_id, [
      { id: 'aut_1', name: 'Hand over', secrets: ['CRM_TOKEN', 'OTHER'] },
      { id: 'aut_2', name: 'Other', secrets: ['OTHER'] },
    ]);
    const used_by = [{ kind: 'automation', id: 'aut_1', name: 'Hand over' }];
    expect(await setSecret()).toMatchObject({ used_by });
    expect((await call(secrets, 'list', {})).data).toMatchObject([{ used_by }]);
  });

  test('is deleted once', async () => {
    const { caller, call, operator, setSecret, events } = newSpace();
    const { id } = await setSecret();
    const there = { space_id: caller.space_id, name: 'CRM_TOKEN' };
    expect(await operator(secretSettings, 'delete_secret', there)).toEqual({ id, name: 'CRM_TOKEN', deleted: true });
    await expect(operator(secretSettings, 'delete_secret', there)).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(secrets, 'get', { name: 'CRM_TOKEN' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await events()).at(-1)).toMatchObject({ type: 'secret_deleted' });
  });

  test('of another Space does not exist', async () => {
    const { setSecret } = newSpace();
    const { id } = await setSecret();
    const { caller, call, operator } = newSpace();
    await expect(call(secrets, 'get', { name: 'CRM_TOKEN' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await call(secrets, 'list', {})).data).toEqual([]);
    expect(await call(integrationIds, 'find', { ids: [id] })).toEqual({ ids: [] });
    await expect(operator(secretSettings, 'delete_secret', { ...caller, name: 'CRM_TOKEN' } as never)).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(operator(secretSettings, 'set_secret', { ...CRM, space_id: 'spc_none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lists pages by name, by time and backwards', async () => {
    const { call, setSecret } = newSpace();
    for (const name of ['B_TOKEN', 'A_TOKEN', 'C_TOKEN']) await setSecret({ name });
    const names = async (input: object) => (await call(secrets, 'list', input)).data.map(({ name }) => name);
    expect(await names({})).toEqual(['A_TOKEN', 'B_TOKEN', 'C_TOKEN']);
    expect(await names({ sort: '-name' })).toEqual(['C_TOKEN', 'B_TOKEN', 'A_TOKEN']);
    expect(await names({ sort: 'created_at' })).toEqual(['B_TOKEN', 'A_TOKEN', 'C_TOKEN']);
    const first = await call(secrets, 'list', { limit: 2, include_total: true });
    expect(first).toMatchObject({ has_more: true, total: 3 });
    expect(await names({ limit: 2, cursor: first.next_cursor! })).toEqual(['C_TOKEN']);
  });
});

test('the number of secrets of a Space is limited, also when many are set concurrently', async () => {
  const { caller, operator, setSecret } = newSpace();
  await running.ports.database.query(sql.typeAlias('void')`
    insert into integrations.secret (space_id, id, name, hosts, sealed_value, created_at, updated_at)
    select ${caller.space_id}, 'sec_' || n, 'S_' || n, array['a.example'], '\\x00', now(), now() from generate_series(1, ${MAX_SECRETS_PER_SPACE - 1}) as n`);
  const outcomes = await Promise.allSettled(['X_TOKEN', 'Y_TOKEN', 'Z_TOKEN'].map((name) => setSecret({ name })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'limit_reached' } });
  expect(await operator(secretSettings, 'set_secret', { space_id: caller.space_id, ...CRM, name: 'S_1' })).toMatchObject({ version: 2 });
});

test.each([
  ['a name in small letters', { name: 'crm' }, 'name'],
  ['a short value', { value: '1234567' }, 'value'],
  ['a null character', { value: 'abcdefgh\u0000' }, 'value'],
  ['more than 64 KiB', { value: 'ä'.repeat(32_769) }, 'value'],
  ['no host', { hosts: [] }, 'hosts'],
  ['an address for a host', { hosts: ['https://api.example.com'] }, 'hosts.0'],
  ['a host with a port', { hosts: ['api.example.com:443'] }, 'hosts.0'],
  ['a host without a domain', { hosts: ['localhost'] }, 'hosts.0'],
  ['every host', { hosts: ['*'] }, 'hosts.0'],
  ['every host of a public suffix', { hosts: ['api.example.com', '*.co.uk'] }, 'hosts.1'],
  ['every host of a private public suffix', { hosts: ['*.github.io'] }, 'hosts.0'],
  ['a top-level domain', { hosts: ['*.com'] }, 'hosts.0'],
])('refuses %s', async (_what, over, path) => {
  const { setSecret, events } = newSpace();
  await expect(setSecret(over)).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path }] } });
  expect(await events()).toEqual([]);
});

test('a value does not open in a row of another Space, name or version', async () => {
  const { database, box } = running.ports;
  const one = newSpace();
  await one.setSecret();
  const other = newSpace();
  await database.query(sql.typeAlias('void')`
    insert into integrations.secret (space_id, id, name, hosts, sealed_value, version, created_at, updated_at)
    select ${other.caller.space_id}, id, name, hosts, sealed_value, version, created_at, updated_at from integrations.secret
    where space_id = ${one.caller.space_id}`);
  const [sealed] = await findSealedSecrets(database, other.caller.space_id, ['CRM_TOKEN']);
  const { space_id } = one.caller;
  expect(openValue(box, { space_id, name: 'CRM_TOKEN', version: 1 }, sealed!.sealed)).toBe(CRM.value);
  for (const place of [
    { space_id: other.caller.space_id, name: 'CRM_TOKEN', version: 1 },
    { space_id, name: 'OTHER', version: 1 },
    { space_id, name: 'CRM_TOKEN', version: 2 },
  ])
    expect(() => openValue(box, place, sealed!.sealed)).toThrow();
});

test('the database has the text that is authenticated with each value, which the rotation of keys uses', async () => {
  const { caller, setSecret } = newSpace();
  await setSecret();
  const { purpose, sealed } = await running.ports.database.one(sql.type(z.object({ purpose: z.string(), sealed: z.instanceof(Buffer) }))`
    select value_purpose as purpose, sealed_value as sealed from integrations.secret where space_id = ${caller.space_id}`);
  expect(running.ports.box.open(sealed, purpose)).toBe(CRM.value);
});
