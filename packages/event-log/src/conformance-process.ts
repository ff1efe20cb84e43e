import { setTimeout as delay } from 'node:timers/promises';
import type { LogUnderTest } from './conformance.ts';
import type { Emitter } from './conformance-emitter.ts';
import { consumerGroups, type DeadLetter, type EventLogObserver, type LoggedEvent } from './event-log.ts';

/** One process of the group: it carries some outboxes and remembers what it handled. */
export interface Process {
  readonly setAside: readonly DeadLetter[];
  /** How often it was given a batch. */
  readonly attempts: number;
  handledOf(spaces: readonly string[]): LoggedEvent[];
  /** The numbers of the events of a Space, in the order they were handled. */
  numbersOf(space: string): number[];
  /** The same without those that had been handled before. */
  firstTimesOf(space: string): number[];
  close(): Promise<void>;
}

/** What a process does with a batch before it counts as handled; throwing is failing. */
export interface Handling {
  before?(events: readonly LoggedEvent[]): void;
  readonly watch?: EventLogObserver;
}

/** Starts a process that carries the outboxes of `emitters` and handles their events. */
export async function startProcess(
  log: Pick<LogUnderTest, 'open'>,
  emitters: readonly Emitter[],
  { before, watch }: Handling = {},
): Promise<Process> {
  const handled: LoggedEvent[] = [];
  const setAside: DeadLetter[] = [];
  const schemas = new Set(emitters.map(({ schema }) => schema));
  const eventLog = await log.open(watch);
  let attempts = 0;
  let open = true;
  for (const schema of schemas) await eventLog.publish(schema);
  await eventLog.subscribe({
    group: 'delivery',
    async handle(all) {
      // What other tests left on a shared topic is none of ours.
      const events = all.filter(({ source }) => schemas.has(source));
      if (events.length === 0) return;
      attempts += 1;
      before?.(events);
      handled.push(...events);
    },
    async deadLetter(poison) {
      setAside.push(poison);
    },
  });
  // An event leaves its outbox when every group has settled it; the others here have nothing to do.
  for (const group of consumerGroups.filter((other) => other !== 'delivery'))
    await eventLog.subscribe({ group, handle: async () => {}, deadLetter: async () => {} });
  const numbersOf = (space: string) =>
    handled.filter(({ space_id }) => space_id === space).map(({ body }) => JSON.parse(body).data.n as number);
  return {
    setAside,
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

/** Waits until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, timeout = 15_000): Promise<void> {
  for (const end = performance.now() + timeout; !(await holds()); await delay(10))
    if (performance.now() > end) throw new Error(`It did not come true within ${timeout} milliseconds.`);
}
