import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { root } from '../../scripts/step.ts';
import { inherited } from '../program.ts';
import { run } from './inventory.ts';

const SPACE_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

test.each(run.programs)('the program of $file:$line runs in this repository', async ({ text }) => {
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', text];
  const env = { ...inherited, SPACE_SECRET_KEY };
  const { stderr } = await promisify(execFile)(process.execPath, options, { cwd: root, env, timeout: 30_000 });
  expect(stderr).toBe('');
});
