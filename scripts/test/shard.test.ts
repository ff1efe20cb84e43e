import { expect, test } from '@jest/globals';
import { currentShard, nextShard } from './shard.ts';

test('the commit decides the shard, and a variable overrides it', () => {
  expect(currentShard({})).toMatch(/^[123]\/3$/);
  expect(currentShard({})).toBe(currentShard({}));
  expect(currentShard({ SPACE_SHARD: '2/3' })).toBe('2/3');
  expect(currentShard({ FC_RUNS: '3000' })).toBe('1/1');
  expect(() => currentShard({ SPACE_SHARD: 'two' })).toThrow('SPACE_SHARD is "two"; it must be a shard such as 2/3.');
});

test('the next shard of the last one is the first', () => {
  expect(['1/3', '2/3', '3/3', '1/1'].map(nextShard)).toEqual(['2/3', '3/3', '1/3', '1/1']);
});
