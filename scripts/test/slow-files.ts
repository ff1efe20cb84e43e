import { relative } from 'node:path';

/** A test file with its duration in seconds, loading included. */
export interface TimedFile {
  readonly path: string;
  readonly seconds: number;
}

/** Files that a suite lists at its end. */
const MAX_LISTED = 10;
/** Seconds that a unit test file may take. */
export const MAX_UNIT_SECONDS = 5;

/** Returns the files of a report of jest, slowest first, with paths relative to `root`. */
export const durationsOf = (
  { testResults }: { readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[] },
  root: string,
): TimedFile[] =>
  testResults
    .map(({ name, startTime, endTime }) => ({ path: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds);

/** Returns lines with the ten slowest files; none for a single file. */
export const formatSlowest = (files: readonly TimedFile[]): string[] =>
  files.length < 2
    ? []
    : ['The slowest files:', ...files.slice(0, MAX_LISTED).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`)];

/** Returns the unit test files above MAX_UNIT_SECONDS. Property tests (`*.property.test.ts`) have no limit: FC_RUNS decides. */
export const filesAboveLimit = (files: readonly TimedFile[]): TimedFile[] =>
  files.filter(({ path, seconds }) => seconds > MAX_UNIT_SECONDS && !path.endsWith('.property.test.ts'));
