import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createFakeBroker, type FakeBroker } from './fake-broker.ts';
import { portIsFree } from './port.ts';

const file = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

/** Runs a process that starts a watched fake broker and then executes `ending`. */
async function runParent({ program, folder }: FakeBroker, ending: string): Promise<void> {
  const source = `
    import { startProcess } from ${file('broker-process.ts')};
    import { startWatchdog } from ${file('watchdog.ts')};
    import { natsAnswers } from ${file('probe.ts')};
    const program = ${JSON.stringify(program)};
    const answers = () => natsAnswers({ host: '127.0.0.1', port: program.port });
    await startProcess({ ...program, answers }, { watchdog: startWatchdog(${JSON.stringify(folder)}), onDeath: () => {} });
    ${ending}`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  parent.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  await once(parent, 'exit');
  expect(errors).not.toMatch(/ERR_|SyntaxError/);
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await holds()); await delay(20))
    if (Date.now() > deadline) throw new Error('It did not happen within ten seconds.');
}

test.concurrent.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL');"],
  ['takes a signal without handling it', "process.kill(process.pid, 'SIGTERM');"],
  ['throws', "setTimeout(() => { throw new Error('uncaught'); });"],
  ['exits', 'process.exit(0);'],
])('no broker and no temporary data outlive a process that %s', async (_how, ending) => {
  await using broker = await createFakeBroker();
  await runParent(broker, ending);
  await eventually(() => portIsFree(broker.program.port));
  await eventually(() => !existsSync(broker.folder));
});
