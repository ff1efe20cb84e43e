import { join } from 'node:path';
import { root, type StepResult, step, TYPE_CHECK } from '../step.ts';

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const node = (file: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  ['--disable-warning=ExperimentalWarning', file, ...args],
];

/**
 * Runs all static checks and prints one line for each, when it ends. The type check takes as long as the others together, so
 * it runs next to them.
 */
export async function runChecks(): Promise<StepResult[]> {
  const [types, others] = await Promise.all([runTypes(), runOthers()]);
  return [...types, ...others];
}

/** The console has the types of a browser, so it is a program of its own. */
async function runTypes(): Promise<StepResult[]> {
  return [
    await step('types', bin('tsc'), TYPE_CHECK),
    await step('types of the console', bin('tsc'), ['-p', 'packages/console/tsconfig.json']),
  ];
}

async function runOthers(): Promise<StepResult[]> {
  return [
    await step('lint, format and import boundaries', bin('biome'), ['check', '--error-on-warnings', '.']),
    await step('dead exports and unlisted dependencies', bin('knip'), []),
    await step('search_tools has a vector for every sentence', ...node('scripts/vectors/main.ts', '--check')),
    await step('words, sentences, circles, SQL files, links, citations, migrations and the manifest', ...node('scripts/check/house.ts')),
    await step('docs/limits.md is what the contracts generate', ...node('scripts/limits/main.ts', '--check')),
    await step('packages/console/src/made is what the contracts generate', ...node('scripts/console/main.ts', 'made', '--check')),
    await step('proto/ and the routes of the client are what the contracts generate', ...node('scripts/proto/main.ts', '--check')),
  ];
}
