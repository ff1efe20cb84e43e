import { describe, expect, test } from '@jest/globals';
import { SECOND_MS } from '@space/time';
import * as core from '../core/limits.ts';
import { MAX_TEXT_WALL_CLOCK_MS } from '../documents/limits.ts';
import * as events from '../events/limits.ts';
import * as live from '../live/limits.ts';
import { MAX_CACHED_PAGE_BYTES } from '../platform/cache-limits.ts';
import * as platform from '../platform/limits.ts';
import { pages } from '../publishing/index.ts';
import * as publishing from '../publishing/limits.ts';
import * as scheduling from '../scheduling/limits.ts';
import { snapshots } from '../tables/index.ts';
import * as tables from '../tables/limits.ts';
import { MAX_BOARD_WALL_CLOCK_MS } from '../whiteboards/limits.ts';

const { DEFAULT_MAX_IN_FLIGHT, MAX_BODY_MEMORY_BYTES, MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS, SHEDDING_PERCENT } = platform;

const MIB = 1_048_576;
const callsOf = (owner: 'key' | 'space'): number => MAX_CONCURRENT_CALLS[owner] + MAX_QUEUED_CALLS[owner];
const keylessShare = (DEFAULT_MAX_IN_FLIGHT * SHEDDING_PERCENT.keyless) / 100;
const largestForm = scheduling.MAX_FORM_FILE_MB * MIB + core.MAX_FORM_BYTES;

/** Two values of which the first must be smaller, with the reason. */
type Relation = readonly [reason: string, smaller: number, larger: number];

const calls: readonly Relation[] = [
  ['the calls of one Space that run and wait leave room to visitors', callsOf('space'), keylessShare],
  ['the calls of one key leave room to other keys of its Space', callsOf('key'), callsOf('space')],
  ['the calls of one key that run leave slots to other keys of its Space', MAX_CONCURRENT_CALLS.key, MAX_CONCURRENT_CALLS.space],
  ['visitors are refused before the calls of keys', SHEDDING_PERCENT.keyless, SHEDDING_PERCENT.unfair],
  ['unfair calls are refused before all others', SHEDDING_PERCENT.unfair, 100],
  [
    'the calls of one Space that wait for Postgres leave room to visitors of others',
    platform.MAX_CONNECTION_WAITERS,
    platform.MAX_VISITOR_CONNECTION_WAITERS,
  ],
  [
    'the visitors that wait for Postgres leave room to keys',
    platform.MAX_VISITOR_CONNECTION_WAITERS,
    platform.MAX_PROCESS_CONNECTION_WAITERS,
  ],
  ['long polls of one Space leave room to those of others', events.MAX_WAITING_POLLS_PER_SPACE, events.MAX_WAITING_POLLS],
  ['runs of automations of one Space leave room to others', events.MAX_CONCURRENT_RUNS.space, events.MAX_CONCURRENT_RUNS.process],
  [
    'social posts of one Space leave room to others',
    publishing.MAX_CONCURRENT_SOCIAL_POSTS.space,
    publishing.MAX_CONCURRENT_SOCIAL_POSTS.process,
  ],
  ['one visitor leaves room to other visitors of a form', scheduling.MAX_VISITOR_SENDS.visitor, scheduling.MAX_VISITOR_SENDS.all],
  ['connections of one network leave room to others', platform.DEFAULT_MAX_NETWORK_CONNECTIONS, platform.DEFAULT_MAX_CONNECTIONS],
  ['late refusals are a part of the connections', platform.MAX_LATE_REFUSALS, platform.DEFAULT_MAX_CONNECTIONS],
];

