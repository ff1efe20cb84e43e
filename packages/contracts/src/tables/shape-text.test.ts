import { expect, test } from '@jest/globals';
import { columnConfigs, rollupFunctions } from './column-types.ts';
import { shapesText } from './shape-text.ts';
import { viewConfigs } from './view.ts';

test('the settings of views are named with their values and required fields', () => {
  const text = shapesText(viewConfigs);
  for (const part of ['row_height: short|medium|tall', 'stack_by*: string', 'widgets*: [{id*: string', 'group_by: [{column_key*: string'])
    expect(text).toContain(part);
});

test('the settings of columns name every type and every function of a rollup', () => {
  const text = shapesText(columnConfigs);
  for (const type of Object.keys(columnConfigs)) expect(text).toContain(`${type} {`);
  expect(text).toContain(`function*: ${rollupFunctions.join('|')}`);
  expect(text).toContain('match: [{target_column*: string, equals_column*: string}]');
});
