import { expect, test } from '@jest/globals';
import { tasks } from '@space/contracts/work';
import { frequentList } from './frequent-lists.ts';

const nameOf = (input: object) => frequentList(tasks.operations.list.input.parse(input));

test('frequent lists have a prepared statement, and each text has a name of its own', () => {
  expect(nameOf({})).toBe('work-tasks-newest');
  expect(nameOf({ sort: '-created_at', include_total: true, cursor: 'x' })).toBe('work-tasks-newest');
  expect(nameOf({ assignee_id: 'con_1', sort: 'due_at' })).toBe('work-tasks-of-one');
  expect(nameOf({ project_id: 'WEB', status_id: 'sta_1', sort: 'position' })).toBe('work-tasks-of-status');
});

test.each([
  [{ blocked: false }],
  [{ overdue: false }],
  [{ trashed: true }],
  [{ search: '' }],
  [{ filters: [] }],
  [{ limit: 7 }],
  [{ assignee_id: 'none', sort: 'due_at' }],
  [{ sort: 'position,title', project_id: 'WEB' }],
])('a list of %j has none', (input) => {
  expect(nameOf(input)).toBeUndefined();
});
