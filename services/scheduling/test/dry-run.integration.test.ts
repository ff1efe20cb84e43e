import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { bookings, forms } from '@space/contracts/scheduling';
import { emittedIn, type TestServices } from '@space/runtime/testing';
import { guest, newSpace, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

const START = '2026-05-05T09:00:00Z';
const FIELDS = [
  { key: 'name', label: 'Name', type: 'short_text' },
  { key: 'email', label: 'Email', type: 'email', required: true },
];
const ADA = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' };

/** Makes a Space with a form and a page, with functions that read its people, bookings and events. */
async function prepared() {
  const space = newSpace(services);
  const form = await space.call(forms, 'create', { name: 'Intake', fields: FIELDS } as never);
  const page = await space.page();
  const withForm = await space.page({ form_id: form.id });
  const seen = async () => ({
    people: (await space.call(contacts, 'list', {})).data,
    bookings: (await space.call(bookings, 'list', {})).data,
    emitted: [...(await emittedIn(services.ports.database, 'contacts', space.caller.space_id)), ...(await space.events())].map(
      ({ type }) => type,
    ),
  });
  const book = (booking_page_id: string, dry_run: boolean) =>
    space.call(bookings, 'create', { booking_page_id, starts_at: START, guest: guest() }, { dry_run });
  const submit = (dry_run: boolean) => space.call(forms, 'submit', { id: form.id, data: ADA } as never, { dry_run });
  return { ...space, page, withForm, seen, book, submit };
}

test('a dry run of a booking and a submission makes no contact and returns the id it would make', async () => {
  const { book, submit, page, withForm, seen } = await prepared();
  const before = await seen();
  expect(await book(page.id, true)).toMatchObject({ status: 'confirmed', contact_id: expect.stringMatching(/^con_/) });
  expect(await book(withForm.id, true)).toMatchObject({ status: 'confirmed', form_submission_id: expect.stringMatching(/^sub_/) });
  expect(await submit(true)).toMatchObject({ status: 'confirmed', contact_id: expect.stringMatching(/^con_/) });
  expect(await seen()).toEqual(before);
  expect(before.people).toEqual([]);
});

test('a dry run does not change an existing contact, and the same call succeeds afterwards', async () => {
  const { call, book, submit, page, seen } = await prepared();
  const ada = await call(contacts, 'create', { name: 'Ada', email: ADA.email });
  const before = await seen();
  expect(await book(page.id, true)).toMatchObject({ contact_id: ada.id });
  expect(await submit(true)).toMatchObject({ contact_id: ada.id });
  expect(await seen()).toEqual(before);
  await book(page.id, false);
  await submit(false);
  expect((await seen()).people).toMatchObject([{ id: ada.id, name: 'Ada Lovelace' }]);
});
