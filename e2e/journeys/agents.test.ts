import { expect, test } from '@jest/globals';
import { eventListening, MAX_LISTENERS_PER_AGENT } from '@space/contracts/events';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool, toolNames } from './mcp-post.ts';

/** Creates a Space with the key of a person and an agent with its own key. */
async function withAgent() {
  const space = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id: space.space_id, name: 'Scout' });
  const agent = await newKey(space.space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent;
  return { ...space, agent_id, agent, tool };
}

test('an agent creates a listener, finds a line for an event in its chat, and stops listening', async () => {
  const { client, agent_id, tool } = await withAgent();
  const listener = await tool('listen_to_events', { name: 'New people', event_types: ['contact_created'] });
  expect(listener).toMatchObject({ kind: 'agent', agent_id, delivery: 'now', enabled: true });
  const contact = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { data } = await eventually(async () => {
    const chat = await tool('read_my_chat');
    expect(chat.data).toMatchObject([{ id: 1, subscription: 'New people', event_count: 1, text: expect.stringContaining(contact.id) }]);
    return chat;
  });
  expect(eventListening.operations.read_chat.output.parse({ data, has_more: false, next_cursor: null }).data).toEqual(data);
  expect((await operator.agents.read_chat({ agent_id })).data).toEqual(data);
  expect(await tool('read_my_chat', { after: 1 })).toMatchObject({ data: [] });
  expect((await client.event_subscriptions.list({ kind: 'agent' })).data).toMatchObject([{ id: listener.id }]);
  expect(await tool('update_my_listener', { id: listener.id, delivery: { every_minutes: 60 } })).toMatchObject({
    delivery: { every_minutes: 60 },
  });
  await client.contacts.create({ name: 'Grace', email: 'grace@example.com' });
  // Both events are consumed: the batch still contains them after the listener is deleted.
  await eventually(async () => expect((await client.events.list({ types: ['contact_created'] })).events).toHaveLength(2));
  expect(await tool('stop_listening', { id: listener.id })).toEqual({ id: listener.id, deleted: true });
  expect(await tool('list_my_listeners')).toMatchObject({ data: [] });
  expect((await tool('read_my_chat')).data).toHaveLength(1);
});

test('an agent can flush a pending batch', async () => {
  const { client, tool } = await withAgent();
  const { id } = await tool('listen_to_events', { event_types: ['contact_created'], delivery: { every_minutes: 1_440 } });
  for (const name of ['Ada', 'Grace']) await client.contacts.create({ name, email: `${name}@example.com` });
  await eventually(async () => expect((await client.events.list()).events).toHaveLength(2));
  expect((await tool('read_my_chat')).data).toEqual([]);
  await tool('update_my_listener', { id, delivery: 'now' });
  await eventually(async () =>
    expect((await tool('read_my_chat')).data).toMatchObject([{ event_count: 2, text: expect.stringMatching(/^2 events:\n/) }]),
  );
});

test('a key without an agent cannot create an agent listener, and the error says what to do', async () => {
  const { api_key, agent } = await withAgent();
  expect(await toolNames(agent.api_key)).toContain('event_listening');
  for (const name of ['listen_to_events', 'list_my_listeners', 'read_my_chat']) {
    const args = name === 'listen_to_events' ? { event_types: ['*'] } : {};
    expect(await callTool(api_key, name, args)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Only an agent’s own key') }],
      structuredContent: { error: { code: 'forbidden' } },
    });
  }
});

test('an agent receives events only about tables it can use: in its chat, its feed, its webhooks and get_events', async () => {
  const { client, agent, agent_id, tool } = await withAgent();
  const table = () => client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const [mine, foreign] = [await table(), await table()];
  await operator.agents.set_can_use({ agent_id, tables: [mine.id] });
  await tool('listen_to_events', { event_types: ['table_row_created'] });
  const { subscription } = await agent.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Rows',
    event_types: ['table_row_created'],
  });
  await client.rows.create({ table_id: foreign.id, data: { name: 'Secret' } });
  await client.rows.create({ table_id: mine.id, data: { name: 'Engine' } });
  await eventually(async () => expect((await client.events.list({ types: ['table_row_created'] })).events).toHaveLength(2));
  const rowsOf = async (args: object) =>
    (await tool('get_events', args)).events.map(({ data }: { data: { table_id: string } }) => data.table_id);
  for (const args of [{}, { subscription_id: subscription.id }, { types: ['table_row_created'] }])
    expect(await rowsOf(args)).toEqual([mine.id]);
  const lines = (await tool('read_my_chat')).data;
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('Secret');
  await operator.agents.set_can_use({ agent_id, tables: '*' });
  expect(await rowsOf({ types: ['table_row_created'] })).toEqual([foreign.id, mine.id]);
});

test('an agent updates and deletes only its own listeners', async () => {
  const { client, agent } = await withAgent();
  const { subscription } = await client.event_subscriptions.create({ kind: 'feed', name: 'Ours', event_types: ['*'] });
  const path = `/event-subscriptions/${subscription.id}`;
  for (const [method, body] of [
    ['PATCH', { event_types: ['contact_created'] }],
    ['DELETE', undefined],
  ] as const)
    expect((await agent.request(method, path, { body })).body).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await client.event_subscriptions.get({ id: subscription.id })).event_types).toEqual(['*']);
});

test('of 26 concurrent creates of listeners by one agent exactly 25 succeed', async () => {
  const { tool, client } = await withAgent();
  const made = await Promise.all(
    Array.from({ length: MAX_LISTENERS_PER_AGENT + 1 }, () => tool('listen_to_events', { event_types: ['contact_deleted'] })),
  );
  expect(made.filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code: 'limit_reached' } }]);
  expect((await client.event_subscriptions.list({ kind: 'agent', include_total: true })).total).toBe(MAX_LISTENERS_PER_AGENT);
});

test('deleting an agent ends its key and its listeners, and its chat can still be read', async () => {
  const { client, space_id, agent_id, agent, tool } = await withAgent();
  await tool('listen_to_events', { event_types: ['contact_created'] });
  const { subscription } = await agent.client.event_subscriptions.create({ kind: 'feed', name: 'Its feed', event_types: ['*'] });
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await eventually(async () => expect((await tool('read_my_chat')).data).toHaveLength(1));
  expect(await operator.settings.delete_agent({ space_id, id: agent_id })).toEqual({ id: agent_id, deleted: true });
  await eventually(async () => expect((await agent.request('GET', '/me')).status).toBe(401));
  await eventually(async () =>
    expect((await client.event_subscriptions.list({})).data).toMatchObject([{ id: subscription.id, enabled: false }]),
  );
  expect((await operator.agents.read_chat({ agent_id })).data).toHaveLength(1);
  await expect(operator.agents.get_can_use({ agent_id })).rejects.toMatchObject({ status: 404 });
});
