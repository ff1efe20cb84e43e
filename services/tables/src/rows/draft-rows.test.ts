import { expect, test } from '@jest/globals';
import { columnOfType, schemaWith } from '../../test/fixtures/column.ts';
import { tryDraftRows, wireParser } from './draft-rows.ts';

const schema = schemaWith([columnOfType('text', { config: { pattern: '^(a{1,30}b?){30}$', max_length: 5_000 } })]);
const draft = (count: number, length: number) =>
  tryDraftRows(
    schema,
    Array.from({ length: count }, (_, at) => ({ at: `rows.${at}`, cells: { a: 'a'.repeat(length) } })),
    wireParser(false),
    true,
  );

test('cells match a costly pattern as long as the call has steps, and the others are rejected', () => {
  expect(draft(10, 500).errors).toEqual([]);
  const before = process.cpuUsage();
  const { errors } = draft(100, 5_000);
  const { user } = process.cpuUsage(before);
  expect(errors).toHaveLength(100);
  expect(errors.at(-1)).toMatchObject({ path: 'rows.99.a', code: 'too_costly' });
  expect(user / 1_000).toBeLessThan(3_000);
});
