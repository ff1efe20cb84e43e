import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeBlocks } from '../../scripts/documents/code-blocks.ts';
import { root } from '../../scripts/step.ts';
import { profile } from '../profile.ts';
import { inherited } from '../program.ts';

/** The commands that wait for a debugger, with any free port in place of the default one. */
const commands = codeBlocks
  .filter(({ language, text }) => language === 'sh' && text.includes(' --inspect'))
  .flatMap(({ text }) => text.replaceAll('\\\n', ' ').trim().split('\n'))
  .map((command) => ({ command, onAnyPort: command.replace(/--inspect(-brk)?/, '$&=127.0.0.1:0') }));

test.each(commands)('a debugger can be attached to: $command', async ({ onAnyPort }) => {
  const folder = await mkdtemp(join(tmpdir(), 'debugger-'));
  const env = { ...inherited, SPACE_DATA_DIR: folder, SPACE_BASE_URL: profile.base_url, SPACE_OPERATOR_TOKEN: profile.operator_token };
  const child = spawn('bash', ['-c', `exec ${onAnyPort}`], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  for await (const chunk of child.stderr) {
    output += chunk;
    if (/ws:\S+/.test(output)) break;
  }
  const socket = new WebSocket(/ws:\S+/.exec(output)![0]);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.version' } }));
  const [answer] = (await once(socket, 'message')) as [{ readonly data: string }];
  expect(JSON.parse(answer.data)).toMatchObject({ result: { result: { value: process.version } } });
  socket.close();
  child.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
});
