import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../step.ts';
import { type JestSelection, jestArguments } from './arguments.ts';
import { type FailureReport, failuresOf } from './failures.ts';
import type { Output } from './output.ts';
import { durationsOf, type TimedFile } from './slow-files.ts';
import { oneFailure, type TestSummary } from './test-summary.ts';

/** The parts of a report of jest that are read here. */
interface JestReport extends FailureReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly (FailureReport['testResults'][number] & { readonly startTime: number; readonly endTime: number })[];
}

/** The counts of one run of jest and the duration of each file. */
export interface JestResult {
  readonly summary: TestSummary;
  readonly files: readonly TimedFile[];
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/** The command that runs jest on this Node. */
export const jestCommand: readonly [string, ...string[]] = [
  process.execPath,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  jest,
];

/**
 * Runs jest and counts its tests. A file that does not load is a failure, and so is a jest that writes no report or exits
 * with another code than 0.
 */
export async function runJest(
  selection: JestSelection,
  { reportFile, output, env = {} }: { reportFile: string; output: Output; env?: Readonly<Record<string, string>> },
): Promise<JestResult> {
  const [program, ...args] = [...jestCommand, '--json', `--outputFile=${reportFile}`, '--forceExit', ...jestArguments(selection)];
  const child = spawn(program!, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', output.fd] });
  const code = await new Promise<number>((done) => child.once('close', (exit) => done(exit ?? 1)));
  const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => 'null')) as JestReport | null;
  if (!report) return { summary: oneFailure, files: [] };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    summary: {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: failuresOf(report, root),
    },
    files: durationsOf(report, root),
  };
}

/** Returns the path of the report of a suite. */
export const reportFile = (folder: string, suite: string): string => join(folder, `${suite}.json`);
