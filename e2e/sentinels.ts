import type { Client } from '@space/client';

/** Makes something, and answers its id, which the data of its event names. */
type Sentinel = (client: Client, name: string) => Promise<{ readonly id: string }>;

/**
 * For each service that tells what happens, one thing that can happen; delivery tells it through events. What a service tells comes in order: when its
 * mark is heard, nothing that it told before is on its way any more.
 */
export const sentinels: Readonly<Record<'contacts' | 'tables' | 'publishing' | 'scheduling' | 'events', Sentinel>> = {
  contacts: ({ contacts }, name) => contacts.create({ name, email: `${name}@example.com` }),
  tables: ({ tables }, name) => tables.create({ name, columns: [{ key: 'name', label: 'Name', type: 'text' }] }),
  publishing: ({ social }, name) => social.create_draft({ text: name }),
  // Not busy, so that it is in the way of no booking.
  scheduling: ({ calendar }, title) => calendar.create({ title, starts_at: '2026-05-04T09:00:00Z', is_busy: false }),
  events: ({ automations }, name) =>
    automations.create({ name, trigger: { manual: true }, actions: [{ operation: 'contacts.list', arguments: {} }] }),
};
