import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { guardMemory } from './memory-guard.ts';

test('says that a process has more memory than it may, and nothing of a smaller one', async () => {
  const script = 'const held = []; setInterval(() => held.push(Buffer.alloc(20_000_000, 1)), 5)';
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  let isSmallAbove = false;
  const endOther = guardMemory(process.pid, Number.MAX_SAFE_INTEGER, () => {
    isSmallAbove = true;
  });
  const end = guardMemory(child.pid!, 300_000_000, () => child.kill('SIGKILL'));
  expect(await exited).toEqual([null, 'SIGKILL']);
  end();
  endOther();
  expect(isSmallAbove).toBe(false);
});
