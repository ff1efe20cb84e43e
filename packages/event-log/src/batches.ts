/** The batches of one reader that are in progress, in the order they were read. */
export interface Batches {
  /** Begins with the position of the cursor. */
  begin(seq: number): void;
  /** Adds a batch that ends at `seq`. */
  add(seq: number, handling: Promise<void>): void;
  /** Returns the position up to which all batches are handled. Throws the error of a batch that failed. */
  done(): number;
  /** Resolves when another batch may begin. Rejects when a batch has failed. */
  free(): Promise<void>;
  /** Resolves when no batch is in progress. Rejects when one has failed. */
  end(): Promise<void>;
}

interface Batch {
  readonly seq: number;
  readonly handling: Promise<void>;
  isHandled: boolean;
}

/** Creates the batches of one reader, of which `max` may be in progress together. A failure stops them all. */
export function createBatches(max: number): Batches {
  const batches: Batch[] = [];
  let position = 0;
  let failure: { readonly error: unknown } | undefined;

  function assertNoFailure(): void {
    if (failure) throw failure.error;
  }

  return {
    begin(seq) {
      position = seq;
    },
    add(seq, handling) {
      const batch: Batch = {
        seq,
        isHandled: false,
        handling: handling.then(
          () => {
            batch.isHandled = true;
          },
          (error) => {
            failure ??= { error };
          },
        ),
      };
      batches.push(batch);
    },
    done() {
      assertNoFailure();
      while (batches[0]?.isHandled) position = batches.shift()!.seq;
      return position;
    },
    async free() {
      for (;;) {
        assertNoFailure();
        const running = batches.filter(({ isHandled }) => !isHandled);
        if (running.length < max) return;
        await Promise.race(running.map(({ handling }) => handling));
      }
    },
    async end() {
      await Promise.all(batches.map(({ handling }) => handling));
      assertNoFailure();
    },
  };
}
