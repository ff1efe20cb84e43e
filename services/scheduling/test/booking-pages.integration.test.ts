import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages, bookings, calendar, forms } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { daily, newSpace, type PageInput, rejection, startScheduling } from './fixtures/bookings.ts';
import { guestOf } from './fixtures/guest.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

test('a page with only a name is active, open on weekdays from nine to five, for half an hour', async () => {
  const space = newSpace(services);
  const page = await space.call(bookingPages, 'create', { name: 'Intro call' });
  expect(page).toMatchObject({
    status: 'active',
    booking_type: 'one_on_one',
    duration_minutes: 30,
    timezone: 'UTC',
    capacity: 1,
    slot_interval_minutes: null,
    form_id: null,
    has_feed: false,
    url: expect.stringMatching(/\/book\/bkp_/),
  });
  expect((await space.offers(page.id, '2026-05-05')).slice(0, 2)).toEqual(['09:00', '09:30']);
  expect(await space.offers(page.id, '2026-05-09')).toEqual([]);
});

test('the answers about one page have the HTML that embeds its public address; a list does not', async () => {
  const { page, call } = newSpace(services);
  const { id, url, embed_html, embed_inline_html } = await page({ name: 'Intro & more' });
  expect(embed_html).toMatch(/^<iframe src="[^"]+" title="Intro &amp; more" [^>]+><\/iframe><script>.+<\/script>$/);
  expect(embed_html).toContain(`src="${url}"`);
  expect(embed_inline_html).toBe(embed_html.replace('name="space-frame"', 'name="space-inline"'));
  expect(await call(bookingPages, 'get', { id })).toMatchObject({ embed_html, embed_inline_html });
  expect((await call(bookingPages, 'list', {})).data[0]).not.toHaveProperty('embed_html');
});

test('a page is created, read, changed, listed and deleted, and each change is an event with the changed fields', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const changed = await space.call(bookingPages, 'update', { id: page.id, buffer_minutes: 15, name: 'Intro call' });
  expect(changed).toMatchObject({ buffer_minutes: 15, max_advance_days: page.max_advance_days });
  await space.call(bookingPages, 'update', { id: page.id, buffer_minutes: 15 });
  const paused = await space.page({ name: 'Review' });
  await space.call(bookingPages, 'update', { id: paused.id, status: 'paused' });
  expect((await space.call(bookingPages, 'list', {})).data.map(({ id }) => id)).toEqual([paused.id, page.id]);
  expect(await space.call(bookingPages, 'list', { status: 'paused', include_total: true })).toMatchObject({
    total: 1,
    data: [{ id: paused.id }],
  });
  await space.call(bookingPages, 'delete', { id: page.id });
  expect((await space.events()).map(({ type, data }) => [type, data.changed])).toEqual([
    ['booking_page_created', undefined],
    ['booking_page_updated', ['buffer_minutes']],
    ['booking_page_created', undefined],
    ['booking_page_updated', ['status']],
    ['booking_page_deleted', undefined],
  ]);
});