const times: readonly Relation[] = [
  ...[MAX_TEXT_WALL_CLOCK_MS, MAX_BOARD_WALL_CLOCK_MS].map(
    (check): Relation => [
      'a check of updates that takes too long is refused before its call ends',
      check,
      live.LIVE_CALL_SECONDS * SECOND_MS,
    ],
  ),
  ['a call is answered after its statement was ended', platform.STATEMENT_TIMEOUT_MS, platform.CALL_DEADLINE_MS],
  ['a call that waited for Postgres has time for its statement', platform.MAX_CONNECTION_WAIT_MS, platform.CALL_DEADLINE_MS],
  ['a call computes formulas for a part of its time', tables.MAX_CALL_COMPUTE_MS, platform.CALL_DEADLINE_MS],
  [
    'a batch of formulas that has used its processor time ends before a machine counts as busy',
    tables.MAX_RECOMPUTE_CPU_MS,
    tables.MAX_RECOMPUTE_WALL_CLOCK_MS,
  ],
  [
    'a batch of formulas that has given way ends before a machine counts as busy',
    tables.MAX_RECOMPUTE_CPU_MS + tables.MAX_RECOMPUTE_PAUSES_MS,
    tables.MAX_RECOMPUTE_WALL_CLOCK_MS,
  ],
  ['a batch of formulas gives way to several calls', tables.MAX_RECOMPUTE_PAUSE_MS, tables.MAX_RECOMPUTE_PAUSES_MS],
  [
    'a batch of formulas ends before Postgres ends its transaction',
    tables.MAX_RECOMPUTE_WALL_CLOCK_MS,
    platform.IDLE_TRANSACTION_TIMEOUT_MS,
  ],
  [
    'the three statements of a search by visitors end before a call does',
    3 * tables.SHARED_SEARCH_STATEMENT_TIMEOUT_MS,
    platform.STATEMENT_TIMEOUT_MS,
  ],
  [
    'the statements that mark a list of rows, all of it and then its first rows, end before a call does',
    tables.MARKS_STATEMENT_TIMEOUT_MS + 2 * tables.PARTIAL_MARKS_STATEMENT_TIMEOUT_MS,
    platform.STATEMENT_TIMEOUT_MS,
  ],
  ['statements of a job end before those of calls', tables.RECOMPUTE_STATEMENT_TIMEOUT_MS, platform.STATEMENT_TIMEOUT_MS],
  [
    'a document that has used its processor time ends before a machine counts as busy',
    publishing.MAX_DOCUMENT_CPU_MS,
    publishing.MAX_DOCUMENT_WALL_CLOCK_MS,
  ],
  ...[pages.operations.create, pages.operations.update].map(
    ({ deadline_ms }): Relation => [
      'a document that is not parsed in time is refused before its call ends',
      publishing.MAX_DOCUMENT_WALL_CLOCK_MS,
      deadline_ms!,
    ],
  ),
  [
    'a restore that takes too long is undone before its call ends',
    tables.MAX_RESTORE_SECONDS * SECOND_MS,
    snapshots.operations.restore.deadline_ms!,
  ],
  ['a process takes a call until its sender has no more use for the answer', platform.MAX_CALL_QUEUE_MS, platform.CALL_DEADLINE_MS],
  [
    'a late refusal comes before its client counts as one that reads nothing',
    2 * platform.REFUSAL_DELAY_MS,
    platform.CONNECTION_SECONDS.send * SECOND_MS,
  ],
  ['headers arrive before the request', platform.CONNECTION_SECONDS.headers, platform.CONNECTION_SECONDS.request],
  ['a load balancer closes an idle connection after 60 seconds, and earlier than a gateway', 60, platform.CONNECTION_SECONDS.keep_alive],
];

const sizes: readonly Relation[] = [
  ['a message of a live connection has room for an update and its numbers', live.MAX_LIVE_UPDATE_BYTES, live.MAX_LIVE_MESSAGE_BYTES],
  ['one content leaves room in a gateway to others', live.MAX_LIVE_QUEUE_BYTES.content, live.MAX_LIVE_QUEUE_BYTES.gateway],
  ['one editor that does not read leaves room to others', live.MAX_LIVE_UNSENT_BYTES.socket, live.MAX_LIVE_UNSENT_BYTES.gateway],
  ['a message carries the largest body', publishing.MAX_PAGE_BODY_BYTES, platform.MAX_MESSAGE_BYTES],
  ['a message carries the files of a form', largestForm, platform.MAX_MESSAGE_BYTES],
  ['a message carries the largest page of a list', core.MAX_PAGE_BYTES, platform.MAX_MESSAGE_BYTES],
  ['a message fits into 8 MB, the `max_payload` of NATS', platform.MAX_MESSAGE_BYTES, 8_000_000],
  ['an event that a message carried fits into Kafka', platform.MAX_MESSAGE_BYTES, platform.MAX_TOPIC_EVENT_BYTES],
  ['bodies without a valid key leave memory to those of keys', MAX_BODY_MEMORY_BYTES.keyless, MAX_BODY_MEMORY_BYTES.all],
  ['one network may send the largest form, which takes half of what is free', 2 * largestForm, MAX_BODY_MEMORY_BYTES.keyless],
  ['one Space may send the largest body, which takes half of what is free', 2 * publishing.MAX_PAGE_BODY_BYTES, MAX_BODY_MEMORY_BYTES.all],
  ['the largest body is stored without waiting for other gateways', publishing.MAX_PAGE_BODY_BYTES, platform.MAX_UNSHARED_STORAGE_BYTES],
  ['unread answers have room for many of the largest ones', 16 * platform.MAX_MESSAGE_BYTES, platform.MAX_UNSENT_BYTES],
  ['the cache of pages has room for several of the largest ones', 4 * MAX_CACHED_PAGE_BYTES, platform.MAX_PAGE_CACHE_BYTES],
  ['one row does not fill the rows that one call writes', tables.MAX_ROW_BYTES, tables.MAX_WRITTEN_BYTES],
  ['one row does not fill the cells that one call computes', tables.MAX_COMPUTED_BYTES, tables.MAX_CALL_COMPUTED_BYTES],
  ['one row does not fill a share page', tables.MAX_SHARED_ROW_BYTES, tables.MAX_SHARE_PAGE_BYTES],
];

test('a burst that the rate of a key allows fits into its slots and its queue', () => {
  expect(core.DEFAULT_RATE_LIMIT.burst).toBeLessThanOrEqual(callsOf('key'));
});

describe.each([
  ['calls', calls],
  ['times', times],
  ['sizes', sizes],
])('the bounds of %s', (_what, relations) => {
  test.each(relations)('%s', (_reason, smaller, larger) => {
    expect(smaller).toBeLessThan(larger);
  });
});
