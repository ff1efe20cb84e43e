import type { Client } from '@space/client';
import { operator } from './profile.ts';

/** Emits an event and returns the id in its data. */
type Sentinel = (client: Client, name: string) => Promise<{ readonly id: string }>;

/**
 * One sentinel event per service that emits events. Events of a service arrive in order: when its sentinel has arrived, no
 * earlier event of that service is still on its way. Events of delivery come through the service events.
 */
export const sentinels: Readonly<
  Record<'contacts' | 'tables' | 'publishing' | 'scheduling' | 'events' | 'integrations' | 'work' | 'library', Sentinel>
> = {
  contacts: ({ contacts }, name) => contacts.create({ name, email: `${name}@example.com` }),
  tables: ({ tables }, name) => tables.create({ name, columns: [{ key: 'name', label: 'Name', type: 'text' }] }),
  publishing: ({ social }, name) => social.create_draft({ text: name }),
  // Not busy, so that it blocks no booking.
  scheduling: ({ calendar }, title) => calendar.create({ title, starts_at: '2026-05-04T09:00:00Z', is_busy: false }),
  integrations: async ({ me }, name) => {
    const { space } = await me.get();
    const secret = { name: name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), value: 'a sentinel', hosts: ['api.example.com'] };
    return operator.secret_settings.set_secret({ space_id: space.id, ...secret });
  },
  work: ({ tasks }, title) => tasks.create({ title }),
  library: ({ folders }, name) => folders.create({ name }),
  events: ({ automations }, name) =>
    automations.create({ name, trigger: { manual: true }, actions: [{ operation: 'contacts.list', arguments: {} }] }),
};
