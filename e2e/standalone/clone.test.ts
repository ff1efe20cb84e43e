import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { cleanUp, newFolder, readConnection, settings } from './launch.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const TEST_MS = 300_000;

afterAll(cleanUp);

/** Returns what a shell of a user has: programs that are not of this repository, and how to reach a registry. */
const shell = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env as Record<string, string>).filter(([name]) =>
      /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_.+|.+_proxy)$/i.test(name),
    ),
  ),
  PATH: process.env
    .PATH!.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
});

/** Copies the files of this repository, as a clone has them, with changes that are not committed. */
async function newClone(): Promise<string> {
  const folder = await newFolder();
  // Started by root, Postgres runs as another user, who must reach its programs.
  await chmod(folder, 0o755);
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    maxBuffer: 16 * 1_048_576,
  });
  const { stdout: deleted } = await run('git', ['ls-files', '--deleted'], { cwd: root });
  const gone = new Set(deleted.split('\n'));
  for (const file of stdout.split('\n').filter((name) => name !== '' && !gone.has(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyFile(join(root, file), join(folder, file));
  }
  return folder;
}

test(
  'npm start in a clone installs no development tools, starts, and the commands of the operator run; they install nothing more',
  async () => {
    const clone = await newClone();
    const env = { ...shell(), ...(await settings(join(clone, '.space'))) };
    const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const exited = new Promise((done) => child.once('close', done));
    try {
      await eventually(
        () => {
          if (!output.includes('Space API runs') && child.exitCode === null) throw new Error(`It does not run yet: ${output}`);
        },
        { timeout: 240_000 },
      );
      expect(output).toContain('Space API runs');
      expect(output).toContain('Installing dependencies without development tools');
      expect(existsSync(join(clone, 'node_modules', 'jest'))).toBe(false);
      const { base_url, api_key } = await readConnection(join(clone, '.space'));
      const answer = await fetch(`${base_url}/contacts`, { headers: { authorization: `Bearer ${api_key}` } });
      expect(answer.status).toBe(200);
      const { stdout, stderr } = await run('npm', ['run', 'space', '--', 'status'], { cwd: clone, env });
      expect(stdout).toMatch(/^ready +true$/m);
      expect(stderr).not.toContain('Installing');
    } finally {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
      await exited;
    }
  },
  TEST_MS,
);
