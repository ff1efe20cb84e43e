import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import type { TestServices } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations(createFakeGateway());
});
afterAll(() => services.stop());

test('lists the runs of all automations of a Space, by automation, status and time, and no run of another Space', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  const working = await space.createAutomation({ actions: [tagContact('new')] });
  await space.createContact();
  const [succeeded] = await space.waitForRuns(working);
  services.ports.clock.advance(HOUR_MS);
  const failing = await space.createAutomation({
    trigger: { manual: true },
    actions: [{ operation: 'contacts.tag', arguments: { id: '{{payload.id}}', tags: ['a'] } }],
  });
  await space.call(automations, 'run', { id: failing, payload: { id: 7 } });
  const [failed] = await space.waitForRuns(failing);
  const find = async (over: object = {}) => (await space.call(automations, 'search_runs', over)).data.map(({ id }) => id);
  expect(await find()).toEqual([failed!.id, succeeded!.id]);
  expect(await find({ sort: 'created_at' })).toEqual([succeeded!.id, failed!.id]);
  expect(await find({ automation_id: working })).toEqual([succeeded!.id]);
  expect(await find({ status: 'failed' })).toEqual([failed!.id]);
  expect(await find({ until: failed!.created_at })).toEqual([succeeded!.id]);
  expect(await find({ automation_id: 'aut_01jd0000000000000000000000' })).toEqual([]);
  const first = await space.call(automations, 'search_runs', { limit: 1, include_total: true });
  expect(first).toMatchObject({ data: [{ id: failed!.id, automation_id: failing }], has_more: true, total: 2 });
  expect(await find({ cursor: first.next_cursor })).toEqual([succeeded!.id]);
  expect((await other.call(automations, 'search_runs', {})).data).toEqual([]);
});
