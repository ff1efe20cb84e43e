import { crc32 } from 'node:zlib';

/** Runs of a property test by default (FC_RUNS). */
const DEFAULT_RUNS = 100;

/** Returns true for a run of every case of the random and derived tests: one with FC_RUNS above its default. */
export const isFullRun = (env: NodeJS.ProcessEnv = process.env): boolean => Number(env.FC_RUNS ?? DEFAULT_RUNS) > DEFAULT_RUNS;

/**
 * Returns the number of runs of an expensive random test: `full` when FC_RUNS is above its default, otherwise a third.
 */
export const randomRuns = (full: number): number => (isFullRun() ? full : Math.ceil(full / 3));

/** Returns the number of a shard and that of all shards. Throws for a text that is no shard. */
export function readShard(text: string): [shard: number, shards: number] {
  const [shard, shards] = text.split('/').map(Number) as [number, number];
  if (!/^\d+\/\d+$/.test(text) || shard < 1 || shard > shards) throw new Error(`SPACE_SHARD is "${text}"; it must be a shard such as 2/3.`);
  return [shard, shards];
}

/**
 * Returns the cases of the shard that SPACE_SHARD names, such as `2/3`; all of them without it. `npm test` runs one shard of the tests that the
 * catalog derives. The name of a case decides its shard, so that a new case moves no other one. A shard without cases has the first one.
 * Throws for a value that is no shard.
 */
export function sharded<T>(cases: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const [shard, shards] = readShard(process.env.SPACE_SHARD || '1/1');
  const ofShard = cases.filter((item) => crc32(nameOf(item)) % shards === shard - 1);
  return ofShard.length > 0 ? ofShard : cases.slice(0, 1);
}
