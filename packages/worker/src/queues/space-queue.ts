/** A queue in which Spaces take turns: each gets one place before any gets a second one. */
export interface SpaceQueue<T> {
  /** Adds an item of a Space at the end of those of the Space. */
  push(space: string, item: T): void;
  /** Removes and returns the next item; undefined if the queue is empty. */
  shift(): T | undefined;
}

/** Creates an empty queue. */
export function createSpaceQueue<T>(): SpaceQueue<T> {
  const bySpace = new Map<string, T[]>();
  return {
    push(space, item) {
      const items = bySpace.get(space);
      if (items) items.push(item);
      else bySpace.set(space, [item]);
    },
    shift() {
      const [first] = bySpace;
      if (!first) return undefined;
      const [space, items] = first;
      const item = items.shift();
      // Its next turn comes after one of each other Space.
      bySpace.delete(space);
      if (items.length > 0) bySpace.set(space, items);
      return item;
    },
  };
}
