import type { Client } from '@space/client';

/** One call for each thing that happens to contacts. */
export async function triggerContactEvents({ contacts }: Client): Promise<void> {
  const { id } = await contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  await contacts.update({ id, company: 'Analytical Engines' });
  await contacts.tag({ id, tags: ['customer'] });
  await contacts.untag({ id, tags: ['customer'] });
  await contacts.delete({ id });
}

/** One call for each thing that happens to audiences. */
export async function triggerAudienceEvents({ audiences }: Client): Promise<void> {
  const { id } = await audiences.create({ name: 'Everybody', condition: { field: 'name', op: 'is_not_empty' } });
  await audiences.update({ id, name: 'All' });
  await audiences.delete({ id });
}
