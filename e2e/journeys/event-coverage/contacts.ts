import type { Client } from '@space/client';

/** Triggers every event of contacts. */
export async function triggerContactEvents({ contacts, tags }: Client): Promise<void> {
  const { id } = await contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  await contacts.update({ id, company: 'Analytical Engines' });
  await contacts.tag({ id, tags: ['customer'] });
  await contacts.untag({ id, tags: ['customer'] });
  const twin = await contacts.create({ name: 'Ada L.', email: 'ada.l@example.com' });
  await contacts.merge({ id, contact_id: twin.id });
  await contacts.delete({ id });
  const [tag] = (await tags.list()).data;
  await tags.update({ id: tag!.id, name: 'client' });
  await tags.delete({ id: tag!.id });
  await tags.restore({ id: tag!.id });
}

/** Triggers every event of audiences. */
export async function triggerAudienceEvents({ audiences }: Client): Promise<void> {
  const { id } = await audiences.create({ name: 'All contacts', condition: { field: 'name', op: 'is_not_empty' } });
  await audiences.update({ id, name: 'All' });
  await audiences.delete({ id });
}
