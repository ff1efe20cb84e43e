import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArgumentsOf } from '@space/contracts/core';
import { integrationDirectory, integrations, MAX_INTEGRATION_CHECKS } from '@space/contracts/integrations';
import { integrationIds } from '@space/contracts/platform';
import { newId, sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { deleteOldConnections } from '../src/connections/connections.queries.ts';
import { createUncheckedTask } from '../src/connections/unchecked-connections.ts';
import { newIntegrationsSpace, startIntegrations } from './fixtures/integrations-space.ts';

type Report = ArgumentsOf<(typeof integrationDirectory)['operations']['report']>;

let running: TestServices;
beforeAll(async () => {
  running = await startIntegrations();
});
afterAll(() => running.stop());

const START = Date.parse('2026-11-01T10:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const ok = (minutes: number) => ({ checked_at: at(minutes), duration_ms: 12, error: null });
const failed = (minutes: number, code: 'unreachable' | 'unauthorized' = 'unreachable') => ({
  checked_at: at(minutes),
  duration_ms: 12,
  error: { code, message: 'shop.example does not answer.' },
});

/** Returns a Space and a function that reports its connection, which is new. */
function newConnection() {
  const space = newIntegrationsSpace(running.ports);
  const id = newId('int');
  const integration = { id, kind: 'payments', provider: 'stripe', name: 'Shop', connected_at: at(0) } as const;
  const report = (check: Report['check'] = null, over: Partial<Report['integration']> = {}) =>
    space.call(integrationDirectory, 'report', { integration: { ...integration, ...over }, check });
  const types = async () => (await space.events()).map(({ type }) => type);
  return { ...space, id, report, types };
}

describe('a reported connection', () => {
  test('is pending until its first check, and then has what was reported', async () => {
    const { call, id, report, events } = newConnection();
    expect(await report()).toEqual({ id, status: 'pending', action_needed: null });
    expect(await call(integrations, 'get', { id })).toMatchObject({ status: 'pending', last_ok_at: null, scopes: [], inbound: null });
    const inbound = { last_received_at: at(1), last_refused_at: null, waiting: 2, oldest_seconds: 5 };
    const more: Partial<Report['integration']> = {
      account_label: 'acct_1',
      mode: 'test',
      scopes: ['read_only'],
      capabilities: ['orders'],
      next_check_at: at(16),
      inbound,
    };
    await report(ok(1), more);
    expect(await call(integrations, 'get', { id })).toMatchObject({
      id,
      kind: 'payments',
      provider: 'stripe',
      name: 'Shop',
      ...more,
      status: 'connected',
      last_ok_at: at(1),
      last_error: null,
      failures_in_a_row: 0,
      connected_at: at(0),
    });
    expect(await events()).toMatchObject([
      {
        type: 'integration_connected',
        data: { integration_id: id, integration: 'Shop', kind: 'payments', provider: 'stripe', status: 'connected', error_code: null },
      },
    ]);
    expect(await call(integrationIds, 'find', { ids: [id, 'int_none'] })).toEqual({ ids: [id] });
  });

  test('changes nothing when it is reported again, or by a check that is older than the last', async () => {
    const { database } = running.ports;
    const { call, id, report, types } = newConnection();
    const version = () =>
      database.oneFirst(sql.type(z.object({ version: z.number() }))`select version from integrations.integration where id = ${id}`);
    await report(ok(10));
    const before = await call(integrations, 'get', { id });
    const versionBefore = await version();
    await report(ok(10));
    await report();
    await report(failed(9, 'unauthorized'));
    expect(await call(integrations, 'get', { id })).toEqual(before);
    expect(await version()).toBe(versionBefore);
    expect((await call(integrations, 'list_checks', { id })).data).toHaveLength(1);
    expect(await types()).toEqual(['integration_connected']);
  });

  test('emits one event for each change of its status, also when reports are concurrent', async () => {
    const { call, id, report, events } = newConnection();
    await report(ok(0));
    await Promise.all([1, 2, 3, 4, 5].map((minutes) => report(failed(5, 'unauthorized'), { next_check_at: at(minutes) })));
    await Promise.all([1, 2, 3].map(() => report(ok(20))));
    expect((await events()).map(({ type, data }) => [type, data.status, data.error_code, data.action_needed])).toEqual([
      ['integration_connected', 'connected', null, null],
      ['integration_failing', 'refused', 'unauthorized', 'reconnect'],
      ['integration_recovered', 'connected', null, null],
    ]);
    expect(await call(integrations, 'get', { id })).toMatchObject({
      last_error: { code: 'unauthorized', failed_at: at(5) },
      action_needed: null,
    });
  });

  test('is disconnected for good: no later report brings it back', async () => {
    const { call, id, report, types } = newConnection();
    await report(ok(0));
    await report(null, { status: 'disconnected' });
    expect(await report(ok(5))).toMatchObject({ status: 'disconnected' });
    await report(null, { status: 'disconnected' });
    expect(await call(integrations, 'get', { id })).toMatchObject({ status: 'disconnected', next_check_at: null });
    expect(await types()).toEqual(['integration_connected', 'integration_disconnected']);
  });

  test('that ends before it is first reported has no event', async () => {
    const { report, types } = newConnection();
    await report(null, { status: 'disconnected' });
    expect(await report(ok(0))).toMatchObject({ status: 'disconnected' });
    expect(await types()).toEqual([]);
  });

  test('has its newest checks, newest first', async () => {
    const { call, id, report } = newConnection();
    for (let minutes = 1; minutes <= MAX_INTEGRATION_CHECKS + 2; minutes += 1)
      await report(minutes % 10 === 0 ? failed(minutes) : ok(minutes));
    const { data } = await call(integrations, 'list_checks', { id, limit: 100 });
    expect(data).toHaveLength(MAX_INTEGRATION_CHECKS);
    expect(data[0]).toEqual({ checked_at: at(MAX_INTEGRATION_CHECKS + 2), outcome: 'ok', error: null, duration_ms: 12 });
    expect(data.find(({ outcome }) => outcome === 'failed')).toMatchObject({ error: { code: 'unreachable' } });
    const first = await call(integrations, 'list_checks', { id, limit: 30 });
    const second = await call(integrations, 'list_checks', { id, limit: 30, cursor: first.next_cursor! });
    expect([...first.data, ...second.data]).toEqual(data);
  });

  test('is in no other Space', async () => {
    const { id, report } = newConnection();
    await report(ok(0));
    const other = newConnection();
    expect((await other.call(integrations, 'list', {})).data).toEqual([]);
    for (const name of ['get', 'list_checks'] as const)
      await expect(other.call(integrations, name, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['an id of another prefix', { id: 'sac_01jd0000000000000000000000' }],
    ['a provider with a space', { provider: 'My shop' }],
    ['another kind', { kind: 'bank' as never }],
    ['a token', { token: 'abc' } as never],
  ])('is refused with %s', async (_what, over) => {
    await expect(newConnection().report(null, over)).rejects.toMatchObject({ code: 'invalid' });
  });
});

test('the list can be filtered and sorted', async () => {
  const { call, report } = newConnection();
  const [a, b, c] = [newId('int'), newId('int'), newId('int')];
  await report(ok(0), { id: a, name: 'b shop' });
  await report(failed(0, 'unauthorized'), { id: b, name: 'A shop', provider: 'paddle' });
  await report(null, { id: c, name: 'c', kind: 'social', provider: 'mastodon' });
  const ids = async (args: object) => (await call(integrations, 'list', args)).data.map(({ id }) => id);
  expect(await ids({ sort: 'name' })).toEqual([b, a, c]);
  expect(await ids({ kind: 'social' })).toEqual([c]);
  expect(await ids({ status: 'refused' })).toEqual([b]);
  expect(await ids({ provider: 'stripe' })).toEqual([a]);
  expect(await ids({ provider: 'stripe', kind: 'social' })).toEqual([]);
});

test('a connection that no check reaches for an hour is failing, once an hour has passed since the start', async () => {
  const { ports } = running;
  const { call, id, report, types } = newConnection();
  await report({ ...ok(0), checked_at: new Date(ports.clock.now()).toISOString() });
  const task = createUncheckedTask(ports);
  await task.start();
  ports.clock.advance(3_600_000);
  task.notify();
  await eventually(async () => expect(await types()).toEqual(['integration_connected', 'integration_failing']));
  await task.stop();
  expect(await call(integrations, 'get', { id })).toMatchObject({ status: 'failing', last_error: { code: 'timeout' } });
});

test('a disconnected connection is deleted with its checks after 30 days', async () => {
  const { database } = running.ports;
  const { call, id, report } = newConnection();
  await report(ok(0));
  await report(null, { status: 'disconnected' });
  await database.query(sql.typeAlias('void')`update integrations.integration set updated_at = now() - interval '29 days' where id = ${id}`);
  await deleteOldConnections(database, 100);
  expect(await call(integrations, 'get', { id })).toMatchObject({ id });
  await database.query(sql.typeAlias('void')`update integrations.integration set updated_at = now() - interval '31 days' where id = ${id}`);
  await deleteOldConnections(database, 100);
  await expect(call(integrations, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
});
