import { expect, test } from '@jest/globals';
import { durationsOf, filesAboveLimit, formatSlowest } from './slow-files.ts';

const report = {
  testResults: [
    { name: '/repo/packages/text/src/slug.test.ts', startTime: 1_000, endTime: 1_500 },
    { name: '/repo/services/tables/src/slow.test.ts', startTime: 1_000, endTime: 6_100 },
    { name: '/repo/services/tables/src/cells.property.test.ts', startTime: 1_000, endTime: 31_000 },
    { name: '/repo/services/tables/src/just.test.ts', startTime: 1_000, endTime: 6_000 },
  ],
};
const files = durationsOf(report, '/repo');

test('lists files by duration, slowest first, with paths from the root', () => {
  expect(formatSlowest(files)).toEqual([
    'The slowest files:',
    '   30.0 s  services/tables/src/cells.property.test.ts',
    '    5.1 s  services/tables/src/slow.test.ts',
    '    5.0 s  services/tables/src/just.test.ts',
    '    0.5 s  packages/text/src/slug.test.ts',
  ]);
});

test('lists ten files at most', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ path: `${n}.test.ts`, seconds: n }));
  expect(formatSlowest(many)).toHaveLength(11);
});

test('a unit file above five seconds breaks the limit, unless it is a property test', () => {
  expect(filesAboveLimit(files).map(({ path }) => path)).toEqual(['services/tables/src/slow.test.ts']);
});
