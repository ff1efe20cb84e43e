import { afterAll, expect, test } from '@jest/globals';
import { MAX_AUTOMATION_CHAIN } from '@space/contracts/events';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

/** Waits until so many runs of an automation are over, and answers them with their steps, oldest first. */
const over = ({ client }: TestSpace, id: string, count = 1) =>
  eventually(
    async () => {
      const { data } = await client.automations.list_runs({ id });
      const ended = data.filter(({ finished_at }) => finished_at !== null);
      expect(ended).toHaveLength(count);
      return Promise.all(ended.toReversed().map((run) => client.automations.get_run({ id, run_id: run.id })));
    },
    { timeout: 15_000 },
  );

test('a new row triggers an automation that tags its person, and a webhook receives both events with their actors', async () => {
  const space = await newWebhookSpace();
  const { client } = space;
  const ada = await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  const { id: table_id } = await client.tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'who', label: 'Who', type: 'contact' },
    ],
  });
  const { id } = await client.automations.create({
    name: 'Tag buyers',
    trigger: { event_type: 'table_row_created', filters: { table_id } },
    actions: [
      { operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['buyer'] } },
      {
        operation: 'row_comments.create',
        arguments: { table_id, row_id: '{{event.data.row_id}}', body: '{{steps.0.name}} is a buyer now.' },
      },
    ],
  });
  const row = await client.rows.create({ table_id, data: { name: 'Engine', who: [ada.id] } });
  const [run] = await over(space, id);
  expect(run).toMatchObject({ status: 'succeeded', started_by: 'event', event_type: 'table_row_created', error: null });
  expect(run!.steps).toMatchObject([{ operation: 'contacts.tag' }, { operation: 'row_comments.create' }]);
  expect((await client.contacts.get({ id: ada.id })).tags).toEqual(['buyer']);
  const comments = await client.row_comments.list({ table_id, row_id: row.id });
  expect(comments.data).toMatchObject([{ body: 'Ada Lovelace is a buyer now.' }]);

  const { event: created } = await space.received('table_row_created');
  const { event: tagged } = await space.received('contact_tagged');
  const { event: ended } = await space.received('automation_run_succeeded');
  expect(created.data).toMatchObject({ row_id: row.id, contact_id: ada.id, actor_kind: 'api_key' });
  expect(tagged.data).toMatchObject({
    contact_id: ada.id,
    actor_kind: 'automation',
    actor: { kind: 'automation', id, name: 'Tag buyers' },
  });
  expect(ended.data).toMatchObject({ automation_id: id, run_id: run!.id, event_id: created.id, steps: 2 });
});

test('a webhook can exclude events caused by automations', async () => {
  const space = await newWebhookSpace({ filters: { actor_kind: ['person', 'agent', 'api_key'] }, event_types: ['contact_tagged'] });
  const { id } = await space.client.automations.create({
    name: 'Tag',
    trigger: { event_type: 'contact_created' },
    actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['by-automation'] } }],
  });
  const ada = await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await over(space, id);
  await space.client.contacts.tag({ id: ada.id, tags: ['by-hand'] });
  await space.received('contact_tagged');
  expect(space.receiver.received.map(({ event }) => event.data.tag)).toEqual(['by-hand']);
});

test('automations that trigger each other stop at the maximum depth, and the last run says why', async () => {
  const space = await newSpace();
  const pass = (from: string, to: string) =>
    space.client.automations.create({
      name: `${from} to ${to}`,
      trigger: { event_type: 'contact_tagged', filters: { tag: from } },
      actions: [
        { operation: 'contacts.untag', arguments: { id: '{{contact.id}}', tags: [from] } },
        { operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: [to] } },
      ],
    });
  const [there, back] = [await pass('ping', 'pong'), await pass('pong', 'ping')];
  const { id } = await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await space.client.contacts.tag({ id, tags: ['ping'] });
  const runs = [...(await over(space, there.id, 3)), ...(await over(space, back.id, 3))];
  const last = runs.filter(({ status }) => status === 'failed');
  expect(last).toMatchObject([
    { chain: MAX_AUTOMATION_CHAIN + 1, error: expect.stringContaining('a chain of automations stops at 5'), steps: [] },
  ]);
});

test('an automation runs with the key that saved it; after that key is revoked its runs fail until another key saves it', async () => {
  const space = await newSpace();
  const other = await newKey(space.space_id);
  const { id } = await other.client.automations.create({
    name: 'Tag',
    trigger: { event_type: 'contact_created' },
    actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['new'] } }],
  });
  await operator.settings.revoke_key({ id: other.key_id });
  await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const [run] = await over(space, id);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('This Space API key was revoked') });
  expect(await space.client.automations.update({ id, enabled: true })).toMatchObject({ key_id: space.key_id });
  const bob = await space.client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
  await over(space, id, 2);
  expect((await space.client.contacts.get({ id: bob.id })).tags).toEqual(['new']);
});

test('a key cannot save an automation with scopes that it lacks', async () => {
  const { client } = await newSpace({ scopes: ['automations:write'] });
  const refused = client.automations.create({
    name: 'Tag',
    trigger: { event_type: 'contact_created' },
    actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['new'] } }],
    scopes: ['contacts:write'],
  });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('contacts:write is not a scope of this key'),
  });
});

test('an agent creates, runs and inspects an automation over MCP', async () => {
  const { api_key, client } = await newSpace();
  const { structuredContent: made } = await callTool(api_key, 'create_automation', {
    name: 'Write down',
    trigger: { manual: true },
    actions: [{ operation: 'contacts.create', arguments: { name: '{{payload.name}}', email: '{{payload.email}}' } }],
  });
  const { structuredContent: run } = await callTool(api_key, 'run_automation', {
    id: made.id,
    payload: { name: 'Ada', email: 'ada@example.com' },
  });
  expect(run).toMatchObject({ status: 'queued' });
  await eventually(async () => {
    const { structuredContent: shown } = await callTool(api_key, 'get_automation_run', { id: made.id, run_id: run.run_id });
    expect(shown).toMatchObject({ status: 'succeeded', steps: [{ operation: 'contacts.create', outcome: 'succeeded' }] });
  });
  expect((await client.contacts.list({})).data).toMatchObject([{ name: 'Ada' }]);
});
