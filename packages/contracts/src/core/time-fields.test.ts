import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { day, moment } from './time-fields.ts';

const days = ['1900', '1904', '2000', '2024', '2026', '2100', '2196', '2199', '1896', '1899', '2200', '0020', '9999'].flatMap((year) =>
  ['01-01', '01-31', '02-28', '02-29', '02-30', '04-30', '04-31', '06-31', '12-31', '12-32', '13-01', '00-10', '10-00', '1-1'].map(
    (rest) => `${year}-${rest}`,
  ),
);
const times = [
  'T09:30Z',
  'T09:30:00Z',
  'T23:59:59.123456+02:00',
  'T00:00-23:59',
  'T09:30:00+14:59',
  'T09:30:00-15:00',
  'T24:00Z',
  'T09:60Z',
  'T09:30',
  't09:30z',
  'T09:30+02',
  '',
];

test.each([
  ['day', day, days],
  ['moment', moment, days.flatMap((text) => times.map((time) => `${text}${time}`))],
])('the pattern of a %s in JSON Schema accepts what the server accepts, and nothing else', (_name, schema, texts) => {
  const { pattern } = z.toJSONSchema(schema);
  const accepted = texts.filter((text) => schema.safeParse(text).success);
  expect(accepted.length).toBeGreaterThan(40);
  expect(texts.filter((text) => new RegExp(pattern!).test(text))).toEqual(accepted);
});
