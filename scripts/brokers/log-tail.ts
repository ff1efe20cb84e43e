import { readFile, stat } from 'node:fs/promises';

const LINES = 15;
/** Info lines and stack frames, which would displace the line with the cause. */
const IDLE = / INFO |\[INF\]|^\s+at /;

/** Returns the length of a log in bytes; 0 if it does not exist. */
export async function lengthOf(log: string): Promise<number> {
  return stat(log).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Returns the last lines added after `since` bytes; without info lines and stack frames if others exist. */
export async function lastLines(log: string, since: number): Promise<string> {
  const added = await readFile(log).catch(() => Buffer.alloc(0));
  const lines = added.subarray(since).toString().trimEnd().split('\n');
  const relevant = lines.filter((line) => !IDLE.test(line));
  return (relevant.length > 0 ? relevant : lines).slice(-LINES).join('\n');
}
