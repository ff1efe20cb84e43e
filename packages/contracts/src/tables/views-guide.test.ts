import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rollupFunctions } from './column-types.ts';
import { aggregateFunctions, dateBuckets } from './filters.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api/tables.md'), 'utf8');

test.each([
  ['function', aggregateFunctions],
  ['date_bucket', dateBuckets],
])('the guide to tables lists the values of `%s` of a widget', (name, values) => {
  expect(guide).toMatch(new RegExp(`^\\| \`${name}\` of a widget.* \\| ${values.join(', ')} \\|$`, 'm'));
});

test('the guide to tables lists the functions of a rollup', () => {
  const [, functions] = /^\| rollup \|.*\bfunction \(([^)]*)\)/m.exec(guide) ?? [];
  expect(functions?.split(', ')).toEqual(rollupFunctions);
});
