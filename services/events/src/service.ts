import { fileURLToPath } from 'node:url';
import { eventCatalogue, listeners } from '@space/contracts';
import { egress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { eventTypeHandlers } from './event-types.ts';
import { listenerHandlers } from './listeners.ts';

/**
 * What can happen in a Space and who hears it. This service owns the schema `events`; the delivery service works in
 * the same schema and of a listener changes only whether it is enabled, its reason and its count of dead deliveries.
 */
export const eventsService: Service = {
  name: 'events',
  schema: 'events',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: false,
  open: (ports) => {
    if (ports.config.SPACE_WEBHOOK_ALLOW)
      ports.log.warn(
        { allow: ports.config.SPACE_WEBHOOK_ALLOW },
        'SPACE_WEBHOOK_ALLOW is set: webhooks may reach addresses that are not public',
      );
    return {
      serves: [
        serving(eventCatalogue, eventTypeHandlers()),
        serving(listeners, listenerHandlers(ports, egress(ports.config.SPACE_WEBHOOK_ALLOW))),
      ],
    };
  },
};
