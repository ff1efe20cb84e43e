import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');
const GENERATED = 'packages/event-log/src/gen';
const buf = (...args: string[]): string =>
  execFileSync(join(bin, 'buf'), args, {
    cwd: join(root, 'proto'),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Lints the .proto files and generates the TypeScript of the envelope. */
export function generateEnvelope(): void {
  buf('lint');
  buf('generate');
}

/** Lints the .proto files and returns the checked-in TypeScript files that differ from the generated ones. */
export function staleEnvelope(): string[] {
  buf('lint');
  const folder = mkdtempSync(join(tmpdir(), 'space-proto-'));
  try {
    // buf.gen.yaml writes to `../packages`, which is next to this folder's `proto`.
    buf('generate', '--output', join(folder, 'proto'));
    const meant = sources(join(folder, GENERATED));
    const present = sources(join(root, GENERATED));
    const names = new Set([...meant.keys(), ...present.keys()]);
    return [...names].filter((name) => meant.get(name) !== present.get(name)).map((name) => `${GENERATED}/${name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the text of each file below a folder, by its relative path. */
const sources = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );

/** Throws if the .proto files break consumers of the previous commit that had them. */
export function refuseBreaking(): string {
  const before = changedCommit();
  if (!before) return 'no earlier commit to compare with';
  buf('breaking', '--against', `../.git#ref=${before},subdir=proto`);
  return `compared with ${before.slice(0, 12)}`;
}

/** Returns HEAD if proto/ has uncommitted changes, otherwise the commit before HEAD. */
function changedCommit(): string | undefined {
  try {
    const isDirty = git('status', '--porcelain', 'proto') !== '';
    const commit = git('rev-parse', isDirty ? 'HEAD' : 'HEAD~1');
    return git('ls-tree', '-r', '--name-only', commit, 'proto').includes('.proto') ? commit : undefined;
  } catch {
    return undefined;
  }
}
