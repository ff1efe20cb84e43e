import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { daysAhead } from '../days-ahead.ts';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

test('a task that a person writes is claimed and done by an agent, and is in the calendar, the search and the events meanwhile', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent;
  const listener = { event_types: ['task_assigned'], filters: { task_assigned: { assignee_ids: agent_id } } };
  expect(await tool('listen_to_events', listener)).toMatchObject({ kind: 'agent' });
  const { subscription: feed } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Done',
    event_types: ['task_status_changed'],
    filters: { task_status_changed: { status_category: 'done' } },
  });
  const { id: automation_id } = await client.automations.create({
    name: 'Follow up',
    trigger: { event_type: 'task_status_changed', filters: { status_category: 'done', assignee_ids: [agent_id] } },
    actions: [{ operation: 'tasks.create', arguments: { title: 'Check {{event.data.identifier}}', labels: ['check'] } }],
  });

  const project = await client.projects.create({ name: 'Website', key: 'WEB' });
  const due_date = daysAhead(2, 'Europe/Berlin');
  const recurrence = { rrule: 'FREQ=WEEKLY' };
  const printer = await client.tasks.create({
    title: 'Call the printer',
    project_id: project.id,
    due_date,
    timezone: 'Europe/Berlin',
    recurrence,
  });
  expect(printer.identifier).toBe('WEB-1');

  const inCalendar = async () =>
    (await client.calendar.list({ start_date: due_date, end_date: daysAhead(20, 'UTC'), category: 'task' })).data;
  const [shown] = await eventually(async () => {
    const found = await inCalendar();
    expect(found).toMatchObject([{ title: 'Call the printer', all_day: true, start_date: due_date, task_id: printer.id }]);
    return found;
  });
  await expect(client.calendar.update({ id: shown!.id, title: 'x' })).rejects.toMatchObject({ status: 409, code: 'attached' });
  expect((await client.search.find({ q: 'printer' })).data).toMatchObject([{ kind: 'task', id: printer.id, detail: 'WEB-1' }]);

  const claimed = await tool('claim_task', { lease_minutes: 30 });
  expect(claimed).toMatchObject({
    task: { id: printer.id, status: { category: 'in_progress' }, assignees: [{ name: 'Scout' }] },
  });
  expect(await tool('claim_task', {})).toMatchObject({ task: null });
  expect(await tool('list_my_tasks', {})).toMatchObject({ data: [{ id: printer.id }] });
  await tool('create_task_comment', { id: 'WEB-1', body: 'They call back.' });
  const done = await tool('complete_task', { id: 'WEB-1' });
  expect(done).toMatchObject({ status: { category: 'done' }, next_task: { identifier: 'WEB-2' }, comment_count: 1 });

  await eventually(async () => {
    expect((await inCalendar()).map(({ title, start_date }) => [title, start_date])).toEqual([
      ['Call the printer', daysAhead(9, 'Europe/Berlin')],
    ]);
    expect((await client.events.list({ subscription_id: feed.id })).events.map(({ data }) => data.task_id)).toEqual([printer.id]);
    expect((await client.automations.list_runs({ id: automation_id })).data).toMatchObject([{ status: 'succeeded' }]);
  });
  expect((await client.tasks.list({ label: 'check' })).data).toMatchObject([{ title: 'Check WEB-1', created_by: { kind: 'automation' } }]);
  expect((await tool('read_my_chat')).data).toMatchObject([{ text: expect.stringContaining('Call the printer') }]);
});
