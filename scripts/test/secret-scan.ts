import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestSummary } from './test-summary.ts';

/** A key or a signing secret as it is; a redacted one has `[redacted]` after its prefix. */
const SECRET = /wks_live_[A-Za-z0-9]|whsec_[A-Za-z0-9+/]/g;
/** A log, also one that was rotated. */
const LOG = /\.log(\.|$)/;

/** What a first standalone start shows once to whoever starts it: the key, and commands to paste that carry it. */
const withoutBanner = (text: string): string => text.replace(/^ {2}API key +wks_live_\w+$/m, '').replaceAll(/^ {2}curl .*$/gm, '');

/** How many keys and signing secrets a text holds. */
const countSecrets = (text: string): number => withoutBanner(text).match(SECRET)?.length ?? 0;

/** One test, after a profile was stopped: no log of it, named or found below `folder`, holds a key or a signing secret. */
export async function secretScan(folder: string, logFiles: readonly string[], report: (line: string) => void): Promise<TestSummary> {
  const below = await readdir(folder, { recursive: true });
  const files = new Set([...logFiles, ...below.filter((name) => LOG.test(name)).map((name) => join(folder, name))]);
  let hits = 0;
  for (const file of files) {
    const count = countSecrets(await readFile(file, 'utf8'));
    if (count > 0) report(`FAIL ${relative(folder, file)} holds ${count} keys or signing secrets`);
    hits += count;
  }
  if (hits > 0) return { passed: 0, failed: 1, skipped: 0 };
  report(`ok  no key and no signing secret in ${files.size} logs`);
  return { passed: 1, failed: 0, skipped: 0 };
}
