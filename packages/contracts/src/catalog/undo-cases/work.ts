import type { UndoCases } from './undo-case.ts';

const id = 'x_1';
const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => ({ tool, arguments: { id, ...args } });
const of = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: args });
const place = { project_id: 'prj_1', status_id: 'sta_1', parent_id: null };

/** The undo of changes of projects and tasks. */
export const workUndoCases: UndoCases = {
  cases: [
    ['create_project', 'deletes the project', { name: 'A' }, { id }, call('delete_project')],
    ['update_project', 'restores the values before', { id, name: 'B' }, { before: { name: 'A' } }, call('update_project', { name: 'A' })],
    ['update_project', 'has no undo when it changed nothing', { id }, { before: {} }, null],
    ['delete_project', 'restores the project', { id }, { id }, call('restore_project')],
    ['delete_project', 'has no undo when it is for good', { id, permanent: true }, { id }, null],
    ['restore_project', 'deletes it with its tasks', { id }, { id }, call('delete_project', { delete_tasks: true })],
    ['create_task', 'deletes the task', { title: 'A' }, { id }, call('delete_task')],
    ['create_tasks', 'deletes the tasks', { tasks: [{ title: 'A' }] }, { data: [{ id }] }, of('delete_tasks', { ids: [id] })],
    [
      'update_tasks',
      'restores the values before',
      { updates: [{ id, title: 'B' }] },
      { before: [{ id, title: 'A' }] },
      of('update_tasks', { updates: [{ id, title: 'A' }] }),
    ],
    ['update_tasks', 'has no undo when it changed nothing', { updates: [{ id }] }, { before: [] }, null],
    ['delete_tasks', 'restores the tasks', { ids: [id] }, { ids: [id] }, of('restore_tasks', { ids: [id] })],
    ['delete_tasks', 'has no undo when it is for good', { ids: [id], permanent: true }, { ids: [id] }, null],
    ['restore_tasks', 'deletes the tasks', { ids: [id] }, { ids: [id] }, of('delete_tasks', { ids: [id] })],
    ['update_task', 'restores the values before', { id, title: 'B' }, { id, before: { title: 'A' } }, call('update_task', { title: 'A' })],
    ['update_task', 'has no undo when it changed nothing', { id }, { id, before: {} }, null],
    ['delete_task', 'restores the task', { id: 'WEB-1' }, { id }, call('restore_task')],
    ['delete_task', 'has no undo when it is for good', { id, permanent: true }, { id }, null],
    ['restore_task', 'deletes the task', { id }, { id }, call('delete_task')],
    [
      'complete_task',
      'reopens the task and deletes the next one',
      { id },
      { id, status_before: 'sta_1', next_task: { id: 'tsk_2' } },
      call('reopen_task', { status_id: 'sta_1', delete_next: true }),
    ],
    [
      'complete_task',
      'reopens the task',
      { id },
      { id, status_before: 'sta_1', next_task: null },
      call('reopen_task', { status_id: 'sta_1' }),
    ],
    ['complete_task', 'has no undo for a task that was done', { id }, { id, status_before: null, next_task: null }, null],
    ['reopen_task', 'gives the status back', { id }, { id, status_before: 'sta_1' }, call('update_task', { status_id: 'sta_1' })],
    ['reopen_task', 'has no undo when it changed nothing', { id }, { id, status_before: null }, null],
    [
      'move_task',
      'moves it back',
      { id },
      { id, before: { ...place, before_id: 'tsk_2' } },
      call('move_task', { ...place, before_id: 'tsk_2' }),
    ],
    ['move_task', 'moves it back to the end', { id }, { id, before: { ...place, before_id: null } }, call('move_task', place)],
    [
      'claim_task',
      'gives the task back',
      {},
      { task: { id }, status_before: 'sta_1' },
      call('update_task', { status_id: 'sta_1', assignees: [] }),
    ],
    ['claim_task', 'has no undo when it got none', {}, { task: null, status_before: null }, null],
    [
      'create_task_link',
      'deletes the link',
      { id, kind: 'blocks', task_id: 'tsk_2' },
      { id: 'tln_1', created: true },
      call('delete_task_link', { link_id: 'tln_1' }),
    ],
    [
      'create_task_link',
      'has no undo for a link that existed',
      { id, kind: 'blocks', task_id: 'tsk_2' },
      { id: 'tln_1', created: false },
      null,
    ],
    [
      'delete_task_link',
      'makes the link again',
      { id, link_id: 'tln_1' },
      { kind: 'blocked_by', task_id: 'tsk_2' },
      call('create_task_link', { kind: 'blocked_by', task_id: 'tsk_2' }),
    ],
    [
      'delete_task_link',
      'makes a link of the other task again',
      { id, link_id: 'tln_1' },
      { kind: 'duplicated_by', task_id: 'tsk_2' },
      of('create_task_link', { id: 'tsk_2', kind: 'duplicates', task_id: id }),
    ],
    [
      'create_task_comment',
      'deletes the comment',
      { id, body: 'A' },
      { task_id: id, id: 'tcm_1' },
      call('delete_task_comment', { comment_id: 'tcm_1' }),
    ],
    [
      'update_task_comment',
      'gives the text back',
      { id, comment_id: 'tcm_1', body: 'B' },
      { task_id: id, id: 'tcm_1', before: { body: 'A' } },
      call('update_task_comment', { comment_id: 'tcm_1', body: 'A' }),
    ],
    [
      'update_task_comment',
      'has no undo for the same text',
      { id, comment_id: 'tcm_1', body: 'A' },
      { task_id: id, id: 'tcm_1', before: {} },
      null,
    ],
  ],
  missing: [],
};
