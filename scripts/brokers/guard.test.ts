import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { portIsFree } from './port.ts';
import { type StandIn, standIn } from './stand-in.ts';

const file = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

/** A process that starts a guarded stand-in and then ends in a way of its own. */
async function endOf({ program, folder }: StandIn, ending: string): Promise<void> {
  const source = `
    import { startProcess } from ${file('broker-process.ts')};
    import { startGuard } from ${file('guard.ts')};
    import { natsAnswers } from ${file('probe.ts')};
    const program = ${JSON.stringify(program)};
    const answers = () => natsAnswers({ host: '127.0.0.1', port: program.port });
    await startProcess({ ...program, answers }, { guard: startGuard(${JSON.stringify(folder)}), died: () => {} });
    ${ending}`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  parent.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(parent, 'exit');
  expect(said).not.toMatch(/ERR_|SyntaxError/);
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await holds()); await delay(20))
    if (Date.now() > deadline) throw new Error('It did not happen within ten seconds.');
}

test.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL');"],
  ['takes a signal without handling it', "process.kill(process.pid, 'SIGTERM');"],
  ['throws', "setTimeout(() => { throw new Error('uncaught'); });"],
  ['exits', 'process.exit(0);'],
])('no broker and no temporary data outlive a process that %s', async (_how, ending) => {
  await using broker = await standIn();
  await endOf(broker, ending);
  await eventually(() => portIsFree(broker.program.port));
  await eventually(() => !existsSync(broker.folder));
});
