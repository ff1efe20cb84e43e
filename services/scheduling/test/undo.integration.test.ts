import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages, bookings, calendar, formSubmissions, forms } from '@space/contracts/scheduling';
import { callAndUndo } from '@space/runtime/testing';
import { newSpace, rejection, startScheduling } from './fixtures/bookings.ts';

let services: Awaited<ReturnType<typeof startScheduling>>;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

/** Returns a resource without the fields that every change changes. */
const lasting = ({ updated_at: _time, version: _version, ...fields }: Record<string, unknown>) => fields;

test('the undo call of a change of a form restores its settings and fields', async () => {
  const { call } = newSpace(services);
  const fields = [{ key: 'email', label: 'Email', type: 'email' as const, required: true }];
  const { id } = await call(forms, 'create', { name: 'Inquiry', fields });
  const before = await call(forms, 'get', { id });
  const quiz = { pass_percent: 50, show_result: false, outcomes: [] };
  const change = { name: 'Test', status: 'paused', quiz, fields: [{ key: 'name', label: 'Name', type: 'short_text' }] };
  const { output } = await callAndUndo(call, 'update_form', { id, ...change });
  expect(output).toMatchObject({ ...change, before: { name: 'Inquiry', status: 'active', quiz: null, fields } });
  expect(lasting(await call(forms, 'get', { id }))).toEqual(lasting(before));
  expect(await callAndUndo(call, 'update_form', { id, name: 'Inquiry' })).toMatchObject({ undo: null, output: { before: {} } });
  await callAndUndo(call, 'create_form', { name: 'New' });
  expect((await call(forms, 'list', {})).data).toHaveLength(1);
});

test('the undo call of a submission deletes it only when it captured no contact', async () => {
  const { call } = newSpace(services);
  const fields = [{ key: 'email', label: 'Email', type: 'email' as const }];
  const { id } = await call(forms, 'create', { name: 'Inquiry', fields });
  await callAndUndo(call, 'submit_form', { id, data: {} });
  expect((await call(formSubmissions, 'list', { id })).data).toEqual([]);
  expect(await callAndUndo(call, 'submit_form', { id, data: { email: 'ada@example.com' } })).toMatchObject({ undo: null });
  expect((await call(formSubmissions, 'list', { id })).data).toHaveLength(1);
});

test('the undo call of a change of a booking page restores it, and that of a new feed ends it', async () => {
  const space = newSpace(services);
  const { id } = await space.page();
  const before = await space.call(bookingPages, 'get', { id });
  const availability = { weekly: [{ days: ['monday'], start: '10:00', end: '12:00' }], overrides: [] };
  const change = { name: 'Call', status: 'paused', buffer_minutes: 10, calendar: 'second', availability };
  const { output } = await callAndUndo(space.call, 'update_booking_page', { id, ...change });
  expect(output).toMatchObject({ ...change, before: { name: 'Intro call', status: 'active', buffer_minutes: 0, calendar: 'default' } });
  expect(lasting(await space.call(bookingPages, 'get', { id }))).toEqual(lasting(before));
  expect(before.embed_html).toContain(`<iframe src="${before.url}" title="Intro call" name="space-frame" loading="lazy"`);
  expect(before.embed_inline_html).toContain('name="space-inline"');
  await callAndUndo(space.call, 'create_booking_page_feed', { id });
  expect(await space.call(bookingPages, 'get', { id })).toMatchObject({ has_feed: false });
  await space.call(bookingPages, 'create_feed', { id });
  expect(await callAndUndo(space.call, 'create_booking_page_feed', { id })).toMatchObject({ undo: null, output: { replaced: true } });
  await callAndUndo(space.call, 'create_booking_page', { name: 'New' });
  expect((await space.call(bookingPages, 'list', {})).data).toHaveLength(1);
});

test('the undo call of a booking cancels it, and that of a move moves it back', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const start = '2026-05-05T09:00:00.000Z';
  const { id, calendar_event_id, ends_at } = await space.book(page.id, start);
  const moved = await callAndUndo(space.call, 'reschedule_booking', { id, new_date: '2026-05-06', new_start: '10:00', new_end: '11:00' });
  expect(moved.output).toMatchObject({ starts_at: '2026-05-06T10:00:00.000Z', before: { starts_at: start, ends_at, is_forced: false } });
  expect(await space.call(bookings, 'get', { id })).toMatchObject({ starts_at: start, ends_at, calendar_event_id });
  expect(await space.call(calendar, 'get', { id: calendar_event_id! })).toMatchObject({ starts_at: start, ends_at });
  expect(await callAndUndo(space.call, 'reschedule_booking', { id, starts_at: start })).toMatchObject({ undo: null });
  const guest = { name: 'Grace Hopper', email: 'grace@example.com' };
  const made = await callAndUndo(space.call, 'create_booking', { booking_page_id: page.id, starts_at: '2026-05-05T12:00:00Z', guest });
  expect(await space.call(bookings, 'get', { id: made.output.id! })).toMatchObject({ status: 'cancelled', calendar_event_id: null });
  expect(await space.offers(page.id, '2026-05-05')).toContain('12:00');
});

