import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { automations, listeners } from '@space/contracts/events';
import { rows, tables } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { lockCanUse, setCanUse } from '../src/can-use/can-use.queries.ts';
import { startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace } from './fixtures/automation-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

const agent = { kind: 'agent', id: 'agt_1', name: 'Scout' } as const;

test('only events about resources that the agent can use trigger an automation of the agent', async () => {
  const space = createAutomationSpace(services);
  const scout = createAutomationSpace(services, undefined, { ...space.caller, key_id: 'key_scout', actor: agent });
  const id = await scout.createAutomation({
    trigger: { event_type: 'table_row_created' },
    actions: [
      {
        operation: 'row_comments.create',
        arguments: { table_id: '{{event.data.table_id}}', row_id: '{{event.data.row_id}}', body: 'Seen' },
      },
    ],
  });
  expect(await space.call(automations, 'get', { id })).toMatchObject({ key_id: 'key_scout', agent_id: agent.id });
  const columns = [{ key: 'name', label: 'Name', type: 'text' as const }];
  const [hidden, open] = [
    await space.call(tables, 'create', { name: 'A', columns }),
    await space.call(tables, 'create', { name: 'B', columns }),
  ];
  const { database } = services.ports;
  await lockCanUse(database, space.caller.space_id, agent.id);
  await setCanUse(database, space.caller.space_id, agent.id, { tables: [open.id] }, isoTime(services.ports.clock.now()));
  await space.call(rows, 'create', { table_id: hidden.id, data: { name: 'x' } });
  const { id: row } = await space.call(rows, 'create', { table_id: open.id, data: { name: 'y' } });
  const [run] = await space.waitForRuns(id);
  expect(run!.steps[0]!.arguments).toMatchObject({ table_id: open.id, row_id: row });
});

test('an event subscription that an automation of an agent creates belongs to the agent', async () => {
  const space = createAutomationSpace(services);
  const scout = createAutomationSpace(services, undefined, { ...space.caller, key_id: 'key_scout', actor: agent });
  const id = await scout.createAutomation({
    trigger: { manual: true },
    actions: [{ operation: 'event_subscriptions.create', arguments: { kind: 'feed', name: 'Mine', event_types: ['*'] } }],
  });
  await space.call(automations, 'run', { id });
  expect((await space.waitForRuns(id))[0]).toMatchObject({ status: 'succeeded' });
  expect((await space.call(listeners, 'list', {})).data).toMatchObject([{ name: 'Mine', agent_id: agent.id }]);
});
