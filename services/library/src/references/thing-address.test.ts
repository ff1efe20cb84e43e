import { expect, test } from '@jest/globals';
import { existingThingOf, thingOf } from './thing-address.ts';

test('an address names the kind and the id of a thing, without its parameters', () => {
  expect(thingOf('space:table/tbl_1?view=viw_1')).toEqual({ thing_kind: 'table', thing_id: 'tbl_1' });
  expect(thingOf('space:page/pag_1#top')).toEqual({ thing_kind: 'page', thing_id: 'pag_1' });
  expect(thingOf('space:tasks')).toEqual({ thing_kind: 'tasks', thing_id: null });
});

test('a list of tasks needs its project only', () => {
  expect(existingThingOf('space:tasks?project=prj_1&status=todo')).toEqual({ kind: 'project', id: 'prj_1' });
  expect(existingThingOf('space:tasks?status=todo')).toBeUndefined();
  expect(existingThingOf('space:document/doc_1')).toEqual({ kind: 'document', id: 'doc_1' });
  expect(existingThingOf('space:document')).toEqual({ kind: 'document', id: '' });
});
