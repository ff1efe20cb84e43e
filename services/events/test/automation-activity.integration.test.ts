import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import { eventually, type TestServices } from '@space/runtime/testing';
import { createFakeGateway, type FakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let keys: FakeGateway;
let services: TestServices;
beforeAll(async () => {
  keys = createFakeGateway();
  services = await startAutomations(keys);
});
afterAll(() => services.stop());

const linesOf = (space: AutomationSpace) => keys.lines.filter(({ key_id }) => key_id === space.caller.key_id);

test('each action has a line, whatever came of it', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({ actions: [tagContact('new'), { operation: 'contacts.get', arguments: { id: 'con_none' } }] });
  const contact = await space.happen();
  const [run] = await space.over(id);
  await eventually(() =>
    expect(linesOf(space)).toMatchObject([
      { via: 'automation', operation: 'contacts.tag', things: [contact.id], outcome: 'ok', request_id: `${run!.id}.0` },
      { via: 'automation', operation: 'contacts.get', things: ['con_none'], outcome: 'not_found', request_id: `${run!.id}.1` },
    ]),
  );
});

test('so has one that the key may no longer call, and one whose arguments became too large', async () => {
  const space = createAutomationSpace(services);
  const refused = await space.automate({ actions: [tagContact('new')] });
  const large = await space.automate({
    trigger: { manual: true },
    actions: [{ operation: 'contacts.create', arguments: { name: '{{payload.long}}'.repeat(500), email: 'ada@example.com' } }],
  });
  keys.scopes.set(space.caller.key_id, ['contacts:read']);
  const contact = await space.happen();
  await space.over(refused);
  await space.call(automations, 'run', { id: large, payload: { long: 'x'.repeat(60_000) } });
  await space.over(large);
  await eventually(() =>
    expect(linesOf(space)).toMatchObject([
      { operation: 'contacts.tag', things: [contact.id], outcome: 'missing_scope' },
      { operation: 'contacts.create', things: [], outcome: 'too_large' },
    ]),
  );
});
