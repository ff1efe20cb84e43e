import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { scopes } from '@space/contracts/core';
import { newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

const gateway = createFakeGateway();
let services: TestServices;
beforeAll(async () => {
  services = await startAutomations(gateway);
});
afterAll(() => services.stop());

test('the key of an automation ends its runs with an error when it is revoked', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tagContact('new')] });
  gateway.refused.set(space.caller.key_id, 'This Space API key was revoked.');
  const contact = await space.createContact();
  const [run] = await space.waitForRuns(id);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('is not active (This Space API key was revoked)') });
  expect((await space.call(contacts, 'get', { id: contact.id })).tags).toEqual([]);
});

test('the key of an automation ends its runs with an error when it loses a scope', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tagContact('new')] });
  gateway.scopes.set(space.caller.key_id, ['contacts:read']);
  await space.createContact();
  expect((await space.waitForRuns(id))[0]!.error).toContain('The key of this automation lacks the scope contacts:write');
});

test('an automation that a member saved fails with words about the member', async () => {
  const caller = { ...newSpaceCaller(), key_id: 'mbr_ada', scopes };
  const space = createAutomationSpace(services, scopes, caller);
  const id = await space.createAutomation({ actions: [tagContact('new')] });
  gateway.scopes.set(caller.key_id, ['contacts:read']);
  await space.createContact();
  const [lowered] = await space.waitForRuns(id);
  expect(lowered!.error).toBe(
    'Step 0 (contacts.tag) failed: The role of the member who saved this automation lacks the scope contacts:write; save it as a member or with a key that has it.',
  );
  const removed = { ...newSpaceCaller(), key_id: 'mbr_grace', scopes };
  const other = createAutomationSpace(services, scopes, removed);
  const otherId = await other.createAutomation({ actions: [tagContact('new')] });
  gateway.refused.set(removed.key_id, 'The member is no longer in this Space.');
  await other.createContact();
  expect((await other.waitForRuns(otherId))[0]!.error).toBe('Step 0 (contacts.tag) failed: The member is no longer in this Space.');
});
