import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { newMember, type TestPerson } from '../people.ts';
import { operator } from '../profile.ts';
import { newSpace } from '../space.ts';

/** Creates a Space in which every screen has something to show. Names are long, as those of people are. */
export async function newFullSpace(): Promise<TestPerson> {
  const { space_id, client } = await newSpace({
    name: 'Nightly import of everything that the accounting department has ever written down',
  });
  const owner = await newMember(space_id);
  // One after the other, so that their order is the same each time.
  await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  await client.contacts.create({
    name: 'Wolfeschlegelsteinhausenbergerdorff-Donaudampfschifffahrt',
    email: `${'long'.repeat(14)}@example.com`,
  });
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  await client.rows.create({ table_id, data: { name: 'Steam engine' } });
  await newAppointments(client);
  await storeFiles(client);
  await writeDocuments(client);
  await drawWhiteboards(client);
  await client.forms.create({ name: 'Summer party', template: 'event_rsvp' });
  await client.social.create_draft({ text: `It weaves. https://example.com/${'long'.repeat(40)}` });
  await client.social.create_planner({ name: 'Mornings', timezone: 'Europe/London', slots: [{ weekday: 'monday', time: '09:00' }] });
  const { id } = await client.automations.create({
    name: 'Greet',
    trigger: { manual: true },
    actions: [{ operation: 'contacts.list', arguments: {} }],
  });
  await client.automations.run({ id });
  // The person looks, because each read with the key would be a line of the activity log.
  await eventually(async () => expect((await owner.request('GET', `/automations/${id}/runs`)).body.data[0].finished_at).toBeTruthy(), {
    timeout: 60_000,
  });
  await client.tags.create({ name: 'customer' });
  await client.audiences.create({ name: 'Customers', condition: { tag: 'customer' } });
  await publishSomething(client);
  await operator.members.invite({ space_id, role: 'viewer' });
  expect((await owner.request('POST', '/contacts', { body: { name: 'Grace Hopper', email: 'grace@example.com' } })).status).toBe(201);
  return owner;
}

/** Creates events on days that have passed, so that the calendar looks the same on each day, and a booking. */
async function newAppointments({ calendar, booking_pages, bookings }: Client): Promise<void> {
  const { id: booking_page_id } = await booking_pages.create({ name: 'Intro call', timezone: 'Europe/Berlin' });
  await Promise.all([
    calendar.create({ title: 'Trade fair', start_date: '2026-05-05', end_date: '2026-05-07' }),
    calendar.create({ title: 'Breakfast', starts_at: '2026-05-06T08:00:00Z', ends_at: '2026-05-06T09:30:00Z', is_busy: false }),
    calendar.create({
      title: 'Review of everything',
      starts_at: '2026-05-06T09:00:00Z',
      category: 'meeting',
      rrule: 'FREQ=WEEKLY;COUNT=4',
    }),
    calendar.create({ title: 'Tax return', start_date: '2026-05-08', category: 'deadline' }),
    bookings.create({
      booking_page_id,
      starts_at: '2026-05-07T10:00:00Z',
      guest: { name: 'Ada Lovelace', email: 'ada@example.com' },
      skip_availability_check: true,
    }),
  ]);
}

/** A picture of one red point. */
export const RED_POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4YGAAAAMEATF0v3V3AAAAAElFTkSuQmCC';

/** Creates a folder, files of several kinds, one with a name as long as names can be, and one in the trash. */
async function storeFiles({ assets, folders }: Client): Promise<void> {
  const text = Buffer.from('Hello').toString('base64');
  const { id: folder_id } = await folders.create({ name: 'Brand' });
  await assets.create({ name: 'inside.txt', content_base64: text, folder_id });
  await assets.create({ name: 'logo.png', content_base64: RED_POINT, alt_text: 'A red point' });
  await assets.create({ name: `${'Donaudampfschifffahrt'.repeat(9)}.txt`, content_base64: text });
  const { id } = await assets.create({ name: 'old.txt', content_base64: text });
  await assets.delete({ id });
}

/** Creates a document with a text, one with a title as long as a title is, and one in the trash. */
async function writeDocuments({ documents }: Client): Promise<void> {
  await documents.create({ title: 'Launch plan', icon: '🚀', markdown: '# Launch\n\nWe launch in May.' });
  await documents.create({ title: 'Donaudampfschifffahrt'.repeat(9) });
  const { id } = await documents.create({ title: 'Old plan' });
  await documents.delete({ id });
}

/** Creates a whiteboard with a note, one with a title as long as a title is, and one in the trash. */
async function drawWhiteboards({ whiteboards, whiteboard_elements }: Client): Promise<void> {
  const { id } = await whiteboards.create({ title: 'Sign-up flow' });
  await whiteboard_elements.create({ id, elements: [{ type: 'sticky', text: 'Ask for the address' }] });
  await whiteboards.create({ title: 'Donaudampfschifffahrt'.repeat(9) });
  const { id: old } = await whiteboards.create({ title: 'Old board' });
  await whiteboards.delete({ id: old });
}

/** Creates a site with pages in each state, and a blog with a post. */
async function publishSomething({ sites, pages, blog_collections, blog_posts }: Client): Promise<void> {
  const { id: site_id } = await sites.create({ title: 'Engine house' });
  const { id } = await pages.create({ title: 'Opening hours', site_id, layout_html: '<h1>Always</h1>' });
  await pages.publish({ id });
  await pages.update({ id, layout_html: '<h1>Never</h1>' });
  await pages.create({ title: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3), site_id });
  const { id: collection_id } = await blog_collections.create({ title: 'Loom news' });
  await blog_posts.create({
    title: 'The engine weaves',
    collection_id,
    tags: ['Looms', 'a tag that is as long as a tag can be, which is 64 characters.'],
  });
}
