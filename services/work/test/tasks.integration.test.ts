import { describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { myTasks, projects, taskComments, taskLabels, tasks } from '@space/contracts/work';
import { callAndUndo } from '@space/runtime/testing';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

describe('creating a task', () => {
  test('returns all fields, with defaults for those that were not given', async () => {
    const { call, types } = service.newSpace();
    const now = new Date(service.ports.clock.now()).toISOString();
    const made = await call(tasks, 'create', { title: 'Call the printer' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^tsk_[0-9a-z]{26}$/),
      created_at: now,
      identifier: null,
      project: null,
      status: { name: 'To do', category: 'todo' },
      priority: 'none',
      assignees: [],
      labels: [],
      blocked: false,
      links: [],
      subtasks: { total: 0, done: 0 },
      comment_count: 0,
    });
    expect(await call(tasks, 'get', { id: made.id })).toEqual(made);
    expect(await types()).toEqual(['task_created']);
  });

  test('gives it a number in its project, and both its id and its identifier find it', async () => {
    const { call } = service.newSpace();
    const project = await call(projects, 'create', { name: 'Website', key: 'WEB' });
    const made = await call(tasks, 'create', { title: 'First', project_id: project.id });
    const second = await call(tasks, 'create', { title: 'Second', project_id: 'WEB', status_id: 'in progress' });
    expect([made.identifier, second.identifier, second.status.category]).toEqual(['WEB-1', 'WEB-2', 'in_progress']);
    expect(await call(tasks, 'get', { id: 'WEB-1' })).toEqual(made);
    await expect(call(tasks, 'get', { id: 'WEB-9' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('names every fault of its fields, and every id that does not exist', async () => {
    const { call, types } = service.newSpace();
    const wrong = {
      title: 'A',
      due_time: '09:00',
      start_date: '2026-05-05',
      reminders: [{ minutes_before: 5 }],
      recurrence: { rrule: 'FREQ=NEVER' },
    };
    const invalid = await call(tasks, 'create', wrong).catch((problem) => problem);
    expect(invalid.extras.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'due_time',
      'recurrence',
      'recurrence.rrule',
      'reminders',
      'timezone',
    ]);
    const missing = await call(tasks, 'create', {
      title: 'A',
      project_id: 'prj_none',
      parent_id: 'tsk_none',
      assignees: [
        { kind: 'person', id: 'con_none' },
        { kind: 'agent', id: 'agt_none' },
      ],
      about: [{ kind: 'contact', id: 'con_none' }],
    }).catch((problem) => problem);
    expect(missing).toMatchObject({ code: 'unresolved_reference', status: 422 });
    expect(missing.extras.errors.map(({ path }: { path: string }) => path)).toEqual([
      'assignees.0.id',
      'assignees.1.id',
      'about.0.id',
      'project_id',
    ]);
    const place = await call(tasks, 'create', { title: 'A', project_id: 'prj_none' }).catch((problem) => problem);
    expect(place.extras.errors.map(({ path }: { path: string }) => path)).toEqual(['project_id']);
    const both = await call(tasks, 'create', { title: 'A', parent_id: 'tsk_none', due_time: '09:00', timezone: 'UTC' }).catch(
      (problem) => problem,
    );
    expect(both).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'due_time' }, { path: 'parent_id' }] } });
    expect(await types()).toEqual([]);
  });

  test('puts the names of people and agents and the contact into its event', async () => {
    const { call, agent, events } = service.newSpace();
    const ada = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
    await call(tasks, 'create', {
      title: 'A',
      assignees: [
        { kind: 'person', id: ada.id },
        { kind: 'agent', id: agent.id },
      ],
    });
    const [event] = await events('task_created');
    expect(event?.data).toMatchObject({
      assignee_ids: [ada.id, agent.id],
      assignees: [{ name: 'Ada' }, { name: 'Scout' }],
      contact_id: ada.id,
      contact: { email: 'ada@example.com' },
      actor_kind: 'api_key',
    });
  });

  test('announces its assignees, in one statement, in a transaction and for the next task of a recurring one', async () => {
    const { call, agent, events, types } = service.newSpace();
    const assignees = [{ kind: 'agent' as const, id: agent.id }];
    const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
    const parent = await call(tasks, 'create', { title: 'A', project_id, assignees });
    const part = await call(tasks, 'create', { title: 'B', assignees, parent_id: parent.id });
    const many = await call(tasks, 'create_bulk', { tasks: [{ title: 'C', assignees }, { title: 'D' }] });
    const weekly = { due_date: '2030-01-01', recurrence: { rrule: 'FREQ=WEEKLY' } };
    const recurring = await call(tasks, 'create', { title: 'E', assignees, ...weekly });
    const { next_task } = await call(tasks, 'complete', { id: recurring.id });
    const assigned = await events('task_assigned');
    expect(assigned.map(({ data }) => data.task_id)).toEqual([parent, part, many.data[0]!, recurring, next_task!].map(({ id }) => id));
    for (const { data } of assigned) expect(data).toMatchObject({ added: [agent.id], removed: [], assignee_ids: [agent.id] });
    expect(assigned[0]!.data.identifier).toBe('WEB-1');
    expect((await types()).slice(0, 3)).toEqual(['project_created', 'task_created', 'task_assigned']);
  });

  test('creates many or none', async () => {
    const { call, types } = service.newSpace();
    const refused = await call(tasks, 'create_bulk', { tasks: [{ title: 'A' }, { title: 'B', parent_id: 'tsk_none' }] }).catch(
      (problem) => problem,
    );
    expect(refused.extras.errors).toMatchObject([{ path: 'tasks.1.parent_id' }]);
    expect(await types()).toEqual([]);
    const { data } = await call(tasks, 'create_bulk', { tasks: [{ title: 'A' }, { title: 'B' }] });
    expect(data.map(({ title }) => title)).toEqual(['A', 'B']);
  });
});

