import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { day, moment, zonedMoment, zoneIn } from './time-fields.ts';

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
  'T09:30[Europe/Berlin]',
  'T09:30:30.5[UTC]',
  'T24:00[UTC]',
  'T09:30[+02:00]',
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

test.each(['2026-12-41', '2026-02-30', '2025-02-29', '1 May 2026'])(
  'the day %s is refused as one that does not exist or has another form',
  (text) => {
    expect(day.safeParse(text).error?.issues[0]?.message).toBe('must be a day that exists, written YYYY-MM-DD');
  },
);

test.each([
  ['2026-12-01T09:00[Europe/Berlin]', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00:30.5[europe/berlin]', '2026-07-01T07:00:30.500Z'],
  ['2026-10-25T02:30[Europe/Berlin]', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30[Europe/Berlin]', '2026-03-29T01:30:00.000Z'],
  ['2026-12-01T09:00:00+01:00', '2026-12-01T09:00:00+01:00'],
])('the time %s is the instant %s', (text, at) => {
  expect(moment.parse(text)).toBe(at);
  expect(zonedMoment.parse(text)).toBe(text);
});

test.each([
  ['2026-12-01T09:00[Mars/Olympus]', /IANA time zone/],
  ['2026-12-01T09:00', /must be a time such as/],
  ['2026-02-30T09:00[UTC]', /must be a time such as/],
  ['+275760-09-13T00:00[America/New_York]', /must be a time such as/],
  ['-271821-04-20T00:00[Asia/Tokyo]', /must be a time such as/],
  ['1899-12-31T09:00[UTC]', /must be a time such as/],
  ['2026-12-01T09:00+01:00[Europe/Berlin]', /must be a time such as/],
  ['2026-12-01T09:00[+01:00]', /must be a time such as/],
])('the time %s is rejected', (text, message) => {
  expect(JSON.stringify(moment.safeParse(text).error?.issues)).toMatch(message);
});

test('zoneIn returns the zone of a local time as IANA spells it', () => {
  expect([zoneIn('2026-12-01T09:00[europe/berlin]'), zoneIn('2026-12-01T09:00:00Z')]).toEqual(['Europe/Berlin', undefined]);
});
