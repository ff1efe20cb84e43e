import { expect, test } from '@jest/globals';
import { actorPath, thingOf, thingPath } from './activity-line.ts';

test('a thing has the path of its kind, and a thing below another one has none', () => {
  expect(thingPath('con_01')).toBe('/contacts/con_01');
  expect(thingPath('pst_01')).toBe('/blog/posts/pst_01');
  expect([thingPath('row_01'), thingPath('x'), thingPath('')]).toEqual([undefined, undefined, undefined]);
});

test('an actor leads to its agent, keys, members or automation', () => {
  const pathOf = (kind: 'person' | 'agent' | 'automation' | 'api_key', id: string) => actorPath({ kind, id, name: 'Ada' });
  expect(pathOf('agent', 'agt_1')).toBe('/settings/agents/agt_1');
  expect(pathOf('api_key', 'key_1')).toBe('/settings/keys');
  expect(pathOf('person', 'mbr_1')).toBe('/settings/members');
  expect(pathOf('automation', 'aut_1')).toBe('/automations/aut_1');
  expect(pathOf('automation', 'space_api')).toBeUndefined();
  expect(pathOf('person', 'visitor')).toBeUndefined();
});

test('a line is about the thing that its call made', () => {
  expect(thingOf({ resource_ids: ['tbl_1', 'row_1'] })).toBe('row_1');
  expect(thingOf({ resource_ids: [] })).toBeUndefined();
});
