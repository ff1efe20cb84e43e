import { expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { actionCatalog } from './action-catalog.ts';
import { actionNames, resolveActionName } from './action-names.ts';

const resolve = (operation: string, args: object = {}) => resolveActionName({ operation, arguments: args as never, name: 'Step' }, 1);

test('each name of an action means one operation: its id, its tools, and their family with their action', () => {
  const toolsOf = [...toolCatalog.values()].filter(({ id }) => actionCatalog.has(id));
  for (const { id, tool } of toolsOf)
    for (const name of [tool.name, `${tool.family}.${tool.action}`])
      expect({ name, means: actionNames.get(name) }).toEqual({ name, means: { id, preset: tool.preset ?? {} } });
  for (const id of actionCatalog.keys()) expect(actionNames.get(id)).toEqual({ id, preset: {} });
});

test('a tool and a family with an action are stored as the id of their operation', () => {
  for (const name of ['tag_contact', 'contacts.tag'])
    expect(resolve(name, { id: 'x' })).toEqual({
      action: { operation: 'contacts.tag', arguments: { id: 'x' }, name: 'Step' },
      errors: [],
    });
  expect(resolve('contacts.tagg').action.operation).toBe('contacts.tagg');
});

test('arguments that a tool fixes are stored, and others in their place are refused', () => {
  const fixed = { operation: 'event_subscriptions.create', arguments: { kind: 'feed', name: 'Log' }, name: 'Step' };
  for (const args of [{ name: 'Log' }, { name: 'Log', kind: 'feed' }])
    expect(resolve('create_event_feed', args)).toEqual({ action: fixed, errors: [] });
  expect(resolve('event_webhooks.create_feed', { kind: 'webhook' }).errors).toEqual([
    {
      path: 'actions.1.arguments.kind',
      code: 'preset',
      message: 'must be left out or be "feed", which event_webhooks.create_feed fixes; event_subscriptions.create accepts others',
    },
  ]);
});
