import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const released = require.resolve('@modelcontextprotocol/conformance/package.json');
const next = require.resolve('mcp-conformance-next/package.json');
const mainOf = (manifest: string): string => join(dirname(manifest), 'dist/index.js');

/** The suites: the checks of the last release, and the requirements of a protocol revision in the next release. */
const suites = {
  active: { main: mainOf(released), args: ['--suite', 'active'] },
  '2025-11-25': { main: mainOf(next), args: ['--requirements', '2025-11-25'] },
  '2026-07-28': { main: mainOf(next), args: ['--requirements', '2026-07-28'] },
} as const;

type Suite = keyof typeof suites;

/** The result of a run. */
export interface SuiteRun {
  /** 0 when exactly the checks of the baseline failed. */
  readonly code: number | null;
  /** The scenarios in which something passed and nothing failed. */
  readonly scenarios: number;
  /** The checks that passed. */
  readonly checks: number;
  /** The summary of the suite, and the error of each failed check. */
  readonly report: string;
}

/** Runs a suite against an address; `baseline` names the file of the checks that are expected to fail. */
export async function runSuite(suite: Suite, url: string, baseline: string): Promise<SuiteRun> {
  const { main, args } = suites[suite];
  const expected = fileURLToPath(new URL(`baseline/${baseline}.yml`, import.meta.url));
  const results = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const { code, output } = await run([main, 'server', '--url', url, ...args, '--expected-failures', expected, '-o', results]);
    const summary = output.slice(output.indexOf('=== SUMMARY ==='));
    const scenarios = [...summary.matchAll(/^✓ .*: [1-9]\d* passed, 0 failed$/gm)].length;
    const checks = Number(/^Total: (\d+) passed/m.exec(summary)?.[1] ?? 0);
    return { code, scenarios, checks, report: [summary, ...(await failuresIn(results))].join('\n') };
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function failuresIn(results: string): Promise<string[]> {
  const failures: string[] = [];
  for (const scenario of await readdir(results)) {
    const checks = JSON.parse(await readFile(join(results, scenario, 'checks.json'), 'utf8')) as Check[];
    for (const { id, status, errorMessage } of checks)
      if (status === 'FAILURE' || status === 'WARNING') failures.push(`${scenario} ${id} ${status}: ${errorMessage}`);
  }
  return failures;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
