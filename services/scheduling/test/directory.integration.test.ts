import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forms, schedulingDirectory } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

test('the directory returns the name and the status of the forms and booking pages of a Space in one call, and none of other Spaces', async () => {
  const [space, other] = [newSpace(services), newSpace(services)];
  const form = await space.call(forms, 'create', { name: 'Contact us', template: 'contact' });
  await space.call(forms, 'update', { id: form.id, status: 'archived' });
  const pages = [await space.page({ name: 'Intro call' }), await space.page({ name: 'Review' })];
  const theirs = await other.page({ name: 'Theirs' });
  const form_ids = [form.id, 'frm_none', pages[0]!.id, 'x'];
  const booking_page_ids = [...pages.map(({ id }) => id), theirs.id, form.id];
  expect(await space.call(schedulingDirectory, 'resolve', { form_ids, booking_page_ids })).toEqual({
    forms: [{ id: form.id, name: 'Contact us', status: 'archived' }],
    booking_pages: pages.map(({ id, name }) => ({ id, name, status: 'active' })),
  });
  expect(await other.call(schedulingDirectory, 'resolve', { form_ids, booking_page_ids })).toEqual({
    forms: [],
    booking_pages: [{ id: theirs.id, name: 'Theirs', status: 'active' }],
  });
  expect(await space.call(schedulingDirectory, 'resolve', {})).toEqual({ forms: [], booking_pages: [] });
});
