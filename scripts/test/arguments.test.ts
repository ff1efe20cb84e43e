import { expect, test } from '@jest/globals';
import { jestArguments, readArguments } from './arguments.ts';

const known = ['checks', 'unit', 'integration', 'standalone', 'cost', 'launches', 'cluster', 'faults', 'chart'];

test('no words select every suite', () => {
  expect(readArguments([], known)).toEqual({ suites: [], files: [], options: [] });
});

test('`npm test unit FILE` runs that file only', () => {
  const { suites, files, options } = readArguments(['unit', 'packages/contracts/src/match.test.ts'], known);
  expect(suites).toEqual(['unit']);
  expect(jestArguments({ project: 'unit', files, options })).toEqual([
    '--selectProjects',
    'unit',
    '--runInBand',
    '--',
    'packages/contracts/src/match.test.ts',
  ]);
});

test('files follow `--` after options and ignored paths too', () => {
  const { files, options } = readArguments(['standalone', '-t', 'a contact', 'journeys/contacts', '--bail'], known);
  expect(jestArguments({ project: 'e2e', files, options, ignored: ['/e2e/pages/'], workers: 2 })).toEqual([
    ...['--selectProjects', 'e2e', '--testPathIgnorePatterns', '/node_modules/', '/e2e/pages/', '--maxWorkers=2'],
    ...['-t', 'a contact', '--bail', '--', 'journeys/contacts'],
  ]);
});

test('without files there is no `--`', () => {
  expect(jestArguments({ project: 'integration', workers: 2 })).toEqual(['--selectProjects', 'integration', '--maxWorkers=2']);
});

test.each([
  ['services/contacts/src/tag.test.ts', 'unit'],
  ['scripts/test/arguments.test.ts', 'unit'],
  ['services/contacts/test/contacts.integration.test.ts', 'integration'],
  ['e2e/journeys/contacts.test.ts', 'standalone'],
  ['e2e/standalone/life.test.ts', 'launches'],
  ['e2e/cost/operations.test.ts', 'cost'],
  ['e2e/cluster/outage.test.ts', 'faults'],
])('%s alone selects the suite %s', (file, suite) => {
  expect(readArguments([file], known)).toEqual({ suites: [suite], files: [file], options: [] });
});

test('a word that is neither a suite nor a test file is an error that names the suites', () => {
  expect(() => readArguments(['untis'], known)).toThrow(/"untis" is neither a suite \(checks, unit, .*\) nor a test file/);
});
