import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsDocument } from './document.ts';

/** `npm run limits` writes docs/limits.md from the bounds in the contracts. `--check` fails if they differ. */
const path = join(import.meta.dirname, '..', '..', 'docs', 'limits.md');
const text = limitsDocument();

if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  process.stderr.write('docs/limits.md differs from the bounds in the contracts. Run npm run limits and read the diff.\n');
  process.exitCode = 1;
}
