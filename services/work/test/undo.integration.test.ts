import { describe, expect, test } from '@jest/globals';
import { projects, taskComments, taskLinks, tasks } from '@space/contracts/work';
import { callAndUndo } from '@space/runtime/testing';
import { type Board, fillBoard, readBoard } from './fixtures/board.ts';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

type Case = readonly [tool: string, of: string, args: (board: Board) => Readonly<Record<string, unknown>>];

const cases: readonly Case[] = [
  ['create_project', 'a project', () => ({ name: 'Shop' })],
  ['update_project', 'its values', ({ web }) => ({ id: web.id, name: 'Site', description: 'New', archived: true })],
  ['update_project', 'an added status', ({ web }) => ({ id: web.id, statuses: [...web.statuses, { name: 'Review', category: 'done' }] })],
  ['delete_project', 'with its tasks', ({ web }) => ({ id: web.id, delete_tasks: true })],
  ['delete_project', 'that is in the trash', ({ gone }) => ({ id: gone })],
  ['restore_project', 'with its tasks', ({ gone }) => ({ id: gone })],
  ['restore_project', 'that is not in the trash', ({ web }) => ({ id: web.id })],
  ['create_task', 'a subtask', ({ parent }) => ({ title: 'New', parent_id: parent })],
  ['create_tasks', 'two tasks', ({ web }) => ({ tasks: [{ title: 'New' }, { title: 'Newer', project_id: web.id }] })],
  ['update_task', 'its values', ({ open }) => ({ id: open, title: 'New', add_labels: ['z'], due_date: '2030-01-01', priority: 'low' })],
  ['update_task', 'its project and parent', ({ open, loose }) => ({ id: open, project_id: null, status_id: 'Done', parent_id: loose })],
  [
    'update_tasks',
    'values of two',
    ({ open, done }) => ({
      updates: [
        { id: open, title: 'New' },
        { id: done, status_id: 'Backlog' },
      ],
    }),
  ],
  ['delete_task', 'with its subtask', ({ parent }) => ({ id: parent })],
  ['delete_task', 'that is in the trash', ({ trashed }) => ({ id: trashed })],
  ['delete_tasks', 'one of them in the trash', ({ parent, trashed }) => ({ ids: [parent, trashed] })],
  ['delete_tasks', 'all in the trash', ({ trashed }) => ({ ids: [trashed] })],
  ['restore_task', 'with its subtask', ({ trashed }) => ({ id: trashed })],
  ['restore_task', 'that is not in the trash', ({ parent }) => ({ id: parent })],
  ['restore_tasks', 'one of them in the trash', ({ parent, trashed }) => ({ ids: [parent, trashed] })],
  ['restore_tasks', 'none in the trash', ({ parent }) => ({ ids: [parent] })],
  ['complete_task', 'an open one', ({ blocker }) => ({ id: blocker })],
  ['reopen_task', 'a done one', ({ done }) => ({ id: done })],
  ['reopen_task', 'a cancelled one', ({ cancelled }) => ({ id: cancelled })],
  ['move_task', 'to another status', ({ open }) => ({ id: open, status_id: 'Backlog' })],
  ['move_task', 'out of its project', ({ open }) => ({ id: open, project_id: null })],
  ['claim_task', 'the next one', () => ({ assignee: { kind: 'agent', id: 'agt_scout' } })],
  ['create_task_link', 'a new one', ({ open, loose }) => ({ id: open, kind: 'relates_to', task_id: loose })],
  ['create_task_link', 'that exists', ({ open, blocker }) => ({ id: open, kind: 'blocked_by', task_id: blocker })],
  ['delete_task_link', 'of a blocked task', ({ open, link }) => ({ id: open, link_id: link })],
  ['create_task_comment', 'a comment', ({ open }) => ({ id: open, body: 'Second' })],
  ['update_task_comment', 'its text', ({ open, comment }) => ({ id: open, comment_id: comment, body: 'Changed' })],
];

describe('the undo of a change', () => {
  test.each(cases)('%s (%s) leaves all as it was', async (tool, _of, args) => {
    const space = service.newSpace();
    const board = await fillBoard(space);
    const before = await readBoard(space);
    await callAndUndo(space.call, tool, args(board));
    const after = await readBoard(space);
    // A thing that the call made is in the trash after its undo.
    const isKept = ({ id, is_trashed }: { readonly id: string; readonly is_trashed: boolean }) =>
      !is_trashed || JSON.stringify(before).includes(id);
    expect({ tasks: after.tasks.filter(isKept), projects: after.projects.filter(isKept) }).toEqual(before);
  });

  test('is tested for each operation of tasks and projects that has one', () => {
    const operations = [projects, tasks, taskLinks, taskComments].flatMap((contract) => Object.values(contract.operations));
    const tools = operations.flatMap(({ undo, tools }) => (undo ? tools!.map(({ name }) => name) : []));
    expect([...new Set(cases.map(([tool]) => tool))].sort()).toEqual(tools.sort());
  });
});
