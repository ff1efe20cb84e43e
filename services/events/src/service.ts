import { fileURLToPath } from 'node:url';
import { automations, eventListening, eventTypeCatalog, feed, listeners } from '@space/contracts/events';
import { agents } from '@space/contracts/platform';
import { createEgress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { agentHandlers } from './agents/agents.ts';
import { createBatchWorker } from './agents/batch-worker.ts';
import { eventListeningHandlers } from './agents/event-listening.ts';
import { automationHandlers } from './automations/automations.ts';
import { createRunWorker } from './automations/run-worker.ts';
import { runHandlers } from './automations/runs.ts';
import { createTriggerConsumer } from './automations/trigger-consumer.ts';
import { createEventTypeHandlers } from './event-types/event-types.ts';
import { feedHandlers } from './feed/feed.ts';
import { createFeedConsumer } from './feed/feed-consumer.ts';
import { createFeedRetention } from './feed/feed-retention.ts';
import { createLongPolls } from './feed/long-polls.ts';
import { listenerHandlers } from './listeners/listeners.ts';

/**
 * What can happen in a Space and who hears it. This service owns the schema `events`; the delivery service works in
 * the same schema and of a listener changes only whether it is enabled, its reason and its count of dead deliveries.
 */
export const eventsService: Service = {
  name: 'events',
  schema: 'events',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open: (ports) => {
    if (ports.config.SPACE_WEBHOOK_ALLOW)
      ports.log.warn(
        { allow: ports.config.SPACE_WEBHOOK_ALLOW },
        'SPACE_WEBHOOK_ALLOW is set: webhooks may reach addresses that are not public',
      );
    const work = createRunWorker(ports);
    const watch = createLongPolls(ports.bus);
    const batch = createBatchWorker(ports);
    return {
      serves: [
        serving(automations, { ...automationHandlers(ports), ...runHandlers(ports, work.notify) }),
        serving(eventTypeCatalog, createEventTypeHandlers()),
        serving(feed, feedHandlers(ports, watch)),
        serving(eventListening, eventListeningHandlers(ports, batch.notify)),
        serving(agents, agentHandlers(ports)),
        serving(listeners, listenerHandlers(ports, createEgress(ports.config.SPACE_WEBHOOK_ALLOW))),
      ],
      consumers: [createFeedConsumer(ports), createTriggerConsumer(ports, work.notify)],
      tasks: [work, watch, batch, createFeedRetention(ports)],
    };
  },
};
