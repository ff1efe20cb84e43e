import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startScheduling } from './fixtures/bookings.ts';
import { guestOf, tokenOf } from './fixtures/guest.ts';

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
