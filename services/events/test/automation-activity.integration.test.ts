import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import { eventually, type TestServices } from '@space/runtime/testing';
import { createFakeGateway, type FakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let gateway: FakeGateway;
let services: TestServices;
beforeAll(async () => {
  gateway = createFakeGateway();
  services = await startAutomations(gateway);
});
afterAll(() => services.stop());

const linesOf = (space: AutomationSpace) => gateway.lines.filter(({ key_id }) => key_id === space.caller.key_id);

test('each action has a line in the activity log, whether it succeeds or fails', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tagContact('new'), { operation: 'contacts.get', arguments: { id: 'con_none' } }] });
  const contact = await space.createContact();
  const [run] = await space.waitForRuns(id);
  await eventually(() =>
    expect(linesOf(space)).toMatchObject([
      { channel: 'automation', operation: 'contacts.tag', resource_ids: [contact.id], outcome: 'ok', request_id: `${run!.id}.0` },
      { channel: 'automation', operation: 'contacts.get', resource_ids: ['con_none'], outcome: 'not_found', request_id: `${run!.id}.1` },
    ]),
  );
});

test('an action that its key may no longer call and one with too large arguments have a line in the activity log', async () => {
  const space = createAutomationSpace(services);
  const refused = await space.createAutomation({ actions: [tagContact('new')] });
  const large = await space.createAutomation({
    trigger: { manual: true },
    actions: [{ operation: 'contacts.create', arguments: { name: '{{payload.long}}'.repeat(500), email: 'ada@example.com' } }],
  });
  gateway.scopes.set(space.caller.key_id, ['contacts:read']);
  const contact = await space.createContact();
  await space.waitForRuns(refused);
  await space.call(automations, 'run', { id: large, payload: { long: 'x'.repeat(60_000) } });
  await space.waitForRuns(large);
  await eventually(() =>
    expect(linesOf(space)).toMatchObject([
      { operation: 'contacts.tag', resource_ids: [contact.id], outcome: 'missing_scope' },
      { operation: 'contacts.create', resource_ids: [], outcome: 'too_large' },
    ]),
  );
});
