import { expect, test } from '@jest/globals';
import type { Sort } from '@space/contracts/tables';
import type { TaskSelection } from '@space/contracts/work';
import { listTasks } from '../tasks/list-tasks-sql.ts';

/** Returns the order of the SQL of a list, and its condition for the rows after a cursor. */
function orderIn(sort: Sort, more: Partial<TaskSelection> = {}): { order: string; after: string | undefined } {
  const selection: TaskSelection = { sort, timezone: 'UTC', trashed: false, limit: 50, include_total: false, ...more };
  const { sql } = listTasks('spc_1', selection, '2026-01-01T00:00:00.000Z').rows;
  const text = sql.replaceAll(/\s+/g, ' ');
  return { order: /order by ((?:(?!order by).)*) limit '51'/.exec(text)![1]!, after: /and (\([^()]*\) [<>] \([^()]*\))/.exec(text)?.[1] };
}

const by = (column_key: string, direction: 'asc' | 'desc' = 'asc') => ({ column_key, direction });
const cursorOf = (...key: unknown[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

test('an order by one field that an index supports is that of the index, also after a cursor', () => {
  expect(orderIn([by('created_at', 'desc')], { cursor: cursorOf('tsk_1') })).toEqual({
    order: '"t"."id" desc',
    after: expect.stringMatching(/^\("t"\."id"\) < /),
  });
  expect(orderIn([by('position')], { project_id: 'prj_1', status_id: 'sta_1', cursor: cursorOf('a', 'tsk_1', 'position') })).toEqual({
    order: 't.position, "t"."id"',
    after: expect.stringMatching(/^\(t\.position, "t"\."id"\) > /),
  });
  expect(orderIn([by('due_at')]).order).toBe('work.due_order(t.due_at), "t"."id"');
  expect(orderIn([by('due_at')], { assignee_id: 'agt_1' }).order).toBe('t.due_order, "t"."id"');
  expect(orderIn([by('title', 'desc')]).order).toBe('lower(t.title) desc, "t"."id" desc');
});

test('the fields of an order follow each other, empty values first, until one that is unique', () => {
  expect(orderIn([by('priority', 'desc'), by('due_date')]).order).toBe('t.priority desc, t.due_date asc nulls first, t.id');
  expect(orderIn([by('estimate', 'desc')]).order).toBe('t.estimate desc nulls last, t.id desc');
  expect(orderIn([by('priority'), by('created_at', 'desc'), by('title')]).order).toBe('t.priority, t.id desc');
  expect(orderIn([by('priority'), by('title')]).order).toBe("t.priority, left(lower(t.title), '80'::integer), t.id");
  expect(orderIn([by('title'), by('title', 'desc')]).order).toBe('lower(t.title), "t"."id"');
});
