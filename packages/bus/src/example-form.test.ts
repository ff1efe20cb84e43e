import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { suchAs } from './example-form.ts';

test.each<[z.ZodType, string]>([
  [z.array(z.strictObject({ column_key: z.string(), bucket: z.string().optional() })), ', such as [{"column_key":"…"}]'],
  [z.strictObject({ table_id: z.string(), cardinality: z.string().default('many') }), ', such as {"table_id":"…"}'],
  [z.array(z.string()), ', such as ["…"]'],
  [z.array(z.enum(['a', 'b'])), ', such as ["…"]'],
  [z.array(z.object({ a: z.string().optional() })), ''],
  [z.array(z.union([z.string(), z.number()])), ''],
  [z.object({}), ''],
  [z.string(), ''],
])('the form of a schema has what it requires', (schema, form) => {
  expect(suchAs(schema)).toBe(form);
});
