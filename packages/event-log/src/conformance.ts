import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { maxCursor } from './conformance.queries.ts';
import { createEmitter, type Emitter } from './conformance-emitter.ts';
import { type Process, startProcess, until } from './conformance-process.ts';
import type { LogUnderTest } from './conformance-types.ts';

export { createEmitter, type Emitter } from './conformance-emitter.ts';
export { type Process, startProcess, until } from './conformance-process.ts';
export { conformanceGroups, type LogUnderTest } from './conformance-types.ts';

/** Features that differ between event logs. */
export interface EventLogFeatures {
  /** True if several processes of one group work in parallel; otherwise one works and the others stand by. */
  readonly sharesWork: boolean;
  /** Time limit for another process to take over from one that closed, in milliseconds. */
  readonly takesOverWithin: number;
}

/** Defines the tests that every event log passes: the guarantees of the port. */
export function describeEventLog(
  name: string,
  { sharesWork, takesOverWithin }: EventLogFeatures,
  prepare: () => Promise<LogUnderTest>,
): void {
  describe(`the event log ${name}`, () => {
    let log: LogUnderTest;
    const started: Process[] = [];
    beforeAll(async () => {
      log = await prepare();
    }, 60_000);
    // A process that stays open would take part in the group of the next test.
    afterEach(async () => {
      await Promise.all(started.splice(0).map((process) => process.close()));
    }, 60_000);
    afterAll(() => log.close(), 60_000);

    const start = async (emitters: readonly Emitter[], handling: Parameters<typeof startProcess>[2] = {}): Promise<Process> => {
      const process = await startProcess(log, emitters, handling);
      started.push(process);
      return process;
    };
    const newEmitter = async (): Promise<Emitter> => createEmitter(log.database, await log.newSchema());

    test('delivers every committed event unchanged to the group, in commit order per Space', async () => {
      const some = await newEmitter();
      const process = await start([some]);
      const spaces = some.spaces(7);
      await Promise.all(
        spaces.map(async (space) => {
          for (let n = 0; n < 20; n++)
            await some.emit(space, { n, text: `Zoë “李” 👩‍🚀 \\ ${n}` }, `00-0af7651916cd43dd8448eb211c80319c-b7ad6b71692033${10 + n}-01`);
        }),
      );
      await until(() => process.handledOf(spaces).length >= 140);
      for (const space of spaces) {
        const events = process.handledOf([space]);
        expect(events.map(({ body }) => JSON.parse(body).data.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
        expect(events[3]).toMatchObject({
          type: 'conformance_happened',
          space_id: space,
          source: some.schema,
          trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203313-01',
          recorded_at: expect.any(Number),
        });
        expect(JSON.parse(events[3]!.body)).toMatchObject({
          id: events[3]!.id,
          space_id: space,
          data: { n: 3, text: 'Zoë “李” 👩‍🚀 \\ 3', actor_kind: 'person' },
        });
      }
    });

    test('delivers no event of a transaction that was rolled back', async () => {
      const some = await newEmitter();
      const process = await start([some]);
      const [space] = some.spaces(1);
      await some.emit(space!, { n: 1 });
      await expect(some.emitAndFail(space!, { n: 2 })).rejects.toThrow('rolled back');
      await some.emit(space!, { n: 3 });
      await until(() => process.numbersOf(space!).includes(3));
      expect(process.numbersOf(space!)).toEqual([1, 3]);
    });

    test('delivers events that were committed while no process ran', async () => {
      const some = await newEmitter();
      const [space] = some.spaces(1);
      for (let n = 0; n < 5; n++) await some.emit(space!, { n });
      const process = await start([some]);
      await until(() => process.numbersOf(space!).length >= 5);
      expect(process.numbersOf(space!)).toEqual([0, 1, 2, 3, 4]);
    });

    test('deletes an event from its outbox once all groups have acked it', async () => {
      const some = await newEmitter();
      await start([some]);
      for (const space of some.spaces(3)) await some.emit(space, { n: 1 });
      await until(async () => (await some.waiting()) === 0);
      expect(await some.waiting()).toBe(0);
    });

    test('delivers events of several outboxes with their source', async () => {
      const [one, two] = [await newEmitter(), await newEmitter()];
      const process = await start([one, two]);
      const [space] = one.spaces(1);
      await one.emit(space!, { n: 1 });
      await two.emit(space!, { n: 2 });
      await until(() => process.handledOf([space!]).length >= 2);
      expect(new Set(process.handledOf([space!]).map(({ source, body }) => `${source} ${JSON.parse(body).data.n}`))).toEqual(
        new Set([`${one.schema} 1`, `${two.schema} 2`]),
      );
    });

    test('delivers a batch again after its handling failed', async () => {
      const some = await newEmitter();
      const failed: string[] = [];
      const process = await start([some], {
        before(events) {
          const fresh = events.filter(({ id }) => !failed.includes(id));
          failed.push(...fresh.map(({ id }) => id));
          if (fresh.length > 0) throw new Error('fails the first time');
        },
      });
      const [space] = some.spaces(1);
      for (let n = 0; n < 10; n++) await some.emit(space!, { n });
      await until(() => new Set(process.numbersOf(space!)).size === 10);
      expect(process.numbersOf(space!)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(process.deadLetters).toEqual([]);
    });

    test('dead-letters an event that fails repeatedly, with its reason, while other events flow', async () => {
      const some = await newEmitter();
      const [failing, healthy] = some.spaces(2);
      const process = await start([some], {
        before(events) {
          if (events.some(({ space_id, body }) => space_id === failing && JSON.parse(body).data.n === 3))
            throw new Error('cannot be handled');
        },
      });
      for (let n = 0; n < 6; n++) for (const space of [failing!, healthy!]) await some.emit(space, { n });
      await until(
        () => process.deadLetters.length > 0 && process.numbersOf(failing!).includes(5) && process.numbersOf(healthy!).includes(5),
      );
      expect(process.numbersOf(failing!)).toEqual([0, 1, 2, 4, 5]);
      expect(process.numbersOf(healthy!)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(process.deadLetters).toHaveLength(1);
      const [{ event_id, payload, reason }] = process.deadLetters as [(typeof process.deadLetters)[0]];
      expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ id: event_id, data: { n: 3 } });
      expect(reason).toBe('cannot be handled');
      await until(async () => (await some.waiting()) === 0);
    });

    test('delivers a batch in progress when a process closed to the next process', async () => {
      const some = await newEmitter();
      const [space] = some.spaces(1);
      const stuck = await start([some], {
        before() {
          throw Object.assign(new Error('the database is away'), { code: '57P01' });
        },
      });
      for (let n = 0; n < 10; n++) await some.emit(space!, { n });
      await until(() => stuck.attempts > 0);
      await stuck.close();
      const next = await start([some]);
      await until(() => next.numbersOf(space!).length >= 10);
      expect([stuck.numbersOf(space!), next.numbersOf(space!)]).toEqual([[], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    });

    test('handles no events after it is closed', async () => {
      const some = await newEmitter();
      const [space] = some.spaces(1);
      const process = await start([some]);
      await some.emit(space!, { n: 1 });
      await until(() => process.numbersOf(space!).length === 1);
      await process.close();
      await some.emit(space!, { n: 2 });
      const next = await start([some]);
      await until(() => next.numbersOf(space!).includes(2));
      expect(process.numbersOf(space!)).toEqual([1]);
    });

    test('saves its cursor when it closes', async () => {
      const some = await newEmitter();
      const [space] = some.spaces(1);
      const process = await start([some]);
      await some.emit(space!, { n: 1 });
      await until(() => process.numbersOf(space!).length === 1);
      await process.close();
      expect(await maxCursor(log.database, some.schema)).toBe(1);
    });

    test('continues in another process when the first one closes, without losing or reordering events', async () => {
      const some = await newEmitter();
      const spaces = some.spaces(5);
      const [first, second] = [await start([some]), await start([some])];
      let n = 0;
      const emitting = (async () => {
        for (; n < 40; n++) for (const space of spaces) await some.emit(space, { n });
      })();
      await until(() => n > 10);
      await first.close();
      await emitting;
      const last = (space: string) => second.numbersOf(space).at(-1);
      await until(() => spaces.every((space) => last(space) === 39), takesOverWithin);
      for (const space of spaces) {
        expect(new Set([...first.numbersOf(space), ...second.numbersOf(space)]).size).toBe(40);
        for (const process of [first, second])
          expect(process.firstTimesOf(space)).toEqual(process.firstTimesOf(space).toSorted((a, b) => a - b));
      }
    }, 60_000);

    if (sharesWork)
      test('shares the work of a group among its processes', async () => {
        const some = await newEmitter();
        const spaces = some.spaces(60);
        const processes = [await start([some]), await start([some])];
        let n = 0;
        await until(async () => {
          for (const space of spaces) await some.emit(space, { n });
          n += 1;
          return processes.every((process) => process.handledOf(spaces).length > 0);
        }, takesOverWithin);
        await until(async () => (await some.waiting()) === 0, takesOverWithin);
        const ids = processes.flatMap((process) => process.handledOf(spaces).map(({ id }) => id));
        expect(new Set(ids).size).toBe(n * spaces.length);
      }, 60_000);
  });
}
