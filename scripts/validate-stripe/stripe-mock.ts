import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../profiles/program.ts';

const READY_TIMEOUT_MS = 60_000;

/** A running stripe-mock. */
export interface StripeMock {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts stripe-mock on the loopback address; without an address for HTTPS it would listen on every interface. */
export async function startStripeMock(program: string): Promise<StripeMock> {
  const [http, https] = await freePorts(2);
  const addresses = ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`];
  const child = spawn(program, addresses, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${http}`;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  for (let waited = 0; !(await answers(url)); waited += 100) {
    if (!isRunning()) throw new Error(`stripe-mock ended before it was ready: ${output}`);
    if (waited > READY_TIMEOUT_MS) {
      kill();
      throw new Error(`stripe-mock was not ready within ${READY_TIMEOUT_MS / 1_000} s.`);
    }
    await delay(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
