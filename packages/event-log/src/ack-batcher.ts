/** The ack of a consumer group: it has committed its effect of these events. */
export interface Ack {
  readonly group: string;
  readonly ids: readonly string[];
}

/** Collects acks and writes them in batches. */
export interface AckBatcher {
  add(ack: Ack): void;
  /** Writes all collected acks, complete or not. */
  flush(): Promise<void>;
}

/** Complete acks wait this long for others, so that one statement deletes many events. */
const FLUSH_INTERVAL_MS = 200;
/** An event that some groups have acked waits this long for the other groups before the acks are written to it. */
const PARTIAL_ACK_DELAY_MS = 1_000;

/**
 * Creates a batcher of acks. An event that all `groupCount` groups ack within a second is deleted by one statement;
 * otherwise its acks are written to its row. `write` receives events with the same ackers together. Acks that are lost in
 * a crash lead to redelivery.
 */
export function createAckBatcher(
  groupCount: number,
  write: (ackers: readonly string[], ids: readonly string[]) => Promise<unknown>,
): AckBatcher {
  const pending = new Map<string, { readonly ackers: Set<string>; readonly since: number }>();
  let draining: Promise<void> | undefined;
  let isStopping = false;

  return {
    add({ group, ids }) {
      for (const id of ids) {
        const entry = pending.get(id);
        if (entry) entry.ackers.add(group);
        else pending.set(id, { ackers: new Set([group]), since: performance.now() });
      }
      draining ??= drain().finally(() => {
        draining = undefined;
      });
    },
    async flush() {
      isStopping = true;
      await draining;
      await drain();
    },
  };

  async function drain(): Promise<void> {
    while (pending.size > 0) {
      if (!isStopping) await new Promise((later) => setTimeout(later, FLUSH_INTERVAL_MS));
      for (const entries of Map.groupBy(takeReady(), ({ ackers }) => ackers.toSorted().join()).values())
        await write(
          entries[0]!.ackers,
          entries.map(({ id }) => id),
        );
    }
  }

  /** Removes and returns the entries to write now; an ack that arrives meanwhile starts a new entry. */
  function takeReady(): { readonly id: string; readonly ackers: readonly string[] }[] {
    const now = performance.now();
    const ready = [...pending].filter(
      ([, { ackers, since }]) => isStopping || ackers.size === groupCount || now - since >= PARTIAL_ACK_DELAY_MS,
    );
    for (const [id] of ready) pending.delete(id);
    return ready.map(([id, { ackers }]) => ({ id, ackers: [...ackers] }));
  }
}
