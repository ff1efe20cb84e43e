import { execFileSync } from 'node:child_process';
import { isFullRun, readShard } from '../../packages/runtime/src/testing-runs.ts';
import { root } from '../step.ts';

/** Shards of the tests that the catalog derives. */
const SHARDS = 3;

/**
 * Returns the shard for a run of all suites: `SPACE_SHARD` if it is set, else one that the commit decides, so that a repeated run has the same
 * one. `1/1` has every case; it is the answer without git, and with more than the usual runs of random tests. Throws for a variable that is no shard.
 */
export function currentShard(env: NodeJS.ProcessEnv = process.env): string {
  if (env.SPACE_SHARD) return readShard(env.SPACE_SHARD).join('/');
  if (isFullRun(env)) return '1/1';
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return `${(Number.parseInt(commit.slice(0, 8), 16) % SHARDS) + 1}/${SHARDS}`;
  } catch {
    return '1/1';
  }
}

/** Returns the shard after this one, for the second profile, so that a run covers two shards of the tests that run on both. */
export function nextShard(shard: string): string {
  const [at, shards] = readShard(shard);
  return `${(at % shards) + 1}/${shards}`;
}
