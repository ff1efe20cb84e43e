import { execFileSync } from 'node:child_process';

/** The revision to compare with, and the workspaces with changes. */
export interface Changes {
  readonly since: string;
  /** Such as `services/contacts`. */
  readonly workspaces: readonly string[];
}

/** Returns the changes since `main`, or since HEAD without such a branch; uncommitted and untracked files included. */
export function readChanges(root: string): Changes {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const since = ['main', 'origin/main'].find((revision) => exists(() => git('rev-parse', '--verify', '--quiet', revision))) ?? 'HEAD';
  const base = git('merge-base', since, 'HEAD').trim();
  const paths = `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`.split('\n');
  return { since, workspaces: workspacesOf(paths) };
}

/** Returns the workspaces that contain these paths. */
export const workspacesOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => /^(?:packages|services)\/[^/]+(?=\/)/.exec(path) ?? [])),
];

/** Returns a pattern for --testPathIgnorePatterns that ignores every path outside of these workspaces. */
export const outsideOf = (root: string, workspaces: readonly string[]): string => `^(?!${root}/(${workspaces.join('|')})/)`;

function exists(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
