import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../step.ts';
import { madeFiles } from './made-files.ts';

const folder = join(root, 'packages', 'console', 'src', 'made');

/** Writes the files that the console derives from the contracts. */
export function writeMade(): void {
  const files = madeFiles();
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['shapes', 'inputs']) mkdirSync(join(folder, part), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  process.stdout.write(`Wrote ${files.size} files.\n`);
}

/** Compares the derived files with the contracts, and returns the exit code: 1 if they differ. */
export function checkMade(): number {
  const files = madeFiles();
  const present = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const stale = [...files].filter(([name, text]) => !present.includes(name) || readFileSync(join(folder, name), 'utf8') !== text);
  const differing = [...stale.map(([name]) => name), ...present.filter((name) => !files.has(name))];
  if (differing.length === 0) return 0;
  process.stderr.write(
    `packages/console/src/made differs from the contracts: ${differing.join(', ')}. Run npm run console made and read the diff.\n`,
  );
  return 1;
}
