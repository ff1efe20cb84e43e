import { expect, test } from '@jest/globals';
import { EVERYTHING } from './change.ts';
import { isStaleAfter } from './stale-after.ts';

const SPACE = 'spc_1';
const key = (...rest: unknown[]) => ['space', SPACE, ...rest];
const isStale = (queryKey: readonly unknown[], topic: string, ids?: readonly string[]) =>
  isStaleAfter(queryKey, SPACE, ids ? { topic, ids } : { topic });

test('a topic makes the reads of its contracts stale, in its Space only', () => {
  expect(isStale(key('contacts', 'list', { search: 'Ada' }), 'contacts')).toBe(true);
  expect(isStale(key('tags', 'list', {}), 'contacts')).toBe(true);
  expect(isStale(key('forms', 'list', {}), 'contacts')).toBe(false);
  expect(isStale(['space', 'spc_2', 'contacts', 'list'], 'contacts')).toBe(false);
  expect(isStale(['person', 'me'], 'contacts')).toBe(false);
});

test('a topic of one operation leaves the other reads of its contract, and its own name counts as a contract', () => {
  expect(isStale(key('settings', 'list_keys', {}), 'keys')).toBe(true);
  expect(isStale(key('settings', 'list_agents', {}), 'keys')).toBe(false);
  expect(isStale(key('keys', { state: 'active' }), 'keys')).toBe(true);
});

test('a topic about one thing leaves reads that name another one', () => {
  expect(isStale(key('rows', 'list', { table_id: 'tbl_1' }), 'rows:tbl_1')).toBe(true);
  expect(isStale(key('rows', 'list', { table_id: 'tbl_2' }), 'rows:tbl_1')).toBe(false);
  expect(isStale(key('deliveries', 'search', {}), 'deliveries:sub_1')).toBe(true);
  expect(isStale(key('deliveries', 'get', 'sub_2', 7), 'deliveries:sub_1')).toBe(false);
});

test('ids leave reads of other things, and no list', () => {
  expect(isStale(key('contacts', 'get', 'thing', { id: 'con_1' }), 'contacts', ['con_1', 'con_3'])).toBe(true);
  expect(isStale(key('contacts', 'get', 'thing', { id: 'con_2' }), 'contacts', ['con_1', 'con_3'])).toBe(false);
  expect(isStale(key('contacts', 'list', { tag_id: 'tag_1' }), 'contacts', ['con_1'])).toBe(true);
  expect(isStale(key('tags', 'get', 'thing', { id: 'tag_1' }), 'contacts', ['con_1'])).toBe(true);
});

test('everything is stale when messages may be lost, and nothing after a topic that is not known', () => {
  expect(isStale(key('wallet', 'list'), EVERYTHING.topic)).toBe(true);
  expect(isStale(key('unknown', 'list'), 'new_topic')).toBe(false);
  expect(isStale(key('contacts', 'list'), 'constructor')).toBe(false);
});
