import { expect } from '@jest/globals';
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
  await client.calendar.create({ title: 'Breakfast', starts_at: new Date(Date.now() + 3_600_000).toISOString(), is_busy: false });
  await client.forms.create({ name: 'Summer party', template: 'event_rsvp' });
  await client.social.create_draft({ text: `It weaves. https://example.com/${'long'.repeat(40)}` });
  await client.social.create_planner({ name: 'Mornings', timezone: 'Europe/London', slots: [{ weekday: 'monday', time: '09:00' }] });
  await client.automations.create({ name: 'Greet', trigger: { manual: true }, actions: [{ operation: 'contacts.list', arguments: {} }] });
  await operator.members.invite({ space_id, role: 'viewer' });
  expect((await owner.request('POST', '/contacts', { body: { name: 'Grace Hopper', email: 'grace@example.com' } })).status).toBe(201);
  return owner;
}
