import { run } from '../brokers/program.ts';

/** How many checks passed, failed, and could not be made. */
export interface ChartTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What is wrong, a sentence each; undefined when it could not be found out here. */
export type Faults = readonly string[] | undefined;
/** Where lines go. */
export type Report = (line: string) => void;
/** Makes one check and says in one line how it went. */
export type Check = (name: string, find: () => Faults | Promise<Faults>) => Promise<void>;

/** Counts checks. */
export function checklist(report: Report): { check: Check; tally: ChartTally } {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const check: Check = async (name, find) => {
    const faults = await Promise.try(find).catch((error: Error): Faults => [error.message]);
    const word = faults === undefined ? 'skipped' : faults.length === 0 ? 'passed' : 'failed';
    tally[word] += 1;
    report(`${{ passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[word]} ${name}`);
    for (const fault of faults ?? []) report(`     ${fault}`);
  };
  return { check, tally };
}

/** Runs a tool for its exit code alone; what it said is the fault. */
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
