import { afterEach, expect, test } from '@jest/globals';
import { sharded } from './testing-runs.ts';

const before = process.env.SPACE_SHARD;
afterEach(() => {
  process.env.SPACE_SHARD = before ?? '';
});

const cases = Array.from({ length: 300 }, (_, n) => `case ${n}`);
const inShard = (shard: string): readonly string[] => {
  process.env.SPACE_SHARD = shard;
  return sharded(cases, (name) => name);
};

test('the shards together are all cases, each in one shard', () => {
  const shards = ['1/3', '2/3', '3/3'].map(inShard);
  expect(shards.flat().toSorted()).toEqual(cases.toSorted());
  for (const shard of shards) expect(shard.length).toBeGreaterThan(60);
});

test('without a shard every case runs', () => {
  expect(inShard('')).toEqual(cases);
});

test('a shard without cases has the first one, so that it is a test', () => {
  process.env.SPACE_SHARD = '1/3';
  expect(sharded(['SPACE_PORT', 'SPACE_PUBLIC_PORT'], (name) => name)).toEqual(['SPACE_PORT']);
});

test.each(['3', '0/3', '4/3', 'all'])('%s is no shard', (text) => {
  expect(() => inShard(text)).toThrow(`SPACE_SHARD is "${text}"; it must be a shard such as 2/3.`);
});