test.each<[string, string[], PageInput]>([
  [
    'hours that overlap on a day',
    ['availability.weekly'],
    {
      availability: {
        weekly: [
          { days: ['monday'], start: '09:00', end: '12:00' },
          { days: ['monday'], start: '11:00', end: '13:00' },
        ],
      },
    },
  ],
  [
    'hours that reach over midnight into the next',
    ['availability.weekly'],
    {
      availability: {
        weekly: [
          { days: ['monday'], start: '22:00', end: '10:00' },
          { days: ['tuesday'], start: '09:00', end: '17:00' },
        ],
      },
    },
  ],
  [
    'a date that stands there twice',
    ['availability.overrides.1.date'],
    {
      availability: {
        weekly: [],
        overrides: [
          { date: '2026-05-05', windows: [] },
          { date: '2026-05-05', windows: [] },
        ],
      },
    },
  ],
  [
    'seats for several guests though it is not a group, and an invalid link',
    ['capacity', 'meeting_location_value'],
    { capacity: 3, meeting_location_type: 'custom_link', meeting_location_value: 'javascript:alert(1)' },
  ],
  [
    'hours that end when they start',
    ['availability.weekly.0.end'],
    { availability: { weekly: [{ days: ['monday'], start: '09:00', end: '09:00' }] } },
  ],
  ['a zone that is an offset', ['timezone'], { timezone: '+02:00' }],
  [
    'a day that no month has',
    ['availability.overrides.0.date'],
    { availability: { weekly: [], overrides: [{ date: '2026-02-30', windows: [] }] } },
  ],
  [
    'a time after midnight',
    ['availability.weekly.0.start'],
    { availability: { weekly: [{ days: ['monday'], start: '24:30', end: '25:00' }] } },
  ],
])('a page with %s is rejected', async (_what, paths, settings) => {
  const refused = await rejection(newSpace(services).page(settings));
  expect(refused.status).toBe(400);
  expect(refused.extras.errors!.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test('a page accepts only a form of its own Space', async () => {
  const [space, other] = [newSpace(services), newSpace(services)];
  const form = await other.call(forms, 'create', { name: 'Intake', template: 'booking_intake' });
  expect(await rejection(space.page({ form_id: form.id }))).toMatchObject({ status: 422, code: 'unresolved_reference' });
  const own = await space.call(forms, 'create', { name: 'Intake', template: 'booking_intake' });
  const page = await space.page({ form_id: own.id });
  expect(await rejection(space.call(forms, 'delete', { id: own.id }))).toMatchObject({ status: 409, code: 'attached' });
  await space.call(bookingPages, 'update', { id: page.id, form_id: null });
  expect(await space.call(forms, 'delete', { id: own.id })).toMatchObject({ deleted: true });
});

test('a preview shows a bounded number of slots', async () => {
  const space = newSpace(services);
  const page = await space.page({ availability: daily('00:00', '24:00'), duration_minutes: 5, max_advance_days: 60 });
  expect((await space.call(bookingPages, 'preview', { id: page.id })).slots.length).toBeGreaterThan(3_900);
  const refused = await rejection(space.call(bookingPages, 'preview', { id: page.id, days: 30 }));
  expect(refused.extras.errors).toMatchObject([{ path: 'days', code: 'too_many_slots' }]);
});

test('a preview names each time that cannot be booked with the reason, on request', async () => {
  const space = newSpace(services);
  const { id } = await space.call(bookingPages, 'create', { name: 'Intro call', duration_minutes: 60, buffer_minutes: 15 });
  const busy = { title: 'Dentist', starts_at: '2026-05-05T11:00:00Z', ends_at: '2026-05-05T12:00:00Z' };
  await space.call(calendar, 'create', busy);
  const [plain] = (await space.call(bookingPages, 'preview', { id, date: '2026-05-05' })).days;
  expect(plain).not.toHaveProperty('unavailable');
  const { days, readiness } = await space.call(bookingPages, 'preview', { id, date: '2026-05-05', include_unavailable: true });
  expect(days[0]!.slots).toEqual(plain!.slots);
  expect(days[0]!.unavailable!.map(({ start, rule, message }) => [start, rule, message])).toEqual([
    ['10:00', 'buffer', 'It is too close to another event or booking, with 15 minutes between.'],
    ['11:00', 'busy', 'It is taken by the event "Dentist".'],
    ['12:00', 'buffer', 'It is too close to another event or booking, with 15 minutes between.'],
  ]);
  expect(days[0]!.slots.length + days[0]!.unavailable!.length).toBe(readiness.funnel.candidates);
});

test('a preview shows days and labels in the requested zone, and the reason why a day is empty', async () => {
  const space = newSpace(services);
  const page = await space.page({ timezone: 'Europe/Berlin', min_notice_hours: 3 });
  await space.busy('Offsite', '2026-05-06T00:00:00Z', '2026-05-06T23:00:00Z');
  const preview = await space.call(bookingPages, 'preview', { id: page.id, days: 4, timezone: 'America/New_York' });
  expect(preview.timezone).toBe('America/New_York');
  // 08:00 UTC and three hours of notice are 11:00 UTC, 07:00 in New York.
  expect(preview.days[0]).toMatchObject({
    date: '2026-05-04',
    reason: null,
    slots: expect.arrayContaining([expect.objectContaining({ start: '07:00', starts_at: '2026-05-04T11:00:00.000Z' })]),
  });
  expect(preview.days[2]).toMatchObject({
    date: '2026-05-06',
    slots: [],
    reason: 'busy',
    message: 'All 16 times are taken by the event "Offsite".',
  });
  expect(preview.slots).toHaveLength(preview.days.reduce((sum, { slots }) => sum + slots.length, 0));
  const { candidates, removed, offered } = preview.readiness.funnel;
  expect(candidates).toBe(offered + Object.values(removed).reduce((sum, count) => sum + count, 0));
  expect(removed).toMatchObject({ busy: 16, notice: 8 });
  const one = await space.call(bookingPages, 'preview', { id: page.id, date: '2026-05-05' });
  expect([one.days.length, one.slots[0]!.start]).toEqual([1, '09:00']);
  expect((await space.call(bookingPages, 'preview', { id: page.id })).days).toHaveLength(14);
});

test.each<[string, string, PageInput & { status?: 'draft' | 'paused' }]>([
  ['not_active', 'is paused', { status: 'paused' }],
  ['no_hours', 'has no hours', { availability: { weekly: [] } }],
  ['no_location', 'needs an address', { meeting_location_type: 'in_person' }],
  ['no_slots', 'Nothing can be booked', { min_notice_hours: 47, max_advance_days: 1 }],
])('a page is not ready when it has %s, and its message says what to do', async (code, words, { status, ...settings }) => {
  const space = newSpace(services);
  const page = await space.page(settings);
  if (status) await space.call(bookingPages, 'update', { id: page.id, status });
  const { readiness } = await space.call(bookingPages, 'preview', { id: page.id });
  expect(readiness).toMatchObject({
    verdict: 'not_ready',
    blocking: expect.arrayContaining([{ code, message: expect.stringContaining(words) }]),
  });
});

test('a page whose form takes no answers is not ready; a page that is full on these days names its next free time', async () => {
  const space = newSpace(services);
  const form = await space.call(forms, 'create', { name: 'Intake', template: 'booking_intake' });
  const place = { meeting_location_type: 'custom_link', meeting_location_value: 'https://meet.example.com/1' } as const;
  const page = await space.page({ form_id: form.id, ...place });
  expect((await space.call(bookingPages, 'preview', { id: page.id })).readiness.verdict).toBe('ready');
  await space.call(forms, 'update', { id: form.id, status: 'paused' });
  expect((await space.call(bookingPages, 'preview', { id: page.id })).readiness).toMatchObject({
    verdict: 'not_ready',
    blocking: [{ code: 'form_not_active' }],
  });
  expect(await rejection(space.book(page.id, '2026-05-05T09:00:00Z'))).toMatchObject({ status: 409, code: 'conflict' });
  await space.call(bookingPages, 'update', { id: page.id, form_id: null });
  await space.busy('Holiday', '2026-05-04T00:00:00Z', '2026-05-06T00:00:00Z');
  expect((await space.call(bookingPages, 'preview', { id: page.id, date: '2026-05-05' })).readiness).toMatchObject({
    verdict: 'warning',
    warnings: [{ code: 'no_slots_in_range' }],
    next_available_at: '2026-05-06T09:00:00.000Z',
  });
});

test('a page with an online meeting but no link has a warning, and its page says so, until it gets a link', async () => {
  const space = newSpace(services);
  const { id } = await space.page();
  const readinessOf = async () => (await space.call(bookingPages, 'preview', { id })).readiness;
  expect(await readinessOf()).toMatchObject({ verdict: 'warning', blocking: [], warnings: [{ code: 'no_meeting_link' }] });
  const visitor = guestOf(services.ports);
  expect((await visitor.open(id)).body).toContain('There is no link here yet');
  await space.call(bookingPages, 'update', {
    id,
    meeting_location_type: 'custom_link',
    meeting_location_value: 'https://meet.example.com/1',
  });
  expect(await readinessOf()).toMatchObject({ verdict: 'ready', warnings: [] });
  expect((await visitor.open(id)).body).not.toContain('There is no link here yet');
});

test('an online meeting whose place is not a link has a warning', async () => {
  const space = newSpace(services);
  const { id } = await space.page({ meeting_location_type: 'service_meet', meeting_location_value: 'abc' });
  const readinessOf = async () => (await space.call(bookingPages, 'preview', { id })).readiness;
  expect(await readinessOf()).toMatchObject({
    verdict: 'warning',
    warnings: [{ code: 'no_meeting_link', message: expect.stringContaining('is not an https link') }],
  });
  await space.call(bookingPages, 'update', { id, meeting_location_value: 'https://meet.example.com/1' });
  expect(await readinessOf()).toMatchObject({ verdict: 'ready', warnings: [] });
});

test('two calls with one Idempotency-Key book once, though the first booking blocks the second call', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const args = { booking_page_id: page.id, starts_at: '2026-05-05T09:00:00Z', guest: { name: 'Ada', email: 'ada@example.com' } };
  const first = await space.call.whole(bookings, 'create', args, { idempotency_key: 'once' });
  const second = await space.call.whole(bookings, 'create', args, { idempotency_key: 'once' });
  expect([second.replayed, second.output]).toEqual([true, first.output]);
  const move = { id: first.output.id, new_date: '2026-05-05', new_start: '10:00' };
  await space.call(bookings, 'reschedule', move, { idempotency_key: 'move' });
  await space.call(bookings, 'cancel', { id: first.output.id });
  expect((await space.call.whole(bookings, 'reschedule', move, { idempotency_key: 'move' })).replayed).toBe(true);
});
