/** Runs acts of one key one after the other, and those of different keys at the same time. */
export type Turns = <T>(key: string, act: () => Promise<T>) => Promise<T>;

/** Creates turns. They hold nothing of a key whose acts have ended. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return function takeTurn(key, act) {
    const turn = (last.get(key) ?? Promise.resolve()).then(act);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, ended);
    void ended.then(() => last.get(key) === ended && last.delete(key));
    return turn;
  };
}
