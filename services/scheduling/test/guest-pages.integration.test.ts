import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startScheduling } from './fixtures/bookings.ts';
import { guestOf, hiddenIn, linksIn, tokenOf } from './fixtures/guest.ts';

let services: TestServices;
let guest: ReturnType<typeof guestOf>;
beforeAll(async () => {
  services = await startScheduling();
  guest = guestOf(services.ports);
});
afterAll(() => services.stop());

const ADA = { '-name': 'Ada Lovelace', '-email': 'ada@example.com' };

test.each([
  ['custom_link', 'Online meeting. There is no link here yet: the host sends it to you.'],
  ['in_person', 'In person. The host sends you the address.'],
] as const)(
  'a page of %s without a place says that the host sends it, before and after booking',
  async (meeting_location_type, sentence) => {
    const space = newSpace(services);
    const page = await space.page({ meeting_location_type });
    expect((await guest.open(page.id)).body).toContain(`<dd>${sentence}</dd>`);
    const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', ADA);
    const token = tokenOf(booked.headers.Location!);
    expect((await guest.at('view', token)).body).toContain(`<dd>${sentence}</dd>`);
    expect((await guest.at('ics', token)).body.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${sentence}`);
  },
);

test('the pages to cancel and to move lead back to the booking only if the guest came from there', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', ADA);
  const view = booked.headers.Location!;
  const opened = await guest.at('view', tokenOf(view));
  const other = (await guest.book(page.id, '2026-05-05T10:00:00.000Z', ADA)).headers.Location!;
  for (const purpose of ['cancel', 'reschedule'] as const) {
    const [link] = linksIn(opened, `/book/${purpose}/`);
    const { pathname, searchParams } = new URL(link!, 'http://x');
    const at = (query: Record<string, string>) => guest.at(`ask_${purpose}`, tokenOf(pathname), query);
    expect(linksIn(await at(Object.fromEntries(searchParams)), '/book/view/')).toEqual([view]);
    expect(linksIn(await at({ view: tokenOf(other) }), '/book/view/')).toEqual([]);
    expect(linksIn(await at({}), '/book/view/')).toEqual([]);
  }
  const [link] = linksIn(opened, '/book/reschedule/');
  const { pathname, searchParams } = new URL(link!, 'http://x');
  const times = await guest.at('ask_reschedule', tokenOf(pathname), Object.fromEntries(searchParams));
  const [time] = linksIn(times, pathname).filter((href) => href.includes('start='));
  const confirm = await guest.at('ask_reschedule', tokenOf(pathname), Object.fromEntries(new URL(time!, 'http://x').searchParams));
  expect(confirm.body).toContain('Move to this time?');
  expect(linksIn(confirm, '/book/view/')).toEqual([view]);
  expect(hiddenIn(times)).toMatchObject({ view: tokenOf(view) });
});
