import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path/posix';
import { root } from '../step.ts';

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Returns the tracked files that `.dockerignore` admits to the image. The last pattern that matches a path decides. */
export function imageFiles(): string[] {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), glob: line.replace(/^!/, '') }));
  const isIn = (path: string): boolean =>
    patterns.findLast(({ glob }) => parents(path).some((parent) => matchesGlob(parent, glob)))?.isKept ?? true;
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)) && isIn(path));
}

/** Returns a path and all folders above it, because a pattern that matches a folder matches its files. */
const parents = (path: string): string[] => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Returns the TypeScript files that the programs load, directly or through other files and packages of this repository. */
export function loadedFiles(programs: readonly string[]): string[] {
  const loaded = new Set<string>();
  const queue = [...programs];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    for (const [, specifier] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const target = resolveImport(path, specifier!);
      if (target) queue.push(target);
    }
  }
  return [...loaded];
}

/** Returns the file that an import names, or undefined for a package of npm. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = normalize(join(dirname(from), specifier));
    return /\.ts$/.test(path) && existsSync(join(root, path)) ? path : undefined;
  }
  const [, name, subpath] = /^@space\/([a-z-]+)(\/.+)?$/.exec(specifier) ?? [];
  const folder = ['packages', 'services'].map((kind) => `${kind}/${name}`).find((each) => existsSync(join(root, each, 'package.json')));
  if (!name || !folder) return undefined;
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { exports: Record<string, string> };
  const file = exports[`.${subpath ?? ''}`];
  return file && join(folder, file);
}
