import { readFile, stat } from 'node:fs/promises';

const LINES = 15;
/** Chatter and stack frames, which would push out the line that says why. */
const IDLE = / INFO |\[INF\]|^\s+at /;

/** How long a log is now, to read later what was added. */
export async function lengthOf(log: string): Promise<number> {
  return stat(log).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last lines that were added to a log since it had this length, the telling ones when there are any. */
export async function lastLines(log: string, since: number): Promise<string> {
  const added = await readFile(log).catch(() => Buffer.alloc(0));
  const lines = added.subarray(since).toString().trimEnd().split('\n');
  const telling = lines.filter((line) => !IDLE.test(line));
  return (telling.length > 0 ? telling : lines).slice(-LINES).join('\n');
}
