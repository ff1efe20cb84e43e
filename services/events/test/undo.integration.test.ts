import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts, toolCatalog } from '@space/contracts/catalog';
import { type Operation, scopes, type Undo } from '@space/contracts/core';
import { callAs, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { newAgentCaller, startEvents } from './fixtures/events.ts';

const { automations, eventListening, listeners } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** Returns a function that undoes a call with the call that its operation names. */
const undoAs =
  (call: ReturnType<typeof callAs>) =>
  async (operation: Operation, input: object, output: object): Promise<void> => {
    const undo = operation.undo!(operation.input.parse(input) as never, output as never) as Undo;
    const { contract, name, tool } = toolCatalog.get(undo.tool)!;
    await call(contract as typeof listeners, name as 'update', { ...tool.preset, ...undo.arguments } as never);
  };

test('the undo of a change of an event subscription restores each field, and that of its creation deletes it', async () => {
  const call = callAs(services.ports, newSpaceCaller());
  const undo = undoAs(call);
  const { create, update } = listeners.operations;
  const input = { kind: 'feed' as const, name: 'Feed', event_types: ['contact_tagged'], filters: { contact_tagged: { tag: 'vip' } } };
  const made = await call(listeners, 'create', input);
  const { id } = made.subscription;
  const before = await call(listeners, 'get', { id });
  for (const change of [{ name: 'Other' }, { enabled: false }, { event_types: ['*'], filters: {} }]) {
    const changed = await call(listeners, 'update', { id, ...change });
    expect(Object.keys(changed.before).sort()).toEqual(Object.keys(change).sort());
    await undo(update, { id, ...change }, changed);
    const { name, enabled, event_types, filters } = await call(listeners, 'get', { id });
    expect({ name, enabled, event_types, filters }).toEqual({ ...input, kind: undefined, enabled: before.enabled });
  }
  expect((await call(listeners, 'update', { id, name: 'Feed' })).before).toEqual({});
  await undo(create, input, made);
  await expect(call(listeners, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
});

test('the undo of a change of an automation restores each field, and that of its creation deletes it', async () => {
  const call = callAs(services.ports, { ...newSpaceCaller(), scopes });
  const undo = undoAs(call);
  const input = {
    name: 'Welcome',
    trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
    actions: [{ operation: 'contacts.get', arguments: { id: '{{contact.id}}' } }],
  };
  const { id, ...made } = await call(automations, 'create', input);
  const { updated_at: _made, ...before } = made;
  const changes = [
    { name: 'Other', description: 'Why' },
    { enabled: false },
    {
      trigger: { manual: true as const },
      actions: [{ operation: 'list_contacts' }],
      scopes: ['contacts:read' as const, 'contacts:write' as const],
    },
  ];
  for (const change of changes) {
    const changed = await call(automations, 'update', { id, ...change });
    expect(Object.keys(changed.before).sort()).toEqual(Object.keys(change).sort());
    await undo(automations.operations.update, { id, ...change }, changed);
    const { updated_at: _changed, ...after } = await call(automations, 'get', { id });
    expect(after).toEqual({ id, ...before });
  }
  await undo(automations.operations.create, input, { id, ...made });
  await expect(call(automations, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
});

test('the undo of an agent restores the delivery of its listener, and ends listening', async () => {
  const call = callAs(services.ports, newAgentCaller());
  const undo = undoAs(call);
  const input = { event_types: ['*'], delivery: { every_minutes: 15 } };
  const listener = await call(eventListening, 'listen', input);
  const change = { id: listener.id, delivery: 'now' as const, name: 'Mine' };
  await undo(eventListening.operations.update_mine, change, await call(eventListening, 'update_mine', change));
  const list = async () => (await call(eventListening, 'list_mine', {})).data;
  expect(await list()).toMatchObject([{ delivery: { every_minutes: 15 }, name: 'Listener' }]);
  await undo(eventListening.operations.listen, input, listener);
  expect(await list()).toEqual([]);
});

test('an action may have the name of its tool, and is stored as the id of its operation', async () => {
  const call = callAs(services.ports, { ...newSpaceCaller(), scopes });
  const input = { name: 'Feeds', trigger: { manual: true as const } };
  const make = (operation: string, args: object) =>
    call(automations, 'create', { ...input, actions: [{ operation, arguments: args as never }] });
  const feed = { name: 'New', event_types: ['*'] };
  for (const name of ['create_event_feed', 'event_webhooks.create_feed'])
    expect(await make(name, feed)).toMatchObject({
      actions: [{ operation: 'event_subscriptions.create', arguments: { ...feed, kind: 'feed' } }],
      scopes: ['automations:write'],
    });
  await expect(make('create_event_feed', { ...feed, kind: 'webhook' })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: expect.arrayContaining([expect.objectContaining({ path: 'actions.0.arguments.kind', code: 'preset' })]) },
  });
  await expect(make('create_event_fed', feed)).rejects.toMatchObject({
    extras: {
      errors: [
        {
          path: 'actions.0.operation',
          code: 'unknown_operation',
          message: expect.stringContaining('is neither an operation nor a tool; did you mean "create_event_feed"'),
        },
      ],
    },
  });
});
