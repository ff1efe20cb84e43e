import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../step.ts';

/** A tracked text file: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A violation of a rule of STYLE.md: the file, the line and one sentence. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Generated files, the two files that have to name banned words, and requests in the words of users. */
const EXCLUDED =
  /(^|\/)gen\/|^packages\/console\/src\/made\/|^proto\/|^package-lock\.json$|^scripts\/check\/(banned-words|comments|house\.test)\.ts$|\.examples\.ts$/;

/** Returns the text files that git tracks or would track, except generated ones. */
export function sourceFiles(): SourceFile[] {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
  return names
    .filter((path) => /\.(tsx?|mts|mjs|sql|md|ya?ml)$/.test(path) && !EXCLUDED.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns the line number, from 1, of an offset in a text. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
