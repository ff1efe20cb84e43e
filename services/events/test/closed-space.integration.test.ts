import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { automations } from '@space/contracts/events';
import { eventClosing, eventRemoval } from '@space/contracts/platform';
import { eventually, type TestServices } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

const gateway = createFakeGateway();
let services: TestServices;
beforeAll(async () => {
  services = await startAutomations(gateway);
});
afterAll(() => services.stop());

test('runs of a closed Space wait, and continue when it is open again', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  const [id, otherId] = [
    await space.createAutomation({ actions: [tagContact('new')] }),
    await other.createAutomation({ actions: [tagContact('new')] }),
  ];
  await space.call(eventClosing, 'set_closed', { closed: true });
  await space.call(eventClosing, 'set_closed', { closed: true });
  const contact = await space.createContact();
  await other.createContact();
  await other.waitForRuns(otherId);
  await eventually(async () => expect(await space.listRuns(id)).toMatchObject([{ status: 'queued' }]));
  expect((await space.call(contacts, 'get', { id: contact.id })).tags).toEqual([]);
  await space.call(eventClosing, 'set_closed', { closed: false });
  expect(await space.waitForRuns(id)).toMatchObject([{ status: 'succeeded' }]);
});

test('a run that is between two tries when its Space is closed is tried again only when the Space is open', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  const [id, otherId] = [
    await space.createAutomation({ actions: [tagContact('new')] }),
    await other.createAutomation({ actions: [tagContact('new')] }),
  ];
  gateway.unavailable.add(space.caller.key_id);
  const contact = await space.createContact();
  const isTried = async () => expect((await space.listRuns(id))[0]!.error).toContain('(tried 1 times). It is tried again');
  await eventually(isTried, { timeout: 10_000 });
  await space.call(eventClosing, 'set_closed', { closed: true });
  gateway.unavailable.delete(space.caller.key_id);
  services.ports.clock.advance(DAY_MS);
  await other.createContact();
  await other.waitForRuns(otherId);
  await isTried();
  await space.call(eventClosing, 'set_closed', { closed: false });
  expect(await space.waitForRuns(id)).toMatchObject([{ status: 'succeeded', error: null }]);
  expect((await space.call(contacts, 'get', { id: contact.id })).tags).toMatchObject([expect.anything()]);
});

test('a removed Space has no automation, run or event left, and another one has all of its own', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  for (const one of [space, other]) {
    const id = await one.createAutomation({ actions: [tagContact('new')] });
    await one.createContact();
    await one.waitForRuns(id);
  }
  expect((await space.call(eventRemoval, 'remove', {})).deleted).toBeGreaterThan(1);
  await eventually(async () => expect(await space.call(eventRemoval, 'remove', {})).toEqual({ deleted: 0, is_done: true }));
  expect((await space.call(automations, 'list', {})).data).toEqual([]);
  expect((await space.call(automations, 'search_runs', {})).data).toEqual([]);
  expect((await other.call(automations, 'search_runs', {})).data).toHaveLength(1);
});
