import { describe, expect, test } from '@jest/globals';
import { MAX_JSON_DEPTH, MAX_JSON_ENTRIES, MAX_LISTED_ERRORS, MIN_JSON_NUMBER } from '@space/contracts/core';
import fc from 'fast-check';
import { parseBody, rejectUnstorableJson } from './parse-json.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const refusalOf = (json: string): { message: string; extras: { errors: { path: string; code: string }[] } } | undefined => {
  try {
    rejectUnstorableJson(JSON.parse(json));
    return undefined;
  } catch (problem) {
    return problem as ReturnType<typeof refusalOf>;
  }
};

describe('JSON that cannot be stored', () => {
  test.each([
    ['the character NUL', '{"a": {"b": "x\\u0000"}}', 'a.b', 'invalid_character'],
    ['the character NUL in a key', '{"a": {"\\u0000": 1}}', 'a', 'invalid_character'],
    ['half of a surrogate pair', '{"a": ["ok", "\\ud83d"]}', 'a.1', 'invalid_character'],
    ['a whole number beyond what a double holds exactly', '{"n": 9007199254740993}', 'n', 'out_of_range'],
    ['a number with more zeros than Postgres should write', '{"n": -1e-51}', 'n', 'out_of_range'],
    ['a number beyond every double', '{"n": 1e999}', 'n', 'out_of_range'],
    ['a key __proto__', '{"a": {"__proto__": {}}}', 'a', 'invalid_key'],
    ['nesting without end', nested(MAX_JSON_DEPTH + 1), '0.0', 'too_deep'],
  ])('%s is rejected with its path', (_what, json, path, code) => {
    expect(refusalOf(json)).toMatchObject({ code: 'invalid', extras: { errors: [{ path: expect.stringContaining(path), code }] } });
  });

  test('is rejected with the path of each value, and of very many with those that an error lists', () => {
    expect(refusalOf('{"a": "\\u0000", "b": ["\\ud83d", 1e999]}')?.extras.errors.map(({ path }) => path)).toEqual(['a', 'b.0', 'b.1']);
    expect(refusalOf(JSON.stringify(Array(50_000).fill('\u0000')))?.extras.errors).toHaveLength(MAX_LISTED_ERRORS);
  });

  test('is rejected at any depth without a stack overflow', () => {
    expect(refusalOf(nested(200_000))).toMatchObject({ extras: { errors: [{ code: 'too_deep' }] } });
  });
});

describe('a body with many entries', () => {
  const parse = (json: string) => parseBody(Buffer.from(json));

  test('is rejected above the maximum, before it is parsed', () => {
    const entries = '1,'.repeat(MAX_JSON_ENTRIES);
    expect(() => parse(`{"a": [${entries}1`)).toThrow(`The body has more than ${MAX_JSON_ENTRIES} entries`);
  });

  test('or nested without end is rejected before it is parsed', () => {
    expect(() => parse('['.repeat(2 * MAX_JSON_ENTRIES))).toThrow(`is nested deeper than ${MAX_JSON_DEPTH} levels`);
  });

  test('is parsed up to the maximum, and entries in texts do not count', () => {
    const text = '\\",[{'.repeat(MAX_JSON_ENTRIES);
    expect(parse(JSON.stringify([text, 1]))).toEqual([text, 1]);
    expect(parse(`[${'1,'.repeat(MAX_JSON_ENTRIES - 1)}1]`)).toHaveLength(MAX_JSON_ENTRIES);
  });
});

describe('JSON that can be stored', () => {
  test.each([
    ['the deepest nesting', nested(MAX_JSON_DEPTH)],
    ['the largest exact number', '9007199254740991'],
    ['fractions', '[0.1, 1e-50, 1.5e10]'],
    ['whole surrogate pairs', '"👩‍🚀"'],
    ['keys that objects have', '{"constructor": 1, "toString": null}'],
  ])('%s', (_what, json) => {
    expect(refusalOf(json)).toBeUndefined();
  });

  test('includes any JSON whose numbers are exact and not too close to zero', () => {
    const value = fc.jsonValue({ maxDepth: 5 }).filter((json) => !/\\u0000|__proto__|\\ud[89a-f]/i.test(JSON.stringify(json)));
    fc.assert(
      fc.property(value, (json) => {
        const numbers = JSON.stringify(json).match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? [];
        fc.pre(numbers.map(Number).every((number) => Number.isSafeInteger(number) || Math.abs(number % 1) >= MIN_JSON_NUMBER));
        expect(refusalOf(JSON.stringify(json))).toBeUndefined();
      }),
    );
  });
});

describe('a body', () => {
  test('is parsed as UTF-8 JSON, and the last value of a duplicate key wins', () => {
    expect(parseBody(Buffer.from('{"a": 1, "ü": "é", "a": 2}'))).toEqual({ a: 2, ü: 'é' });
  });

  test.each([
    ['{"a": }', 'The body is not valid JSON: expected a value at line 1, column 7.'],
    ['', 'expected a value at line 1, column 1.'],
    ['hello', 'expected a value at line 1, column 1.'],
    ['{"a": 1} x', 'expected the end at line 1, column 10.'],
    ['{\n  "a": 1,\n}', 'expected a name in double quotes at line 3, column 1.'],
    ["{'a': 1}", 'expected a name in double quotes or } at line 1, column 2.'],
    ['[1 2]', 'expected , or ] at line 1, column 4.'],
    ['{"a" 1}', 'expected : at line 1, column 6.'],
    ['{"a": 01}', 'expected a value at line 1, column 7.'],
    ['{"a": "b', 'expected a double quote that ends the text at line 1, column 9.'],
    ['["a\nb"]', 'line breaks and control characters'],
    ['["\\x"]', 'expected an escape such as'],
  ])('%j is rejected with the place and what belongs there', (text, reason) => {
    expect(() => parseBody(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(reason) }),
    );
  });

  test('of which a secret is a part is rejected without an excerpt', () => {
    expect(() => parseBody(Buffer.from('{"key": space_secret}'))).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  test('may begin with a byte order mark and is rejected if it is not UTF-8', () => {
    expect(parseBody(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
    expect(() => parseBody(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toThrow('it is not UTF-8');
  });
});
