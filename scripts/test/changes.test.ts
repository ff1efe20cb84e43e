import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { outsideOf, readChanges, workspacesOf } from './changes.ts';

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root, stdio: 'ignore' });
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'space-changes-'));
  git('init', '-q', '-b', 'main');
  await write('services/contacts/src/contacts.ts');
  git('add', '-A');
  git('commit', '-qm', 'contacts');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), `${Math.random()}\n`);
}

test('on main the changes are the uncommitted and untracked files', async () => {
  expect(readChanges(root)).toEqual({ since: 'main', workspaces: [] });
  await write('services/contacts/src/contacts.ts');
  await write('packages/text/src/slug.ts');
  expect(readChanges(root)).toEqual({ since: 'main', workspaces: ['services/contacts', 'packages/text'] });
});

test('on a branch the changes include its commits, and not those of main since then', async () => {
  git('checkout', '-qb', 'feature');
  await write('services/tables/src/tables.ts');
  git('add', '-A');
  git('commit', '-qm', 'tables');
  git('checkout', '-q', 'main');
  await write('services/events/src/events.ts');
  git('add', '-A');
  git('commit', '-qm', 'events');
  git('checkout', '-q', 'feature');
  expect(readChanges(root)).toEqual({ since: 'main', workspaces: ['services/tables'] });
});

test('files outside of workspaces belong to none', () => {
  expect(workspacesOf(['README.md', 'scripts/step.ts', 'services/manifest.ts', 'e2e/profile.ts', ''])).toEqual([]);
});

test('ignores paths outside of the workspaces', () => {
  const pattern = new RegExp(outsideOf('/repo', ['services/contacts', 'packages/text']));
  expect(pattern.test('/repo/services/contacts/test/contacts.integration.test.ts')).toBe(false);
  expect(pattern.test('/repo/packages/text/test/x.integration.test.ts')).toBe(false);
  expect(pattern.test('/repo/services/tables/test/tables.integration.test.ts')).toBe(true);
});
