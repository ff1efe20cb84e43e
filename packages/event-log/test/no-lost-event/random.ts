/** Reproducible random numbers: the same seed gives the same numbers (mulberry32). */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  /** Returns true with this probability. */
  chance(share: number): boolean;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { below: (below) => Math.floor(next() * below), chance: (share) => next() < share };
}
