import { crc32 } from 'node:zlib';

/** Runs of a property test by default (FC_RUNS). */
const DEFAULT_RUNS = 100;

const isFull = (): boolean => Number(process.env.FC_RUNS ?? DEFAULT_RUNS) > DEFAULT_RUNS;

/**
 * Returns the number of runs of an expensive random test: `full` when FC_RUNS is above its default, otherwise a third.
 */
export const randomRuns = (full: number): number => (isFull() ? full : Math.ceil(full / 3));

/**
 * Returns the cases of the shard that SPACE_SHARD names, such as `2/3`; all of them without it. `npm test` runs one shard of the tests that the
 * catalog derives. The name of a case decides its shard, so that a new case moves no other one. A shard without cases has the first one.
 */
export function sharded<T>(cases: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const [shard, shards] = (process.env.SPACE_SHARD || '1/1').split('/').map(Number) as [number, number];
  const ofShard = cases.filter((item) => crc32(nameOf(item)) % shards === shard - 1);
  return ofShard.length > 0 ? ofShard : cases.slice(0, 1);
}