describe('changing a task', () => {
  test('emits one event of a type for what changed, and none for nothing', async () => {
    const { call, agent, types, events } = service.newSpace();
    const { id } = await call(tasks, 'create', { title: 'A', labels: ['old'] });
    await call(tasks, 'update', { id, title: 'A' });
    await call(tasks, 'update', {
      id,
      title: 'B',
      priority: 'high',
      status_id: 'In progress',
      add_labels: ['new'],
      remove_labels: ['old'],
      add_assignees: [{ kind: 'agent', id: agent.id }],
    });
    expect(await types()).toEqual(['task_created', 'task_status_changed', 'task_assigned', 'task_updated']);
    expect((await events('task_updated'))[0]?.data).toMatchObject({
      changed: ['title', 'priority', 'labels'],
      previous: { title: 'A', priority: 'none', labels: ['old'] },
      labels: ['new'],
    });
    expect((await events('task_status_changed'))[0]?.data).toMatchObject({ from: 'To do', to: 'In progress', from_category: 'todo' });
    expect((await events('task_assigned'))[0]?.data).toMatchObject({ added: [agent.id], removed: [] });
    const { data } = await call(tasks, 'history', { id });
    expect(data[0]?.changes).toMatchObject({ title: { from: 'A', to: 'B' }, labels: { from: ['old'], to: ['new'] } });
  });

  test('is refused for another version, and changes several tasks or none', async () => {
    const { call } = service.newSpace();
    const made = await call.whole(tasks, 'create', { title: 'A' });
    const { id } = made.output;
    await call(tasks, 'update', { id, title: 'B' });
    await expect(call(tasks, 'update', { id, title: 'C' }, { if_match: made.etag! })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    const other = await call(tasks, 'create', { title: 'Other' });
    const updates = [
      { id, title: 'C' },
      { id: other.id, due_time: '09:00' },
    ];
    const refused = await call(tasks, 'update_bulk', { updates }).catch((problem) => problem);
    expect(refused.extras.errors.map(({ path }: { path: string }) => path)).toEqual(['updates.1.due_time', 'updates.1.timezone']);
    expect((await call(tasks, 'get', { id })).title).toBe('B');
  });

  test.each([
    ['update_task', (id: string) => ({ id, title: 'B', add_labels: ['x'], due_date: '2026-05-04' })],
    ['update_tasks', (id: string) => ({ updates: [{ id, title: 'B', priority: 'low' }] })],
    ['complete_task', (id: string) => ({ id })],
    ['delete_task', (id: string) => ({ id })],
    ['delete_tasks', (id: string) => ({ ids: [id] })],
    ['move_task', (id: string) => ({ id, status_id: 'Backlog' })],
  ])('%s is undone by its undo', async (name, args) => {
    const { call } = service.newSpace();
    await call(tasks, 'create', { title: 'Neighbour' });
    const before = await call(tasks, 'create', { title: 'A', labels: ['x', 'y'] });
    await callAndUndo(call, name, args(before.id));
    const { updated_at: _, position: __, ...after } = await call(tasks, 'get', { id: before.id });
    const { updated_at: ___, position: ____, ...was } = before;
    expect(after).toEqual(was);
  });
});

describe('moving a task', () => {
  test('into a project says of its project, status, place and identifier, and of no other status of the same name', async () => {
    const { call, types, events } = service.newSpace();
    const project = await call(projects, 'create', { name: 'Website', key: 'WEB' });
    const task = await call(tasks, 'create', { title: 'A' });
    await call(tasks, 'move', { id: task.id, project_id: project.id });
    expect(await types()).toEqual(['project_created', 'task_created', 'task_updated']);
    const [event] = await events('task_updated');
    expect(event!.data).toMatchObject({
      changed: ['project_id', 'status_id', 'position', 'identifier'],
      previous: { project_id: null, status_id: task.status.id, position: task.position, identifier: null },
    });
  });
});

describe('a list of tasks', () => {
  test('is filtered, searched and sorted', async () => {
    const { call, agent } = service.newSpace();
    const project = await call(projects, 'create', { name: 'Website', key: 'WEB' });
    const assignees = [{ kind: 'agent' as const, id: agent.id }];
    const { data } = await call(tasks, 'create_bulk', {
      tasks: [
        { title: 'Alpha', project_id: project.id, priority: 'low', due_date: '2199-05-04', labels: ['bug'] },
        { title: 'Beta', project_id: project.id, priority: 'urgent', assignees },
        { title: 'Gamma', due_date: '2020-01-01', status_id: 'Done' },
        { title: 'Delta', due_date: '2020-01-02', about: [{ kind: 'url', id: 'https://example.com' }] },
      ],
    });
    const titles = async (args: Parameters<typeof call<typeof tasks, 'list'>>[2]) =>
      (await call(tasks, 'list', args)).data.map(({ title }) => title);
    expect(await titles({})).toEqual(['Delta', 'Gamma', 'Beta', 'Alpha']);
    expect(await titles({ project_id: project.id, sort: 'position' })).toEqual(['Alpha', 'Beta']);
    expect(await titles({ project_id: 'none' })).toEqual(['Delta', 'Gamma']);
    expect(await titles({ sort: '-priority', limit: 1 })).toEqual(['Beta']);
    expect(await titles({ sort: 'due_at' })).toEqual(['Gamma', 'Delta', 'Alpha', 'Beta']);
    expect(await titles({ assignee_id: agent.id })).toEqual(['Beta']);
    expect(await titles({ assignee_id: 'none', priority: ['low'] })).toEqual(['Alpha']);
    expect(await titles({ label: 'bug' })).toEqual(['Alpha']);
    expect(await titles({ overdue: true })).toEqual(['Delta']);
    expect(await titles({ status_category: ['done'] })).toEqual(['Gamma']);
    expect(await titles({ first_due_date: '2020-01-02', last_due_date: '2020-12-31' })).toEqual(['Delta']);
    expect(await titles({ about_id: 'https://example.com' })).toEqual(['Delta']);
    expect(await titles({ search: 'ALPH' })).toEqual(['Alpha']);
    expect(await titles({ search: 'web-2' })).toEqual(['Beta']);
    const page = await call(tasks, 'list', { sort: 'due_at', limit: 3 });
    expect(await titles({ sort: 'due_at', cursor: page.next_cursor! })).toEqual(['Beta']);
    expect((await agent.call(myTasks, 'list', {})).data.map(({ id }) => id)).toEqual([data[1]!.id]);
    await expect(call(myTasks, 'list', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect((await call(taskLabels, 'list', {})).data).toEqual([{ label: 'bug', open: 1, done: 0 }]);
  });
});

describe('comments', () => {
  test('are written, edited by their author only, and counted', async () => {
    const { call, agent, events, types } = service.newSpace();
    const { id } = await call(tasks, 'create', { title: 'A' });
    const ada = `con_${'0'.repeat(26)}`;
    const comment = await call(taskComments, 'create', { id, body: `[@Ada](space:contact/${ada}) please` });
    expect(comment).toMatchObject({ mentioned_ids: [ada], edited_at: null, author: { kind: 'api_key' } });
    await expect(agent.call(taskComments, 'update', { id, comment_id: comment.id, body: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const edited = await call(taskComments, 'update', { id, comment_id: comment.id, body: 'Done' });
    expect(edited).toMatchObject({ body: 'Done', mentioned_ids: [], before: { body: comment.body } });
    expect((await call(tasks, 'get', { id })).comment_count).toBe(1);
    expect((await call(taskComments, 'list', { id })).data).toHaveLength(1);
    await call(taskComments, 'delete', { id, comment_id: comment.id });
    expect(await types()).toEqual(['task_created', 'task_commented', 'task_commented', 'task_comment_deleted']);
    expect((await events('task_commented')).map(({ data }) => data.edited)).toEqual([false, true]);
  });
});
