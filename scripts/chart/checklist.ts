import { run } from '../brokers/program.ts';

/** The counts of checks that passed, failed and were skipped. */
export interface CheckCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of the failed ones. */
  readonly failures: readonly string[];
}

/** One sentence per fault; undefined if the check cannot run on this machine. */
export type Faults = readonly string[] | undefined;
/** Writes one line. */
export type Report = (line: string) => void;
/** Runs one check and reports its result in one line. */
export type Check = (name: string, find: () => Faults | Promise<Faults>) => Promise<void>;

/** Returns a function that runs checks, and the counts of their results. */
export function checklist(report: Report): { check: Check; counts: CheckCounts } {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  const check: Check = async (name, find) => {
    const faults = await Promise.try(find).catch((error: Error): Faults => [error.message]);
    const word = faults === undefined ? 'skipped' : faults.length === 0 ? 'passed' : 'failed';
    counts[word] += 1;
    if (word === 'failed') counts.failures.push(name);
    report(`${{ passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[word]} ${name}`);
    for (const fault of faults ?? []) report(`     ${fault}`);
  };
  return { check, counts };
}

/** Runs a tool; if it fails, its output is the fault. */
export async function ran(
  program: string | undefined,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Faults> {
  if (!program) return undefined;
  return run(program, args, { env }).then(
    () => [],
    ({ cause }: { cause: { stdout: string; stderr: string } }) => [`${cause.stdout}${cause.stderr}`.trim()],
  );
}
