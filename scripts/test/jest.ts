import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../step.ts';
import type { TestSummary } from './test-summary.ts';

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/** Runs jest with these arguments, its output shown, and counts what came of it; a file that does not even load is a failure. */
export async function runJest(
  args: readonly string[],
  reportFile: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestSummary> {
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      jest,
      '--json',
      `--outputFile=${reportFile}`,
      '--forceExit',
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const code = await new Promise<number>((done) => child.once('close', (exit) => done(exit ?? 1)));
  const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => 'null')) as JestReport | null;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Where the report of a part goes. */
export const reportFile = (folder: string, part: string): string => join(folder, `${part}.json`);
