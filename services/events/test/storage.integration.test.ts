import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import { eventStorage } from '@space/contracts/platform';
import type { TestServices } from '@space/runtime/testing';
import { startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace } from './fixtures/automation-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

test('automations count as rows and bytes, and their runs as bytes', async () => {
  const space = createAutomationSpace(services);
  const measure = () => space.call(eventStorage, 'measure', {});
  expect(await measure()).toEqual({ bytes: 0, rows: 0, files: 0 });
  const id = await space.createAutomation({ actions: [{ operation: 'contacts.list', arguments: { search: '{{payload.note}}' } }] });
  const before = await measure();
  expect(before).toMatchObject({ rows: 1, files: 0 });
  const payload = { note: Array.from({ length: 2_000 }, (_, n) => String(n * n)).join(' ') };
  await space.call(automations, 'run', { id, payload });
  await space.waitForRuns(id);
  const after = await measure();
  expect(after.rows).toBe(1);
  expect(after.bytes - before.bytes).toBeGreaterThan(3_000);
  expect(await createAutomationSpace(services).call(eventStorage, 'measure', {})).toMatchObject({ bytes: 0 });
});
