import { expect, test } from '@jest/globals';
import { startServices } from '@space/runtime/testing';
import { workService } from '../src/index.ts';

test('the service work starts on its migrated schema and stops', async () => {
  const services = await startServices([workService]);
  expect(services.ports.eventLog.ready()).toBe(true);
  await services.stop();
});
