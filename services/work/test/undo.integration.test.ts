import { describe, expect, test } from '@jest/globals';
import type { Contract } from '@space/contracts/core';
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
  ['update_task', 'a recurring one that is done', ({ recurring }) => ({ id: recurring, status_id: 'Done', title: 'New' })],
  ['update_tasks', 'a recurring one that is done', ({ recurring }) => ({ updates: [{ id: recurring, status_id: 'Done' }] })],
  ['move_task', 'a recurring one that is done', ({ recurring }) => ({ id: recurring, status_id: 'Done' })],
  ['complete_task', 'a recurring one', ({ recurring }) => ({ id: recurring })],
  ['complete_task', 'a cancelled one', ({ cancelled }) => ({ id: cancelled })],
  ['complete_task', 'a recurring one that is cancelled', ({ paused }) => ({ id: paused })],
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
    const domain: readonly Contract[] = [projects, tasks, taskLinks, taskComments];
    const tools = domain.flatMap(({ operations }) =>
      Object.values(operations).flatMap((one) => (one.undo ? one.tools!.map(({ name }) => name) : [])),
    );
    expect([...new Set(cases.map(([tool]) => tool))].sort()).toEqual(tools.sort());
  });

  test('leaves the next task of a recurring one that has a comment, a subtask or a link', async () => {
    const { call } = service.newSpace();
    const recurring = { title: 'A', due_date: '2030-05-04', timezone: 'UTC', recurrence: { rrule: 'FREQ=DAILY' } };
    const uses = [
      (id: string) => call(taskComments, 'create', { id, body: 'Used' }),
      (parent_id: string) => call(tasks, 'create', { title: 'Part', parent_id }),
      async (task_id: string) =>
        call(taskLinks, 'create', { id: (await call(tasks, 'create', { title: 'B' })).id, kind: 'blocked_by', task_id }),
    ];
    for (const use of uses) {
      const { id } = await call(tasks, 'create', recurring);
      const { next_task } = await call(tasks, 'complete', { id });
      await use(next_task!.id);
      expect(await call(tasks, 'reopen', { id, delete_next: true })).toMatchObject({ next_task_id: next_task!.id });
      expect(await call(tasks, 'get', { id: next_task!.id })).toMatchObject({ trashed_at: null });
    }
  });

  test('leaves the next task when a call does not open the done one again', async () => {
    const { call } = service.newSpace();
    const recurring = { title: 'A', due_date: '2030-05-04', timezone: 'UTC', recurrence: { rrule: 'FREQ=DAILY' } };
    const { id } = await call(tasks, 'create', recurring);
    const { next_task } = await call(tasks, 'complete', { id });
    await call(tasks, 'reopen', { id });
    const before = await call(tasks, 'get', { id });
    await call(tasks, 'update', { id, delete_next: true });
    await call(tasks, 'move', { id, delete_next: true });
    expect(await call(tasks, 'get', { id })).toEqual(before);
    expect(await call(tasks, 'get', { id: next_task!.id })).toMatchObject({ trashed_at: null });
  });

  test('gives the former status of the category done back', async () => {
    const space = service.newSpace();
    const { web, done } = await fillBoard(space);
    const statuses = [...web.statuses, { name: 'Shipped', category: 'done' as const }];
    await space.call(projects, 'update', { id: web.id, statuses });
    const { output, undone } = await callAndUndo(space.call, 'complete_task', { id: done, status_id: 'Shipped' });
    expect([output, undone]).toMatchObject([{ status: { name: 'Shipped' } }, { status: { name: 'Done' } }]);
  });

  test('removes an added status that has tasks since', async () => {
    const { call } = service.newSpace();
    const web = await call(projects, 'create', { name: 'Website' });
    const statuses = [...web.statuses, { name: 'Review', category: 'in_progress' as const }];
    const answer = await call(projects, 'update', { id: web.id, statuses });
    const { id } = await call(tasks, 'create', { title: 'A', project_id: web.id, status_id: 'Review' });
    const undo = projects.operations.update.undo!({ id: web.id, statuses }, answer)!;
    expect(await call(projects, 'update', undo.arguments as never)).toMatchObject({ statuses: web.statuses });
    expect(await call(tasks, 'get', { id })).toMatchObject({ status: { name: 'In progress' } });
  });
});

test('a change to the values that a claimed task has leaves its lease and its version', async () => {
  const { call, agent, types } = service.newSpace();
  const { id } = await call(tasks, 'create', { title: 'A' });
  await agent.call(tasks, 'claim', {});
  const [before, events] = [await call.whole(tasks, 'get', { id }), await types()];
  expect(before.output.claim_ends_at).not.toBeNull();
  await call(tasks, 'update', { id, title: 'A' });
  await call(tasks, 'update_bulk', { updates: [{ id, status_id: 'In progress' }] });
  expect(await call.whole(tasks, 'get', { id })).toEqual(before);
  expect(await types()).toEqual(events);
  await call(tasks, 'update', { id, title: 'B' });
  expect(await call(tasks, 'get', { id })).toMatchObject({ claim_ends_at: null });
});
