import type { UndoCases } from './undo-case.ts';

const id = 'x_1';

/** The undo of changes of automations, listeners and deliveries. */
export const eventUndoCases: UndoCases = {
  cases: [
    [
      'create_event_feed',
      'deletes the event subscription',
      { name: 'Feed', event_types: ['*'] },
      { subscription: { id: 'lis_1' } },
      { tool: 'delete_event_webhook', arguments: { id: 'lis_1' } },
    ],
    [
      'update_event_webhook',
      'restores the fields that it changed',
      { id, enabled: false, name: 'CRM' },
      { before: { enabled: true } },
      { tool: 'update_event_webhook', arguments: { id, enabled: true } },
    ],
    ['update_event_webhook', 'has no undo when it changed nothing', { id, enabled: false }, { before: {} }, null],
    [
      'listen_to_events',
      'stops listening',
      { event_types: ['*'] },
      { id: 'lis_1' },
      { tool: 'stop_listening', arguments: { id: 'lis_1' } },
    ],
    [
      'update_my_listener',
      'restores the fields that it changed',
      { id, delivery: 'now' },
      { before: { delivery: { every_minutes: 5 } } },
      { tool: 'update_my_listener', arguments: { id, delivery: { every_minutes: 5 } } },
    ],
    [
      'create_automation',
      'deletes the automation',
      { name: 'Welcome', trigger: { manual: true }, actions: [{ operation: 'contacts.list' }] },
      { id: 'aut_1' },
      { tool: 'delete_automation', arguments: { id: 'aut_1' } },
    ],
    [
      'update_automation',
      'restores the fields that it changed',
      { id, trigger: { manual: true }, description: null },
      { before: { trigger: { event_type: 'contact_created', filters: {} }, description: 'Tags them' } },
      {
        tool: 'update_automation',
        arguments: { id, trigger: { event_type: 'contact_created', filters: {} }, description: 'Tags them' },
      },
    ],
  ],
  missing: [],
};
