import { expect, test } from '@jest/globals';
import { MAX_FEED_WAIT_SECONDS } from '@space/contracts/events';
import { randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import { newSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { type Arguments, call, fieldsOf, operations, type Routed, sampled, takesBody } from './operations.ts';

const RUNS = randomRuns(40);

/** Texts that often break parsers. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%',
    '_',
    '\\',
    "'",
    '"',
    ',',
    '[',
    '{',
    '$1',
    '{{7*7}}',
    '../..',
    'null',
    'NaN',
    '1e400',
    '-0',
    '\u202e',
    '\ufeff',
    '*',
    'x'.repeat(5_000),
    '2026-02-30T00:00:00.000Z',
  ),
);
const scalars = fc.oneof(texts, fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, 0, -1, 2 ** 53, 1e300));
const values = fc.oneof(
  { weight: 3, arbitrary: scalars },
  { weight: 1, arbitrary: fc.array(scalars, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Returns true if `wait` is valid, so that the response would be delayed. */
const holdsBack = (wait: unknown): boolean => Number(wait) >= 1 && Number(wait) <= MAX_FEED_WAIT_SECONDS;

/** Valid arguments with random values in up to three fields, one of which may be unknown. */
const argumentsOf = (entry: Routed): fc.Arbitrary<Arguments> => {
  const names = [...fieldsOf(entry).map(([name]) => name), '__proto__', 'constructor', ''];
  const faults = fc.array(fc.tuple(fc.constantFrom(...names), values), { minLength: 0, maxLength: 3 });
  return faults.map((pairs) => Object.fromEntries(pairs.filter(([name, value]) => name !== 'wait' || !holdsBack(value))));
};

const headers = fc.record(
  {
    'if-match': fc.constantFrom('*', '"1"', 'W/"2"', 'x'),
    'if-none-match': fc.constantFrom('*', '"1"', '"'),
    'idempotency-key': fc.uuid(),
  },
  { requiredKeys: [] },
);

test.each(sampled(operations))('$id returns a declared status below 500 for random arguments', async (entry) => {
  let answers = 0;
  const space = await newSpace();
  const things = await createFixtures(space, entry);
  await fc.assert(
    fc.asyncProperty(argumentsOf(entry), headers, async (args, extra) => {
      const asked = takesBody(entry)
        ? args
        : Object.fromEntries(
            Object.entries(args).map(([name, value]) => [
              name,
              String(JSON.stringify(value) ?? value)
                .slice(0, 3_000)
                .toWellFormed(),
            ]),
          );
      const answer = await call(space.request, entry, { ...validInput(entry), ...things, ...asked }, { headers: extra });
      expect(answer.status).toBeLessThan(500);
      answers++;
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
  expect(answers).toBe(RUNS);
});
