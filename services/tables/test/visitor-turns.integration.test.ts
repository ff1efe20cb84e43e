import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { spacesOfVisitors, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { sharedTable } from './fixtures/visitor.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([contactsService, tablesService]);
});
afterAll(() => services.stop());

test('visitors of a shared view take turns with those of its Space once the link is found', async () => {
  const { caller, share, visitor } = await sharedTable(services.ports, [{ key: 'name', type: 'text' }], [{ name: 'Engine No. 1' }]);
  const { token } = await share('grid', {});
  const [first, ...others] = await spacesOfVisitors(services.ports.database, () => visitor.open(token));
  expect([first, new Set(others)]).toEqual(['', new Set([caller.space_id])]);
});
