/** Due work of a Space. */
export interface SpaceWork {
  readonly space_id: string;
}

/** The next work of a queue that Spaces share. */
export interface Turns<T extends SpaceWork> {
  /**
   * Returns due work: the first of each Space, then the second of each, and so on up to the size of a turn. Returns nothing
   * only when nothing is due. A Space that is alone gets a whole batch.
   */
  next(): Promise<readonly T[]>;
}

/** The settings of turns. */
export interface TurnOptions<T extends SpaceWork> {
  /** Returns the work that is due longest, except that of some Spaces; at most `limit`. */
  list(limit: number, except: readonly string[]): Promise<readonly T[]>;
  /** Work that is listed at a time. */
  readonly batch: number;
  /** Work of one Space in one turn. */
  readonly turn: number;
}

/** Spaces that one round excludes at most, so that a statement stays small. */
const MAX_SERVED = 1_000;

/**
 * Creates turns over a queue that is ordered by time. A Space whose work fills a batch waits until each other Space that
 * has due work had a turn. While a batch is not full, there is no other Space and no further statement.
 */
export function createTurns<T extends SpaceWork>({ list, batch, turn }: TurnOptions<T>): Turns<T> {
  let served = new Set<string>();

  return {
    async next() {
      let due = await list(batch, [...served]);
      let size = turn;
      if (due.length === 0 && served.size > 0) {
        // A Space that is alone need not give way.
        if (served.size === 1) size = batch;
        served = new Set();
        due = await list(batch, []);
      }
      const bySpace = Map.groupBy(due, ({ space_id }) => space_id);
      // A batch that is not full ends the round: it contains all Spaces that are left.
      if (due.length < batch || served.size > MAX_SERVED) served = new Set();
      else for (const space of bySpace.keys()) served.add(space);
      const ofSpaces = [...bySpace.values()];
      return Array.from({ length: size }, (_, place) => ofSpaces.flatMap((work) => work.slice(place, place + 1))).flat();
    },
  };
}
