import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { type TestPorts, testPorts } from '@space/runtime/testing';
import { FIRST_ATTEMPT, type Priority, REPLAY, RETRY } from '../src/attempts/job.ts';
import { claimDue, expireLeases, type FullQueues, mayHaveMore } from '../src/dispatch/dispatcher.queries.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const NONE_FULL = { [FIRST_ATTEMPT]: [], [RETRY]: [], [REPLAY]: [] };

let ports: TestPorts;
beforeAll(async () => {
  ports = await testPorts();
  await ports.database.query(sql.typeAlias('void')`
    insert into events.event (id, space_id, type, body, recorded_at) values ('evt_one', 'spc_one', 'contact_created', '{}', ${NOW}::timestamptz)`);
  for (const [id, enabled] of [
    ['lis_flooded', true],
    ['lis_off', false],
    ['lis_quiet', true],
  ] as const)
    await ports.database.query(sql.typeAlias('void')`
      insert into events.listener (id, space_id, kind, name, url, event_types, enabled, sealed_secret, created_at, updated_at)
      values (${id}, 'spc_one', 'webhook', 'One', 'https://example.com', '{*}', ${enabled}, '\\x00', ${NOW}::timestamptz, ${NOW}::timestamptz)`);
});
afterAll(async () => {
  await ports.bus.close();
  await ports.database.end();
  await ports.drop();
});

/** Inserts deliveries that are due at an interval before or after now. */
const insertDue = (listener: string, priority: Priority, count: number, due: string) =>
  ports.database.query(sql.typeAlias('void')`
    insert into events.delivery (listener_id, space_id, event_id, priority, next_attempt_at, created_at, updated_at)
    select ${listener}, 'spc_one', 'evt_one', ${priority}, ${NOW}::timestamptz + ${due}::text::interval, ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, ${count})`);

const claim = (full: FullQueues = NONE_FULL) =>
  claimDue(ports.database, { now: NOW, until: '2026-11-21T12:00:30.000Z', lease: 'this process', full });

test('one poll claims a share of each priority and webhook from thousands of due deliveries, first attempts included', async () => {
  await insertDue('lis_flooded', RETRY, 5_000, '-1 hour');
  await insertDue('lis_flooded', REPLAY, 5_000, '-1 hour');
  await insertDue('lis_off', FIRST_ATTEMPT, 5_000, '-2 hours');
  await insertDue('lis_flooded', FIRST_ATTEMPT, 1, '0');
  await insertDue('lis_quiet', FIRST_ATTEMPT, 1, '0');
  await insertDue('lis_quiet', RETRY, 1, '0');
  const claimed = await claim();
  const countOf = (listener: string, priority: Priority) =>
    claimed.filter((row) => row.listener_id === listener && row.priority === priority).length;
  expect(countOf('lis_flooded', FIRST_ATTEMPT)).toBe(1);
  expect(countOf('lis_quiet', FIRST_ATTEMPT)).toBe(1);
  expect(countOf('lis_quiet', RETRY)).toBe(1);
  expect([countOf('lis_flooded', RETRY), countOf('lis_flooded', REPLAY)]).toEqual([128, 128]);
  expect(claimed.some((row) => row.listener_id === 'lis_off')).toBe(false);
  expect(mayHaveMore(claimed)).toBe(true);
  expect(mayHaveMore(claimed.filter((row) => row.listener_id === 'lis_quiet'))).toBe(false);
});

test('a full queue is skipped for its priority only, and does not cause another poll', async () => {
  const full = { [FIRST_ATTEMPT]: [], [RETRY]: ['lis_flooded'], [REPLAY]: [] };
  const claimed = await claim(full);
  expect(new Set(claimed.map((row) => row.priority))).toEqual(new Set([REPLAY]));
  const everywhere = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  expect(await claim(everywhere)).toEqual([]);
});

test('a test delivery of a dead process is claimed, also for a disabled webhook', async () => {
  await ports.database.query(sql.typeAlias('void')`
    insert into events.delivery (listener_id, space_id, event_id, test, next_attempt_at, created_at, updated_at)
    values ('lis_off', 'spc_one', 'evt_one', true, ${NOW}::timestamptz, ${NOW}::timestamptz, ${NOW}::timestamptz)`);
  const everywhere = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  expect(await claim(everywhere)).toMatchObject([{ listener_id: 'lis_off', test: true }]);
});

test('a leased delivery is claimed again only after its lease expired', async () => {
  const quiet = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  await expireLeases(ports.database, '2026-11-21T12:00:29.999Z');
  expect(await claim(quiet)).toEqual([]);
  await expireLeases(ports.database, '2026-11-21T12:00:30.000Z');
  const later = { now: '2026-11-21T12:00:30.000Z', until: '2026-11-21T12:01:00.000Z', lease: 'another process', full: quiet };
  const claimed = await claimDue(ports.database, later);
  expect(
    claimed
      .filter(({ listener_id }) => listener_id === 'lis_quiet')
      .map(({ priority }) => priority)
      .sort(),
  ).toEqual([FIRST_ATTEMPT, RETRY]);
});

test('a Space with many flooded webhooks leaves the next one its turn: the oldest of each Space is claimed first', async () => {
  const webhooks = Array.from({ length: 25 }, (_, n) => `lis_flood_${n}`);
  const insertWebhook = (id: string, space: string) =>
    ports.database.query(sql.typeAlias('void')`
      insert into events.listener (id, space_id, kind, name, url, event_types, enabled, sealed_secret, created_at, updated_at)
      values (${id}, ${space}, 'webhook', 'One', 'https://example.com', '{*}', true, '\\x00', ${NOW}::timestamptz, ${NOW}::timestamptz)`);
  for (const id of webhooks) {
    await insertWebhook(id, 'spc_flood');
    await insertDue(id, FIRST_ATTEMPT, 100, '-1 hour');
  }
  await insertWebhook('lis_late', 'spc_late');
  await insertDue('lis_late', FIRST_ATTEMPT, 40, '-1 second');
  const claimed = await claim({ ...NONE_FULL, [FIRST_ATTEMPT]: ['lis_flooded', 'lis_quiet'] });
  const ofFirstAttempts = claimed.filter(({ priority }) => priority === FIRST_ATTEMPT);
  expect(ofFirstAttempts).toHaveLength(512);
  expect(ofFirstAttempts.filter(({ listener_id }) => listener_id === 'lis_late')).toHaveLength(40);
});
