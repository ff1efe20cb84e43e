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
  // The task that was claimed, and the next one, which is assigned as well.
  const announced = expect.objectContaining({ text: expect.stringContaining('Call the printer') });
  expect((await tool('read_my_chat')).data).toEqual(expect.arrayContaining([announced]));
});

test('a task is about things of every kind, which must exist in its Space', async () => {
  const { client } = await newSpace();
  const other = (await newSpace()).client;
  const { id: contact } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const columns = [{ key: 'name', label: 'Name', type: 'text' as const }];
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns });
  const { id: second_table } = await client.tables.create({ name: 'Leads', columns });
  const { id: row } = await client.rows.create({ table_id, data: { name: 'Engine' } });
  const { id: form } = await client.forms.create({ name: 'Feedback', fields: [{ key: 'text', label: 'Text', type: 'text' }] });
  const { id: submission } = await client.forms.submit({ id: form, data: { text: 'Good' } });
  const { id: booking_page_id } = await client.booking_pages.create({ name: 'Call', min_notice_hours: 0, timezone: 'UTC' });
  const [slot] = (await client.booking_pages.preview({ id: booking_page_id })).slots;
  const guest = { name: 'Ada', email: 'ada@example.com' };
  const { id: booking } = await client.bookings.create({ booking_page_id, starts_at: slot!.starts_at, guest });
  const { id: site_id } = await client.sites.create({ title: 'Site' });
  const { id: page } = await client.pages.create({ site_id, title: 'Home' });
  const { id: document } = await client.documents.create({ title: 'Plan' });
  const { id: whiteboard } = await client.whiteboards.create({ title: 'Flow' });
  const about = [
    { kind: 'contact' as const, id: contact },
    { kind: 'row' as const, id: row, table_id },
    { kind: 'form' as const, id: form },
    { kind: 'form_submission' as const, id: submission },
    { kind: 'booking' as const, id: booking },
    { kind: 'page' as const, id: page },
    { kind: 'document' as const, id: document },
    { kind: 'whiteboard' as const, id: whiteboard },
    { kind: 'url' as const, id: 'https://example.com/' },
  ];
  expect((await client.tasks.create({ title: 'All', about })).about).toEqual(about);
  expect((await client.tasks.list({ about_id: row })).data).toMatchObject([{ title: 'All' }]);

  const foreign = await other.tasks.create({ title: 'All', about }).catch((problem) => problem);
  expect(foreign).toMatchObject({ status: 422, code: 'unresolved_reference' });
  expect(foreign.problem.errors.map(({ path }: { path: string }) => path)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `about.${at}.id`));
  const wrong = [
    { kind: 'row' as const, id: row, table_id: second_table },
    { kind: 'booking' as const, id: submission },
    { kind: 'form' as const, id: booking_page_id },
  ];
  await expect(client.tasks.create({ title: 'Wrong', about: wrong })).rejects.toMatchObject({
    status: 422,
    problem: { errors: [{ path: 'about.0.id' }, { path: 'about.1.id' }, { path: 'about.2.id' }] },
  });
  await expect(client.tasks.create({ title: 'Row', about: [{ kind: 'row', id: row }] })).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'about.0.table_id', message: 'is required for a row' }] },
  });
});
