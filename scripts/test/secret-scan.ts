import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestSummary } from './test-summary.ts';

/** An unredacted key or signing secret; a redacted one has `[redacted]` after its prefix. */
const SECRET = /wks_[a-z]+_[A-Za-z0-9]|whsec_[A-Za-z0-9+/]/g;
/** The name of a log or of a rotated log. */
const LOG = /\.log(\.|$)/;

/**
 * Removes what the banner of a standalone start shows to the person who starts it: the key, once, and the setup link of the console while
 * the installation has no people.
 */
export const withoutBanner = (text: string): string =>
  text
    .replace(/^ {2}API key +wks_live_\w+$/m, '')
    .replaceAll(/^ {2}Console +\S+\/setup\/wks_invite_\w+$/gm, '')
    .replaceAll(/^ {2}curl .*$/gm, '');

/** Returns the number of keys and signing secrets in a text. */
const countSecrets = (text: string): number => withoutBanner(text).match(SECRET)?.length ?? 0;

/** Runs one test after a profile was stopped: none of its logs, listed or found below `folder`, contains a key or a signing secret. */
export async function secretScan(folder: string, logFiles: readonly string[], report: (line: string) => void): Promise<TestSummary> {
  const below = await readdir(folder, { recursive: true });
  const files = new Set([...logFiles, ...below.filter((name) => LOG.test(name)).map((name) => join(folder, name))]);
  let hits = 0;
  for (const file of files) {
    const count = countSecrets(await readFile(file, 'utf8'));
    if (count > 0) report(`FAIL ${relative(folder, file)} contains ${count} keys or signing secrets`);
    hits += count;
  }
  if (hits > 0) return { passed: 0, failed: 1, skipped: 0 };
  report(`ok  no key and no signing secret in ${files.size} logs`);
  return { passed: 1, failed: 0, skipped: 0 };
}
