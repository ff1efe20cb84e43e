import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** The arguments with which the compiler checks all types and caches what it found, so that a second check takes a second or two. */
export const TYPE_CHECK: readonly string[] = [
  '-p',
  'tsconfig.json',
  '--incremental',
  '--tsBuildInfoFile',
  join('node_modules', '.cache', 'types.tsbuildinfo'),
];

/** The result of one step. */
export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

/** Runs a command and prints its result in one line, and the whole output of a failed one. */
export async function step(
  name: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const began = performance.now();
  const output: Buffer[] = [];
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((done) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      done(1);
    });
    child.once('close', (exit) => done(exit ?? 1));
  });
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)\n`);
  if (code !== 0) process.stdout.write(`${Buffer.concat(output).toString().trimEnd()}\n`);
  return { name, passed: code === 0, seconds };
}
