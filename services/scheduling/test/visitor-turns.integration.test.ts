import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages } from '@space/contracts/scheduling';
import { spacesOfVisitors, type TestServices } from '@space/runtime/testing';
import { newSpace as newBookingSpace, startScheduling } from './fixtures/bookings.ts';
import { newSpace } from './fixtures/forms.ts';
import { guestOf, tokenOf } from './fixtures/guest.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

const spacesDuring = (act: () => Promise<unknown>) => spacesOfVisitors(services.ports.database, act);

test('visitors of a form take turns with those of its Space once the form is found', async () => {
  const { form, visitor, caller } = newSpace(services);
  const { id } = await form([{ key: 'name', label: 'Your name', type: 'short_text' }]);
  const [first, ...others] = await spacesDuring(() => visitor.send(id, { name: 'Ada' }));
  expect(first).toBe('');
  expect(others).toContain(caller.space_id);
  expect(await spacesDuring(() => visitor.open('frm_none'))).toEqual(['']);
});

test('visitors of a booking page and its feed take turns with those of its Space once the page is found', async () => {
  const space = newBookingSpace(services);
  const page = await space.page();
  const guest = guestOf(services.ports);
  const [first, ...others] = await spacesDuring(() => guest.open(page.id));
  expect([first, new Set(others)]).toEqual(['', new Set([space.caller.space_id])]);
  const { url } = await space.call(bookingPages, 'create_feed', { id: page.id });
  expect(await spacesDuring(() => guest.at('feed', tokenOf(url)))).toEqual(['', space.caller.space_id]);
});
