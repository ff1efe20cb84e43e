import { setTimeout as delay } from 'node:timers/promises';
import type { Emitter } from './conformance-emitter.ts';
import { conformanceGroups, type LogUnderTest } from './conformance-types.ts';
import type { DeadLetter, EventLogObserver, LoggedEvent } from './event-log.ts';

/** One process: it publishes outboxes, and records the events that its group `delivery` handled. */
export interface Process {
  readonly deadLetters: readonly DeadLetter[];
  /** Number of batches it received. */
  readonly attempts: number;
  handledOf(spaces: readonly string[]): LoggedEvent[];
  /** Returns the numbers in the events of a Space, in the order they were handled. */
  numbersOf(space: string): number[];
  /** The same without repetitions. */
  firstTimesOf(space: string): number[];
  close(): Promise<void>;
}

/** Options of a process. */
export interface ProcessOptions {
  /** Called before a batch counts as handled; an error fails the batch. */
  before?(events: readonly LoggedEvent[]): void;
  readonly observer?: EventLogObserver;
}

/** Starts a process that publishes the outboxes of `emitters` and handles their events. */
export async function startProcess(
  log: Pick<LogUnderTest, 'open'>,
  emitters: readonly Emitter[],
  { before, observer }: ProcessOptions = {},
): Promise<Process> {
  const handled: LoggedEvent[] = [];
  const deadLetters: DeadLetter[] = [];
  const schemas = new Set(emitters.map(({ schema }) => schema));
  const eventLog = await log.open(observer);
  let attempts = 0;
  let open = true;
  for (const schema of schemas) await eventLog.publish(schema);
  await eventLog.subscribe({
    group: 'delivery',
    async handle(all) {
      // Other tests may share the topic.
      const events = all.filter(({ source }) => schemas.has(source));
      if (events.length === 0) return;
      attempts += 1;
      before?.(events);
      handled.push(...events);
    },
    async deadLetter(letter) {
      deadLetters.push(letter);
    },
  });
  // An event leaves its outbox when every group has acked it; the other groups do nothing here.
  for (const { name } of conformanceGroups.filter((group) => group.name !== 'delivery'))
    await eventLog.subscribe({ group: name, handle: async () => {}, deadLetter: async () => {} });
  const numbersOf = (space: string) =>
    handled.filter(({ space_id }) => space_id === space).map(({ body }) => JSON.parse(body).data.n as number);
  return {
    deadLetters,
    get attempts() {
      return attempts;
    },
    handledOf: (spaces) => handled.filter(({ space_id }) => spaces.includes(space_id)),
    numbersOf,
    firstTimesOf: (space) => [...new Set(numbersOf(space))],
    async close() {
      if (open) await eventLog.close();
      open = false;
    },
  };
}

/** Waits until a condition holds; throws after `timeout` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, timeout = 15_000): Promise<void> {
  for (const end = performance.now() + timeout; !(await holds()); await delay(10))
    if (performance.now() > end) throw new Error(`The condition did not hold within ${timeout} milliseconds.`);
}