test('a booking is moved to a local time with its zone, and a time that is given twice or in part is refused', async () => {
  const space = newSpace(services);
  const page = await space.page({
    timezone: 'America/New_York',
    availability: { weekly: [], overrides: [{ date: '2026-05-06', windows: [{ start: '00:00', end: '24:00' }] }] },
  });
  const { id } = await space.book(page.id, '2026-05-06T09:00[America/New_York]');
  expect(await space.call(bookings, 'reschedule', { id, starts_at: '2026-05-06T19:00[Europe/Berlin]' })).toMatchObject({
    starts_at: '2026-05-06T17:00:00.000Z',
    ends_at: '2026-05-06T17:30:00.000Z',
    before: { starts_at: '2026-05-06T13:00:00.000Z' },
  });
  const paths = async (time: object) =>
    (await rejection(space.call(bookings, 'reschedule', { id, ...time }))).extras.errors!.map(({ path }) => path);
  expect(await paths({})).toEqual(['new_date', 'new_start']);
  expect(await paths({ starts_at: '2026-05-06T12:00:00Z', new_date: '2026-05-06' })).toEqual(['new_date']);
  expect(await paths({ new_date: '2026-05-06', new_start: '09:00', ends_at: '2026-05-06T12:00:00Z' })).toEqual(['ends_at']);
  expect(await paths({ starts_at: '2026-05-06T12:00:00Z', ends_at: '2026-05-06T12:00:00Z' })).toEqual(['ends_at']);
  expect(await paths({ starts_at: '2026-05-06T12:00:30Z' })).toEqual(['starts_at']);
});

test('the undo call of a change of a calendar event restores its time, days and rule', async () => {
  const { call, busy } = newSpace(services);
  const { id } = await busy('Review', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', { rrule: 'FREQ=WEEKLY;BYDAY=MO' });
  const before = await call(calendar, 'get', { id });
  for (const change of [
    { starts_at: '2026-05-11T12:00:00Z' },
    { starts_at: '2026-05-04T09:30:00Z', ends_at: '2026-05-04T10:00:00Z', title: 'Plan' },
    { ends_at: '2026-05-04T11:00:00Z', rrule: null, timezone: 'Europe/Berlin' },
    { start_date: '2026-05-04', end_date: '2026-05-05', rrule: null },
  ]) {
    expect((await callAndUndo(call, 'update_calendar_event', { id, ...change })).undo).not.toBeNull();
    expect(lasting(await call(calendar, 'get', { id }))).toEqual(lasting(before));
  }
  const { id: fair } = await call(calendar, 'create', {
    title: 'Fair',
    start_date: '2026-05-06',
    end_date: '2026-05-08',
    timezone: 'Europe/Berlin',
  });
  const days = await call(calendar, 'get', { id: fair });
  for (const change of [
    { timezone: 'America/New_York' },
    { end_date: '2026-05-09' },
    { all_day: false, starts_at: '2026-05-06T10:00:00Z' },
  ]) {
    await callAndUndo(call, 'update_calendar_event', { id: fair, ...change });
    expect(lasting(await call(calendar, 'get', { id: fair }))).toEqual(lasting(days));
  }
  for (const event of [id, fair]) {
    const { id: _, created_at: __, ...fields } = lasting(await call(calendar, 'get', { id: event }));
    const { undone } = await callAndUndo(call, 'delete_calendar_event', { id: event });
    const { id: again, ...made } = lasting(undone as Record<string, unknown>);
    expect(again).not.toBe(event);
    expect(made).toMatchObject(fields);
    await expect(call(calendar, 'get', { id: event })).rejects.toMatchObject({ code: 'not_found' });
  }
  await callAndUndo(call, 'create_calendar_event', { title: 'New', starts_at: '2026-05-04T09:00:00Z' });
  expect((await call(calendar, 'list', { search: 'New' })).data).toEqual([]);
});
