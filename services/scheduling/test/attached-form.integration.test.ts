import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { bookings, formSubmissions, forms } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { guest as guestNamed, newSpace, startScheduling } from './fixtures/bookings.ts';
import { newSpace as newFormSpace } from './fixtures/forms.ts';
import { guestOf } from './fixtures/guest.ts';

let services: TestServices;
let guest: ReturnType<typeof guestOf>;
beforeAll(async () => {
  services = await startScheduling();
  guest = guestOf(services.ports);
});
afterAll(() => services.stop());

const START = '2026-05-05T09:00:00.000Z';
const ADA = { '-name': 'Ada Lovelace', '-email': 'ada@example.com' };

/** Makes a booking page with an attached form. */
async function attached(fields: readonly object[], settings: object = {}) {
  const space = newSpace(services);
  const form = await space.call(forms, 'create', { name: 'Intake', fields, ...settings } as never);
  const page = await space.page({ form_id: form.id });
  const submissions = async () => (await space.call(formSubmissions, 'list', { id: form.id })).data;
  return { ...space, form, page, submissions };
}

describe('the form of a booking page', () => {
  const fields = [
    { key: 'full', label: 'Name', type: 'full_name', required: true },
    { key: 'mail', label: 'Email', type: 'email', required: true },
    { key: 'mobile', label: 'Mobile', type: 'phone', required: true },
    { key: 'emergency', label: 'In an emergency', type: 'phone', required: true },
    { key: 'companion', label: 'Who comes with you?', type: 'full_name' },
  ];

  test('asks for further phone numbers and names itself; the first of each kind is the guest’s', async () => {
    const { page, submissions } = await attached(fields);
    const { body } = await guest.open(page.id, { start: START });
    const names = [...body.matchAll(/<input type="(?:text|email|tel)" id="[^"]*" name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['-name', '-email', '-phone', 'emergency', 'companion']);
    const booked = await guest.book(page.id, START, {
      ...ADA,
      '-phone': '+44 20 7946 0958',
      emergency: '+44 20 7946 0111',
      companion: 'Charles Babbage',
    });
    expect(booked.status).toBe(303);
    expect((await submissions())[0]!.data).toEqual({
      full: 'Ada Lovelace',
      mail: 'ada@example.com',
      mobile: '+442079460958',
      emergency: '+442079460111',
      companion: 'Charles Babbage',
    });
  });

  test('reports an error of each phone number at its own field', async () => {
    const { page } = await attached(fields);
    const wrong = await guest.book(page.id, START, { ...ADA, '-phone': '12', emergency: '13' });
    expect([wrong.status, wrong.body.includes('id="f--phone-error"'), wrong.body.includes('id="f-emergency-error"')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test('takes the guest of an API call as the first name, email and phone only', async () => {
    const { page, call, submissions } = await attached(fields);
    const ada = { ...guestNamed(), phone: '+442079460958' };
    await call(bookings, 'create', { booking_page_id: page.id, starts_at: START, guest: ada, answers: { emergency: '+442079460111' } });
    expect((await submissions())[0]!.data).toEqual({
      full: 'Ada Lovelace',
      mail: 'ada.lovelace@example.com',
      mobile: '+442079460958',
      emergency: '+442079460111',
    });
  });

  test('gives the page the keys of its conditions for the fields that the page asks itself', async () => {
    const visible_if = { field: 'mail', op: 'contains', value: '@example.com' };
    const { page, submissions } = await attached([
      ...fields.slice(0, 2),
      { key: 'badge', label: 'Badge', type: 'short_text', required: true, visible_if },
    ]);
    const { body } = await guest.open(page.id, { start: START });
    expect(body).toMatch(/data-key="mail"[^>]*>\s*<label class="name" for="f--email"/);
    expect(body).toMatch(/data-key="full"[^>]*>\s*<label class="name" for="f--name"/);
    expect((await guest.book(page.id, START, ADA)).status).toBe(400);
    expect((await guest.book(page.id, START, { ...ADA, badge: '7' })).status).toBe(303);
    expect((await submissions())[0]!.data).toMatchObject({ badge: '7' });
  });
});

describe('with double opt-in', () => {
  const fields = [
    { key: 'email', label: 'Email', type: 'email', required: true },
    { key: 'ailment', label: 'What ails you?', type: 'short_text', required: true },
  ];

  test('a booking has no answers and no contact until they are confirmed, and both afterwards', async () => {
    const { page, call, events, submissions } = await attached(fields, { double_opt_in: true });
    const booking = await call(bookings, 'create', {
      booking_page_id: page.id,
      starts_at: START,
      guest: guestNamed(),
      answers: { ailment: 'gout' },
    });
    await call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '10:00' });
    expect(JSON.stringify(await events())).not.toContain('gout');
    expect((await events()).map(({ type }) => type)).toContain('booking_created');
    expect([booking.contact_id, (await call(contacts, 'list', {})).data]).toEqual([null, []]);

    const requested = (await events()).find(({ type }) => type === 'form_confirmation_requested')!;
    const { form_id, submission_id } = requested.data as { form_id: string; submission_id: string };
    const { confirmation_url } = await call(formSubmissions, 'create_link', { id: form_id, submission_id });
    const { visitor } = newFormSpace(services);
    expect((await visitor.confirm(confirmation_url)).status).toBe(200);
    const [person] = (await call(contacts, 'list', {})).data;
    expect(await call(bookings, 'get', { id: booking.id })).toMatchObject({ contact_id: person!.id, status: 'confirmed' });
    expect((await events()).at(-1)).toMatchObject({
      type: 'form_submission',
      data: { submission_id: booking.form_submission_id, contact_id: person!.id, answers: { ailment: 'gout' } },
    });
    expect(await submissions()).toMatchObject([{ status: 'confirmed', contact_id: person!.id }]);

    await call(bookings, 'cancel', { id: booking.id });
    expect((await events()).find(({ type }) => type === 'booking_cancelled')).toMatchObject({
      data: { answers: { ailment: 'gout' }, contact: { email: 'ada.lovelace@example.com' } },
    });
  });
});
