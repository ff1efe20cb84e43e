import { expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { z } from 'zod';
import { schemaOf } from '../operation/json-schema.ts';
import { createParameterReader } from './query-string.ts';

const reader = createParameterReader(
  schemaOf(
    z.strictObject({
      id: z.string(),
      delivery_id: z.int().optional(),
      limit: z.int().min(1).max(200).default(50),
      ratio: z.number().optional(),
      hard: z.boolean().default(false),
      search: z.string().optional(),
      types: z.array(z.string()).optional(),
      numbers: z.array(z.int()).optional(),
      filters: z.array(z.strictObject({ column_key: z.string(), value: z.json() })).optional(),
      config: z.record(z.string(), z.json()).optional(),
      since: z.iso.datetime().nullable().optional(),
      kinds: z.union([z.enum(['person', 'agent']), z.array(z.enum(['person', 'agent']))]).optional(),
    }),
  ),
);

const rejected = (query: string, path = {}): Problem => {
  try {
    reader.read(query, path);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`${query} was accepted`);
};

test('parses numbers, booleans, lists and JSON by the schema of their field', () => {
  expect(
    reader.read(
      'limit=20&ratio=0.5&hard=true&types=a,b&numbers=1,2&filters=%5B%7B%22column_key%22:%22a%22,%22value%22:1%7D%5D&config=%7B%22a%22:null%7D&search=50%25+off&since=2026-01-01T00:00:00Z',
      {},
    ),
  ).toEqual({
    limit: 20,
    ratio: 0.5,
    hard: true,
    types: ['a', 'b'],
    numbers: [1, 2],
    filters: [{ column_key: 'a', value: 1 }],
    config: { a: null },
    search: '50% off',
    since: '2026-01-01T00:00:00Z',
  });
});

test('parses path parameters by the schema of their field', () => {
  expect(reader.read('', { id: '12', delivery_id: '12' })).toEqual({ id: '12', delivery_id: 12 });
  expect(reader.read('', { delivery_id: 'twelve' })).toEqual({ delivery_id: 'twelve' });
});

test('keeps text that is not a number or a boolean, so that validation rejects it', () => {
  for (const text of ['1,5', '1.5.2', '0x10', 'Infinity', 'NaN', '', ' 1', '1_000', '01', '--1', '.5'])
    expect(reader.read(`limit=${encodeURIComponent(text)}`, {})).toEqual({ limit: text });
  for (const text of ['TRUE', '1', 'yes', '', 'True']) expect(reader.read(`hard=${text}`, {})).toEqual({ hard: text });
});

test('parses numbers outside the bounds of the schema', () => {
  expect(reader.read('limit=-1', {})).toEqual({ limit: -1 });
  expect(reader.read('limit=1e9', {})).toEqual({ limit: 1e9 });
  expect(reader.read('limit=1.5', {})).toEqual({ limit: 1.5 });
  expect(reader.read('limit=99999999999999999999', {})).toEqual({ limit: 1e20 });
});

test('keeps an unknown parameter, so that validation names it', () => {
  expect(reader.read('lmit=5&a=true', {})).toEqual({ lmit: '5', a: 'true' });
});

test('parses a list in JSON, for values that contain commas', () => {
  expect(reader.read('types=%5B%22a,b%22%5D', {})).toEqual({ types: ['a,b'] });
  expect(reader.read('types=%5Ba', {})).toEqual({ types: ['[a'] });
  expect(reader.read('types=', {})).toEqual({ types: [] });
  expect(reader.read('types=a%2Cb', {})).toEqual({ types: ['a', 'b'] });
});

test('joins the values of a list that is repeated, as some generated clients send it', () => {
  expect(reader.read('types=a&types=b,c&types=&numbers=1&numbers=2', {})).toEqual({ types: ['a', 'b', 'c'], numbers: [1, 2] });
  expect(rejected('filters=%5B%5D&filters=%5B%5D').extras.errors).toMatchObject([{ path: 'filters', code: 'repeated' }]);
});

test('parses a union of a word and a list: words with commas are a list', () => {
  expect(reader.read('kinds=agent', {})).toEqual({ kinds: 'agent' });
  expect(reader.read('kinds=agent,person', {})).toEqual({ kinds: ['agent', 'person'] });
});

test('rejects a parameter that is repeated, in brackets, or set by the path', () => {
  expect(rejected('limit=1&limit=2').extras.errors).toEqual([{ path: 'limit', code: 'repeated', message: 'is given more than once' }]);
  expect(rejected('limit[]=1').extras.errors).toMatchObject([{ path: 'limit[]', code: 'unknown_field' }]);
  expect(rejected('limit%5B0%5D=1').extras.errors).toMatchObject([{ path: 'limit[0]' }]);
  expect(rejected('id=2', { id: '1' }).extras.errors).toMatchObject([{ path: 'id', code: 'repeated' }]);
});

test('rejects invalid percent-encoding and invalid JSON in one error', () => {
  const problem = rejected('search=%E0%A4%A&filters=%7B&config=no');
  expect(problem.code).toBe('invalid');
  expect(problem.extras.errors).toMatchObject([{ path: 'search', code: 'invalid_encoding' }, { path: 'filters' }, { path: 'config' }]);
});

test('names the form of a JSON parameter with an example, and the place of a syntax error', () => {
  const example = 'must be JSON, such as [{"column_key":"…","value":"…"}]';
  expect(rejected('filters=foo').extras.errors).toEqual([{ path: 'filters', code: 'invalid_json', message: example }]);
  expect(rejected('filters=%5B%7B%22a%22:%7D%5D').extras.errors).toEqual([
    { path: 'filters', code: 'invalid_json', message: `${example}; expected a value at line 1, column 7` },
  ]);
});

test('keeps text that is not JSON for a field that takes such text', () => {
  const input = schemaOf(z.strictObject({ sort: z.array(z.strictObject({ key: z.string() })) }));
  const sorted = createParameterReader(input, (name, text) => name === 'sort' && text === '-amount');
  expect(sorted.read('sort=-amount', {})).toEqual({ sort: '-amount' });
  expect(() => sorted.read('sort=amount', {})).toThrow('sort: must be JSON, such as [{"key":"…"}]');
});

test('treats names of the object prototype as ordinary parameters', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(Object.hasOwn(reader.read(`${name}=1`, {}), name)).toBe(true);
});
