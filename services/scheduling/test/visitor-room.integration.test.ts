import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { contacts } from '@space/contracts/contacts';
import { storageDirectory } from '@space/contracts/platform';
import { bookingPages, bookings } from '@space/contracts/scheduling';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { schedulingService } from '../src/service.ts';
import { newSpace as newBookingSpace } from './fixtures/bookings.ts';
import { newSpace } from './fixtures/forms.ts';
import { guestOf } from './fixtures/guest.ts';

let refusal: string | null;
/** The rooms that were reserved, and those that were released. */
const rooms: { reserved: object[]; released: object[] } = { reserved: [], released: [] };

const gateway: Service = {
  name: 'gateway',
  schema: 'scheduling',
  emits: false,
  open: () => ({
    serves: [
      serving(storageDirectory, {
        reserve: async ({ input }) => {
          if (refusal === null) rooms.reserved.push(input);
          return { refusal };
        },
        release: async ({ input }) => {
          rooms.released.push(input);
          return { released: true as const };
        },
      }),
    ],
  }),
};

let services: TestServices;
beforeAll(async () => {
  services = await startServices([gateway, contactsService, schedulingService]);
});
beforeEach(() => {
  refusal = null;
  rooms.reserved = [];
  rooms.released = [];
});
afterAll(() => services.stop());

const fields = [
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'cv', label: 'CV', type: 'file' },
];
const answers = { email: 'ada@example.com' };
const cv = { field: 'cv', name: 'cv.txt', content_base64: Buffer.from('Engines').toString('base64') };

test('a submission of a visitor reserves room for its answers and its files; one with errors and no files does not', async () => {
  const { form, visitor, submissions } = newSpace(services);
  const { id } = await form(fields);
  expect((await visitor.send(id, { email: 'nothing' })).status).toBe(400);
  expect(rooms.reserved).toEqual([]);
  expect((await visitor.send(id, answers, [cv])).status).toBe(200);
  expect(rooms).toEqual({
    reserved: [
      { bytes: 7, rows: 1, files: 1 },
      { bytes: expect.any(Number), rows: 1, files: 0 },
    ],
    released: [],
  });
  expect(await submissions(id)).toHaveLength(1);
});

test('a Space without room refuses a submission before it captures the contact', async () => {
  const { form, visitor, submissions, call } = newSpace(services);
  const { id } = await form(fields);
  refusal = 'Full.';
  for (const files of [[], [cv]])
    await expect(visitor.send(id, answers, files)).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('owner'),
    });
  expect(await submissions(id)).toEqual([]);
  expect((await call(contacts, 'list', {})).data).toEqual([]);
});

test('a booking of a visitor reserves room, and is refused without it', async () => {
  const space = newBookingSpace(services);
  const guest = guestOf(services.ports);
  const page = await space.page();
  const { slots } = await space.call(bookingPages, 'preview', { id: page.id });
  const ada = { '-name': 'Ada Lovelace', '-email': 'ada@example.com' };
  refusal = 'Full.';
  await expect(guest.book(page.id, slots[3]!.starts_at, ada)).rejects.toMatchObject({ code: 'limit_reached' });
  expect((await space.call(bookings, 'list', {})).data).toEqual([]);
  refusal = null;
  expect((await guest.book(page.id, slots[3]!.starts_at, ada)).status).toBe(303);
  expect(rooms.reserved).toEqual([{ bytes: expect.any(Number), rows: 1, files: 0 }]);
});

test('a confirmation reserves room for the contact that it captures, and is possible later when there is none', async () => {
  const { form, submit, link, visitor, submissions, call } = newSpace(services);
  const { id } = await form([...fields, { key: 'name', label: 'Name', type: 'text' }], { double_opt_in: true });
  const given = { ...answers, name: 'あだ' };
  const { id: submission } = await submit(id, given);
  const url = await link(id, submission);
  refusal = 'Full.';
  await expect(visitor.confirm(url)).rejects.toMatchObject({ code: 'limit_reached', message: expect.stringContaining('owner') });
  expect([(await submissions(id))[0]!.status, (await call(contacts, 'list', {})).data]).toEqual(['pending_confirmation', []]);
  refusal = null;
  expect((await visitor.confirm(url)).status).toBe(200);
  expect(rooms).toEqual({ reserved: [{ bytes: Buffer.byteLength(JSON.stringify(given)), rows: 1, files: 0 }], released: [] });
  expect((await visitor.confirm(url)).status).toBe(200);
  expect(rooms.reserved).toHaveLength(1);
});
