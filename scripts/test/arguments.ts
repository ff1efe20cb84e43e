/** The words after `npm test`. */
export interface TestArguments {
  /** Names of suites; empty for all. */
  readonly suites: readonly string[];
  /** Files or patterns of files. */
  readonly files: readonly string[];
  /** Options for jest, such as `-t` with its pattern. */
  readonly options: readonly string[];
}

/** Options of jest that take the next word as their value. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-t', '--testNamePattern', '-w', '--maxWorkers', '--seed', '--testTimeout']);

/** The suite of a file, by its path. */
const suiteOfPath: readonly (readonly [path: RegExp, suite: string])[] = [
  [/^e2e\/cluster\//, 'faults'],
  [/^e2e\/standalone\//, 'launches'],
  [/^e2e\/cost\//, 'cost'],
  [/^e2e\//, 'standalone'],
  [/^(packages|services)\/[^/]+\/test\//, 'integration'],
  [/^(packages|services|scripts)\/.*\.test\.ts$/, 'unit'],
];

/** Sorts the words of `npm test` into suites, files and options. Files without a suite select the suites of their paths. */
export function readArguments(words: readonly string[], known: readonly string[]): TestArguments {
  const suites: string[] = [];
  const files: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (word.startsWith('-')) {
      options.push(word);
      if (WITH_VALUE.has(word) && index + 1 < words.length) options.push(words[++index]!);
    } else if (known.includes(word)) suites.push(word);
    else files.push(word);
  }
  if (suites.length > 0) return { suites, files, options };
  const ofPaths = files.map((file) => suiteOfPath.find(([path]) => path.test(file))?.[1]);
  const unknown = files.find((_, index) => ofPaths[index] === undefined);
  if (unknown !== undefined)
    throw new Error(
      `"${unknown}" is neither a suite (${known.join(', ')}) nor a test file; name the suite first: npm test unit ${unknown}`,
    );
  return { suites: [...new Set(ofPaths as string[])], files, options };
}

/** Selects the tests of one run of jest. */
export interface JestSelection {
  /** A project of jest.config.mjs. */
  readonly project: string;
  /** Files or patterns of files; empty for all. */
  readonly files?: readonly string[];
  /** Patterns of paths to leave out. */
  readonly ignored?: readonly string[];
  readonly options?: readonly string[];
  /** Test files that run at the same time, each in a process of its own; 1 runs them in the process of jest. */
  readonly workers?: number;
}

/**
 * Returns the arguments of jest. `--` precedes the files: --selectProjects and --testPathIgnorePatterns take every word
 * up to the next option, so that a file would count as one more project.
 */
export const jestArguments = ({ project, files = [], ignored = [], options = [], workers = 1 }: JestSelection): string[] => [
  '--selectProjects',
  project,
  ...(ignored.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...ignored] : []),
  ...(workers > 1 ? [`--maxWorkers=${workers}`] : ['--runInBand']),
  ...options,
  ...(files.length > 0 ? ['--', ...files] : []),
];
