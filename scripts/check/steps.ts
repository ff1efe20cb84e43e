import { join } from 'node:path';
import { root, type StepResult, step } from '../step.ts';

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const node = (file: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  ['--disable-warning=ExperimentalWarning', file, ...args],
];

/** Everything that can be said about the code without running it, one line each. */
export async function runChecks(): Promise<StepResult[]> {
  return [
    await step('types', bin('tsc'), ['-p', 'tsconfig.json']),
    await step('lint, format and import boundaries', bin('biome'), ['check', '--error-on-warnings', '.']),
    await step('dead exports and unlisted dependencies', bin('knip'), []),
    await step('search_tools knows the meaning of every sentence', ...node('scripts/vectors/main.ts', '--check')),
    await step('words, sentences, circles, SQL files, links, citations, migrations and the manifest', ...node('scripts/check/house.ts')),
    await step('proto/ says what the contracts say', ...node('scripts/proto/main.ts', '--check')),
  ];
}
