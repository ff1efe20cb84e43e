/** Finds what a caller wishes of one key; null when there is nothing. */
export type Gather<Wish, Found> = (key: string, wish: Wish) => Promise<Found | null>;

/** The search of a gatherer and its bounds. */
export interface GathererOptions<Wish, Found> {
  /** Finds what some wishes of one key ask for, in their order; a wish without a result gets nothing. */
  find(key: string, wishes: readonly Wish[]): Promise<readonly Found[]>;
  /** Returns true if one search can find what both wishes ask for. */
  isAlike(one: Wish, other: Wish): boolean;
  /** The wishes of one search at most. */
  readonly most: number;
}

interface Waiting<Wish, Found> {
  readonly wish: Wish;
  answer(found: Promise<Found | null>): void;
}

/**
 * Creates a function that finds what callers wish. The searches of one key run one after the other; wishes that wait meanwhile and are alike
 * are found by one search. It holds nothing of a key without a search.
 */
export function createGatherer<Wish, Found>({ find, isAlike, most }: GathererOptions<Wish, Found>): Gather<Wish, Found> {
  const queues = new Map<string, Waiting<Wish, Found>[]>();

  async function searchInTurn(key: string, queue: Waiting<Wish, Found>[]): Promise<void> {
    while (queue.length > 0) {
      const [first] = queue;
      const together = queue.filter(({ wish }) => wish === first!.wish || isAlike(first!.wish, wish)).slice(0, most);
      queue.splice(0, queue.length, ...queue.filter((one) => !together.includes(one)));
      const search = find(
        key,
        together.map(({ wish }) => wish),
      );
      together.forEach(({ answer }, at) => void answer(search.then((found) => found[at] ?? null)));
      await search.catch(() => undefined);
    }
    queues.delete(key);
  }

  return function gather(key, wish) {
    const { promise, resolve } = Promise.withResolvers<Found | null>();
    const waiting = { wish, answer: resolve };
    const queue = queues.get(key);
    if (queue) queue.push(waiting);
    else {
      const started = [waiting];
      queues.set(key, started);
      void searchInTurn(key, started);
    }
    return promise;
  };
}
