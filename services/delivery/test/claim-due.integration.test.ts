import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { type TestPorts, testPorts } from '@space/runtime/testing';
import { FIRST_ATTEMPT, type Priority, REPLAY, RETRY } from '../src/attempts/job.ts';
import { claimDue, expireLeases, type FullQueues, mayHaveMore } from '../src/dispatch/dispatcher.queries.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const NOBODY_FULL = { [FIRST_ATTEMPT]: [], [RETRY]: [], [REPLAY]: [] };

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
      insert into events.listener (id, space_id, kind, name, url, event_types, enabled, secret, created_at, updated_at)
      values (${id}, 'spc_one', 'webhook', 'One', 'https://example.com', '{*}', ${enabled}, '\\x00', ${NOW}::timestamptz, ${NOW}::timestamptz)`);
});
afterAll(async () => {
  await ports.bus.close();
  await ports.database.end();
  await ports.drop();
});

/** Makes deliveries wait that are due from so long before or after now. */
const wait = (listener: string, lane: Priority, count: number, due: string) =>
  ports.database.query(sql.typeAlias('void')`
    insert into events.delivery (listener_id, space_id, event_id, lane, next_attempt_at, created_at, updated_at)
    select ${listener}, 'spc_one', 'evt_one', ${lane}, ${NOW}::timestamptz + ${due}::text::interval, ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, ${count})`);

const take = (full: FullQueues = NOBODY_FULL) =>
  claimDue(ports.database, { now: NOW, until: '2026-11-21T12:00:30.000Z', lease: 'this process', full });

test('of thousands that are due at once each look takes a share of each lane and webhook, and what just happened is among it', async () => {
  await wait('lis_flooded', RETRY, 5_000, '-1 hour');
  await wait('lis_flooded', REPLAY, 5_000, '-1 hour');
  await wait('lis_off', FIRST_ATTEMPT, 5_000, '-2 hours');
  await wait('lis_flooded', FIRST_ATTEMPT, 1, '0');
  await wait('lis_quiet', FIRST_ATTEMPT, 1, '0');
  await wait('lis_quiet', RETRY, 1, '0');
  const taken = await take();
  const counted = (listener: string, lane: Priority) => taken.filter((row) => row.listener_id === listener && row.lane === lane).length;
  expect(counted('lis_flooded', FIRST_ATTEMPT)).toBe(1);
  expect(counted('lis_quiet', FIRST_ATTEMPT)).toBe(1);
  expect(counted('lis_quiet', RETRY)).toBe(1);
  expect([counted('lis_flooded', RETRY), counted('lis_flooded', REPLAY)]).toEqual([128, 128]);
  expect(taken.some((row) => row.listener_id === 'lis_off')).toBe(false);
  expect(mayHaveMore(taken)).toBe(true);
  expect(mayHaveMore(taken.filter((row) => row.listener_id === 'lis_quiet'))).toBe(false);
});

test('a webhook that is full is stepped over, in that lane only, and does not keep the process awake', async () => {
  const full = { [FIRST_ATTEMPT]: [], [RETRY]: ['lis_flooded'], [REPLAY]: [] };
  const taken = await take(full);
  expect(new Set(taken.map((row) => row.lane))).toEqual(new Set([REPLAY]));
  const everywhere = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  expect(await take(everywhere)).toEqual([]);
});

test('a test whose process died is taken, also for a webhook that is switched off', async () => {
  await ports.database.query(sql.typeAlias('void')`
    insert into events.delivery (listener_id, space_id, event_id, test, next_attempt_at, created_at, updated_at)
    values ('lis_off', 'spc_one', 'evt_one', true, ${NOW}::timestamptz, ${NOW}::timestamptz, ${NOW}::timestamptz)`);
  const everywhere = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  expect(await take(everywhere)).toMatchObject([{ listener_id: 'lis_off', test: true }]);
});

test('what is in hand is taken again only when its lease has ended', async () => {
  const quiet = { [FIRST_ATTEMPT]: ['lis_flooded'], [RETRY]: ['lis_flooded'], [REPLAY]: ['lis_flooded'] };
  await expireLeases(ports.database, '2026-11-21T12:00:29.999Z');
  expect(await take(quiet)).toEqual([]);
  await expireLeases(ports.database, '2026-11-21T12:00:30.000Z');
  const later = { now: '2026-11-21T12:00:30.000Z', until: '2026-11-21T12:01:00.000Z', lease: 'another process', full: quiet };
  const taken = await claimDue(ports.database, later);
  expect(
    taken
      .filter(({ listener_id }) => listener_id === 'lis_quiet')
      .map(({ lane }) => lane)
      .sort(),
  ).toEqual([FIRST_ATTEMPT, RETRY]);
});
