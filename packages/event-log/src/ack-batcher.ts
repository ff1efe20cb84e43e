import { consumerGroups } from './event-log.ts';

/** What a consumer group says once it has committed its effect of events. */
export interface Ack {
  readonly group: string;
  readonly ids: readonly string[];
}

/** Collects what consumer groups say they have settled. */
export interface AckBatcher {
  add(settled: Ack): void;
  /** Writes down what was heard so far, whoever is missing. */
  flush(): Promise<void>;
}

/** Settled events wait this long for others, so that one statement removes many. */
const FLUSH_INTERVAL_MS = 200;
/** An event that one group has settled waits this long for the others before that is noted on it. */
const PARTIAL_ACK_DELAY_MS = 1_000;

/**
 * An event that all groups settle within a moment is removed; only when one takes longer is it noted on the event who has.
 * `settle` does either for events that the same groups have settled. What is heard and lost with the process is carried again.
 */
export function createAckBatcher(settle: (by: readonly string[], ids: readonly string[]) => Promise<unknown>): AckBatcher {
  const waiting = new Map<string, { readonly by: Set<string>; readonly since: number }>();
  let running: Promise<void> | undefined;
  let stopping = false;

  /** Takes out what is to be written now: what is heard of it meanwhile begins anew. */
  const takeReady = (): (readonly [string, ReadonlySet<string>])[] => {
    const now = performance.now();
    const ready = [...waiting].filter(
      ([, { by, since }]) => stopping || by.size === consumerGroups.length || now - since >= PARTIAL_ACK_DELAY_MS,
    );
    for (const [id] of ready) waiting.delete(id);
    return ready.map(([id, { by }]) => [id, by]);
  };
  const writeReady = async (): Promise<void> => {
    for (const some of Map.groupBy(takeReady(), ([, by]) => [...by].sort().join()).values())
      await settle(
        [...some[0]![1]],
        some.map(([id]) => id),
      );
  };
  const drainAcks = async (): Promise<void> => {
    while (waiting.size > 0) {
      if (!stopping) await new Promise((later) => setTimeout(later, FLUSH_INTERVAL_MS));
      await writeReady();
    }
  };

  return {
    add({ group, ids }) {
      for (const id of ids) {
        const one = waiting.get(id);
        if (one) one.by.add(group);
        else waiting.set(id, { by: new Set([group]), since: performance.now() });
      }
      running ??= drainAcks().finally(() => {
        running = undefined;
      });
    },
    async flush() {
      stopping = true;
      await running;
      await drainAcks();
    },
  };
}
