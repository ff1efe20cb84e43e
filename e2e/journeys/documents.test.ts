import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

test('an agent writes a document that names a task and a person, a person edits it, both texts stay, and a change is undone', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent as Record<string, never>;
  const { subscription: feed } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Texts',
    event_types: ['document_created', 'document_updated', 'document_mentioned', 'document_moved', 'document_deleted'],
  });
  const { id: automation_id } = await client.automations.create({
    name: 'Follow up',
    trigger: { event_type: 'document_mentioned' },
    actions: [{ operation: 'tasks.create', arguments: { title: 'Read {{event.data.document}}' } }],
  });

  const task = await client.tasks.create({ title: 'Call the printer' });
  const markdown = `# Launch\n\nWe launch in May.\n\n[The call](space:task/${task.id})`;
  const made = await tool('create_document', { title: 'Launch plan', markdown, folder_path: 'Brand/Texts' });
  expect(made).toMatchObject({ version: 1, folder_path: 'Brand/Texts', created_by: { kind: 'agent', name: 'Scout' } });
  const id = String(made.id);
  await expect(client.documents.edit({ id, edits: [{ op: 'append', markdown: '[x](space:task/tsk_none)' }] })).rejects.toMatchObject({
    status: 422,
    code: 'unresolved_reference',
  });

  const edited = await client.documents.edit({ id, base_version: 1, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  const whole = `${markdown.replace('We launch', 'We all launch')}\n\nAsk [@Scout](space:agent/${agent_id}).`;
  const merged = await tool('edit_document', { id, base_version: 1, edits: [{ op: 'replace_all', markdown: whole }] });
  expect(merged).toMatchObject({ previous_version: edited.version, merged_with: 1 });
  expect((await client.documents.get({ id })).content).toContain('We all launch in June.');
  await eventually(async () =>
    expect((await client.automations.list_runs({ id: automation_id })).data).toMatchObject([{ status: 'succeeded' }]),
  );
  expect((await client.tasks.list({ search: 'Launch plan' })).data).toMatchObject([{ title: 'Read Launch plan' }]);

  expect(await tool('revert_document', { id, version: edited.version })).toMatchObject({ version: 4 });
  expect(await tool('get_document', { id })).toMatchObject({ content: expect.stringContaining('We all launch in May.') });
  expect((await tool('search_documents', { q: 'launch may' })).data).toMatchObject([{ id }]);
  expect((await client.search.find({ q: 'launch' })).data).toContainEqual(
    expect.objectContaining({ kind: 'document', id, detail: 'Brand/Texts' }),
  );
  expect((await tool('list_document_references', { id })).data).toMatchObject([
    { thing_kind: 'task' },
    { thing_kind: 'agent', thing_id: agent_id },
  ]);
  await client.documents.update({ id, folder_id: null });
  await client.documents.delete({ id });
  await eventually(async () =>
    expect((await client.events.list({ subscription_id: feed.id })).events.map(({ type }) => type)).toEqual([
      'document_created',
      'document_updated',
      'document_updated',
      'document_mentioned',
      'document_updated',
      'document_moved',
      'document_deleted',
    ]),
  );
});
