import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { until } from '@space/event-log/conformance';
import { z } from 'zod';
import { outboxDatabase } from './fixture.ts';
import { randomOf } from './no-lost-event/random.ts';
import { type KilledReader, killedReader } from './no-lost-event/reader-process.ts';
import { countTogether, makeCommitsUneven } from './no-lost-event/writers.ts';

const { KAFKA_BROKERS, NATS_URL, TEST_SEED } = process.env;

const WRITERS = 20;
const COMMITS = 60;
const SPACES = 8;
/** Time limit for the writers to wait until the readers were killed often enough, in milliseconds. */
const WRITING_TIMEOUT_MS = 240_000;
/** Time limit until everything is handled, in milliseconds. */
const HANDLING_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 400_000;
/** The kills of readers; each process takes seconds to start. */
const KILLS = { both: 2, publish: 3, handle: 1 };
const seed = Number(TEST_SEED ?? randomBytes(4).readUInt32BE());

const Handled = z.object({ space_id: z.string(), n: z.number() });

describe(`with ${WRITERS} writers and readers that are killed (TEST_SEED=${seed})`, () => {
  let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
  beforeAll(async () => {
    outboxes = await outboxDatabase();
  });
  afterAll(() => outboxes.close());

  /**
   * Runs writers and readers until each reader was killed as often as `kills` says, and returns what was written and what
   * was handled.
   */
  async function proof(readers: (schema: string) => KilledReader[], kills: readonly number[]) {
    const { database } = outboxes;
    const schema = await outboxes.newSchema();
    const table = (name: string) => sql.identifier([schema, name]);
    await database.query(sql.typeAlias('void')`create table ${table('counter')} (space_id text primary key, n integer not null default 0)`);
    await makeCommitsUneven(database, schema);
    await database.query(
      sql.typeAlias(
        'void',
      )`create table ${table('handled')} (place bigserial, event_id text primary key, space_id text not null, n integer not null)`,
    );
    const random = randomOf(seed);
    const reading = readers(schema);
    try {
      const end = performance.now() + WRITING_TIMEOUT_MS;
      const goesOn = () => performance.now() < end && reading.some((reader, index) => reader.kills < kills[index]!);
      const written = await countTogether(database, schema, random, { writers: WRITERS, commits: COMMITS, spaces: SPACES, goesOn });
      const count = [...written.committed.values()].flat().length;
      const handled = () => database.any(sql.type(Handled)`select space_id, n from ${table('handled')} order by place`);
      await until(async () => (await handled()).length >= count, HANDLING_TIMEOUT_MS).catch(() => {});
      return { ...written, handled: Map.groupBy(await handled(), ({ space_id }) => space_id), kills: reading.map(({ kills }) => kills) };
    } finally {
      await Promise.all(reading.map((reader) => reader.end()));
    }
  }

  const expectNothingLost = ({ committed, handled, rolledBack }: Awaited<ReturnType<typeof proof>>) => {
    expect([...committed.values()].flat().length).toBeGreaterThanOrEqual(WRITERS * COMMITS);
    expect(rolledBack).toBeGreaterThan(0);
    for (const [space, numbers] of committed) expect(handled.get(space)?.map(({ n }) => n)).toEqual(numbers.toSorted((a, b) => a - b));
  };

  test(
    'every committed event is handled in commit order per Space, and no event that was rolled back',
    async () => {
      const outcome = await proof(
        (schema) => [killedReader({ url: outboxes.url, schema, does: 'both' }, randomOf(seed + 1), 2 * KILLS.both, 500)],
        [KILLS.both],
      );
      expectNothingLost(outcome);
      expect(outcome.kills[0]).toBeGreaterThanOrEqual(KILLS.both);
    },
    TEST_TIMEOUT_MS,
  );

  (KAFKA_BROKERS && NATS_URL ? test : test.skip)(
    'the same over relay and Kafka, with relay and consumer killed (needs KAFKA_BROKERS and NATS_URL)',
    async () => {
      const over = { url: outboxes.url, brokers: KAFKA_BROKERS, nats: NATS_URL, prefix: `test-${randomBytes(6).toString('hex')}` };
      const outcome = await proof(
        (schema) => [
          killedReader({ ...over, schema, does: 'publish' }, randomOf(seed + 2), KILLS.publish, 600),
          // A group waits ten seconds for a member that was killed.
          killedReader({ ...over, schema, does: 'handle' }, randomOf(seed + 3), KILLS.handle, 1_500),
        ],
        [KILLS.publish, KILLS.handle],
      );
      expectNothingLost(outcome);
      expect(outcome.kills).toEqual([KILLS.publish, KILLS.handle]);
    },
    TEST_TIMEOUT_MS,
  );
});
