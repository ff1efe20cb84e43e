import { setTimeout as delay } from 'node:timers/promises';
import { eventType, operation } from '@space/contracts/core';
import { createSecretBox } from '@space/crypto';
import { type Database, newId, sql, systemClock } from '@space/database';
import { createWriter } from '@space/event-log';
import { z } from 'zod';
import { type Random, randomOf } from './random.ts';

const counted = eventType({
  type: 'counted',
  group: 'test',
  label: 'Counted',
  data: z.object({ n: z.number() }),
  sample: { n: 1 },
  filters: [],
});
const count = operation({ summary: 'Count', input: z.strictObject({}), output: z.object({}), emits: [counted] });
const Counter = z.object({ n: z.number() });

/** The result of the writers. */
export interface Written {
  /** The committed numbers, by Space; each Space counts its own commits. */
  readonly committed: ReadonlyMap<string, number[]>;
  readonly rolledBack: number;
}

/** The error message of a commit that the trigger rejects. */
const REFUSED = 'refused at commit';

/** Pause of a writer before each further commit once it has done its part, in milliseconds. */
const PAUSE_MS = 200;

/** Makes some commits slow and others fail after they took a number, which they do just before the commit. */
export async function makeCommitsUneven(database: Database, schema: string): Promise<void> {
  const uneven = sql.identifier([schema, 'uneven']);
  await database.query(sql.typeAlias('void')`
    create function ${uneven}() returns trigger language plpgsql as $$
    begin
      if hashint8(new.seq) % 20 = 1 then raise exception ${sql.literalValue(REFUSED)}; end if;
      if hashint8(new.seq) % 4 = 2 then perform pg_sleep(0.02); end if;
      return null;
    end $$`);
  await database.query(sql.typeAlias('void')`
    create constraint trigger uneven after insert on ${sql.identifier([schema, 'outbox'])} deferrable initially deferred for each row execute function ${uneven}()`);
}

/**
 * Runs concurrent writers that count in a few shared Spaces, each a number of times and then, more slowly, while `goesOn`
 * returns true. They pause before the lock, while they hold it and after their writes, so that transactions end in another
 * order than they began. Some roll back, before or after they took a number.
 */
export async function countTogether(
  database: Database,
  schema: string,
  random: Random,
  { writers, commits, spaces, goesOn }: { writers: number; commits: number; spaces: number; goesOn: () => boolean },
): Promise<Written> {
  const counter = sql.identifier([schema, 'counter']);
  const ids = Array.from({ length: spaces }, () => newId('spc'));
  await database.query(sql.typeAlias('void')`insert into ${counter} (space_id) select * from unnest(${sql.array(ids, 'text')})`);
  const committed = new Map<string, number[]>(ids.map((id) => [id, []]));
  const write = createWriter(schema, {
    database,
    clock: systemClock,
    eventLog: { notify: () => {} },
    box: createSecretBox(Buffer.alloc(32).toString('base64')),
  });
  let rolledBack = 0;

  const countOnce = async (own: Random): Promise<boolean> => {
    const space = ids[own.below(ids.length)]!;
    const fails = own.chance(0.05);
    let number = 0;
    const call = {
      operation: count,
      operation_id: 'test.count',
      input: {},
      caller: { space_id: space, key_id: '', actor: { kind: 'person' as const, id: 'p', name: 'P' } },
      request_id: 'req',
      trace: {},
      if_version: null,
      dry_run: false,
      replayed: false,
      is_lenient: false,
      understood: [],
    };
    const linger = async () => void (own.chance(0.3) && (await delay(own.below(12))));
    try {
      await write.write(call, async (tx) => {
        await linger();
        const { n } = await tx.one(sql.type(Counter)`select n from ${counter} where space_id = ${space} for update`);
        await linger();
        number = n + 1;
        await tx.query(sql.typeAlias('void')`update ${counter} set n = ${number} where space_id = ${space}`);
        tx.emit(counted, { n: number });
        await linger();
        if (fails) throw new Error('rolled back');
        return {};
      });
      committed.get(space)!.push(number);
      return true;
    } catch (error) {
      if (!fails && !String((error as Error).message).includes(REFUSED)) throw error;
      rolledBack += 1;
      return false;
    }
  };

  await Promise.all(
    Array.from({ length: writers }, async () => {
      const own = randomOf(random.below(2 ** 31));
      for (let done = 0; done < commits; ) if (await countOnce(own)) done += 1;
      for (; goesOn(); await delay(PAUSE_MS)) await countOnce(own);
    }),
  );
  return { committed, rolledBack };
}
