import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of its own that runs publishing on a database, to be killed. */
export async function startProcess(url: string, environment: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./run-publishing.ts', import.meta.url)), url], {
    env: { ...process.env, ...environment, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    child.stdout!.once('data', () => ready());
    child.once('exit', (code) => failed(new Error(`It ended with ${code} before it ran.`)));
  });
  return child;
}

/** Kills a process as the machine would that loses its power. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((exited) => child.once('exit', exited));
  child.kill('SIGKILL');
  await gone;
}
