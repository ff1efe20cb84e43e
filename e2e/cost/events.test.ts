import { expect, test } from '@jest/globals';
import { MAX_PAGE_SIZE } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { operator, profile } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { CLOSED_RECEIVER } from '../surface/fixtures.ts';
import { type Arguments, operations, operatorOperations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { send, sendJson } from './send.ts';
import { mcpRequest, toolCall } from './tool-calls.ts';
import { requestOf } from './worst-calls.ts';

const operationOf = (id: string) => [...operations, ...operatorOperations].find((entry) => entry.id === id)!;

/** Contacts whose events are larger together than a page may be. */
const CONTACTS = 12;
const BIO = 'x'.repeat(900_000);

test('the largest events are cheap to read from feeds, deliveries, runs and chats', async () => {
  const owner = await newSpace();
  const { space_id, client } = owner;
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const event_types = ['contact_created'];
  const feed = await client.event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types });
  const webhook = await client.event_subscriptions.create({ kind: 'webhook', name: 'Hook', url: CLOSED_RECEIVER, event_types });
  const chat = (name: string, args: object) => mcpRequest(agent, toolCall('call_tool', { name, arguments: args }));
  expect(await send(chat('listen_to_events', { name: 'Chat', event_types }))).toMatchObject({ status: 200 });
  const automation = await client.automations.create({
    name: 'Greet',
    trigger: { event_type: 'contact_created' },
    actions: [{ operation: 'contacts.update', arguments: { id: '{{contact.id}}', bio: 'Hello' } }],
    scopes: ['contacts:write'],
  });
  for (let n = 0; n < CONTACTS; n++)
    expect(
      await sendJson('POST', '/contacts', owner.api_key, { name: 'Ada', email: `ada.${n}@example.com`, custom_fields: { bio: BIO } }),
    ).toMatchObject({ status: 201 });
  const runsOf = async () => (await client.automations.list_runs({ id: automation.id, limit: 200 })).data;
  await eventually(async () => expect((await runsOf()).filter(({ finished_at }) => finished_at !== null)).toHaveLength(CONTACTS), {
    timeout: 30_000,
  });
  await eventually(async () => expect((await operator.agents.read_chat({ agent_id, limit: 200 })).data).toHaveLength(CONTACTS), {
    timeout: 30_000,
  });
  const run_id = (await runsOf())[0]!.id;
  const delivery = (await client.deliveries.list({ id: webhook.subscription.id })).data[0]!;
  const page = { limit: MAX_PAGE_SIZE };
  const calls: readonly (readonly [id: string, args: Arguments])[] = [
    ['events.list', page],
    ['events.list', { ...page, subscription_id: feed.subscription.id }],
    ['events.search', page],
    ['deliveries.search', page],
    ['deliveries.search_recoveries', page],
    ['automations.search_runs', page],
    ['deliveries.list', { ...page, id: webhook.subscription.id }],
    ['deliveries.get_attempt', { id: webhook.subscription.id, delivery_id: delivery.delivery_id, number: 1 }],
    ['deliveries.get', { id: webhook.subscription.id, delivery_id: delivery.delivery_id }],
    ['deliveries.explain_type', { ...page, id: webhook.subscription.id, event_type: 'contact_created', until: '2199-01-01T00:00:00Z' }],
    ['events.list', { ...page, since: '2000-01-01T00:00:00Z', until: '2199-01-01T00:00:00Z' }],
    ['activity.list', { ...page, since: '2000-01-01T00:00:00Z', until: '2199-01-01T00:00:00Z' }],
    ['deliveries.explain', { id: webhook.subscription.id, event_id: delivery.event_id }],
    ['automations.list_runs', { ...page, id: automation.id }],
    ['automations.get_run', { id: automation.id, run_id }],
    ['activity.list', page],
  ];
  for (const [id, args] of calls)
    expect(await expectWithinBudget(id, requestOf(operationOf(id), owner, args), id)).toMatchObject({ status: 200 });
  const asOperator = requestOf(operationOf('agents.read_chat'), { api_key: profile.operator_token }, { agent_id, ...page });
  expect(await expectWithinBudget('agents.read_chat', asOperator)).toMatchObject({ status: 200 });
  for (const name of ['read_my_chat', 'list_my_listeners', 'get_events'])
    expect(await expectWithinBudget('tool', chat(name, page), name)).toMatchObject({ status: 200 });
});

test('tagging the largest contact with as many tags as a call takes is refused within the budget', async () => {
  const space = await newSpace();
  const { id } = await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com', custom_fields: { bio: BIO } });
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`);
  const tag = (count: number) =>
    expectWithinBudget('contacts.tag', requestOf(operationOf('contacts.tag'), space, { id, tags: tags(count) }));
  expect(await tag(50)).toMatchObject({ status: 400 });
  expect(await tag(20)).toMatchObject({ status: 200 });
});
