import { fileURLToPath } from 'node:url';
import { agentRemoval, automationDirectory, automations, eventListening, eventTypeCatalog, feed, listeners } from '@space/contracts/events';
import { agents, eventClosing, eventIds, eventRemoval, eventSearch, eventStorage } from '@space/contracts/platform';
import { findByText, findExistingIds, setSpaceClosed } from '@space/database';
import { createEgress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { createAgentRemovalHandlers } from './agents/agent-removal.ts';
import { createAgentHandlers } from './agents/agents.ts';
import { createBatchWorker } from './agents/batch-worker.ts';
import { createEventListeningHandlers } from './agents/event-listening.ts';
import { automationDirectoryHandlers } from './automations/automation-directory.ts';
import { createAutomationHandlers } from './automations/automations.ts';
import { createRunRetention } from './automations/run-retention.ts';
import { createRunWorker } from './automations/run-worker.ts';
import { createRunHandlers } from './automations/runs.ts';
import { createTriggerConsumer } from './automations/trigger-consumer.ts';
import { createTrialHandler } from './automations/try-actions.ts';
import { createEventTypeHandlers } from './event-types/event-types.ts';
import { createEventSearchHandlers } from './feed/event-search.ts';
import { createFeedHandlers } from './feed/feed.ts';
import { createFeedConsumer } from './feed/feed-consumer.ts';
import { createFeedRetention } from './feed/feed-retention.ts';
import { createLongPolls } from './feed/long-polls.ts';
import { createListenerHandlers } from './listeners/listeners.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { removeEvents } from './storage/remove-events.ts';
import { storageHandlers } from './storage/storage.ts';

/**
 * Event types, event subscriptions, feeds, chats of agents, and automations. This service owns the schema `events`. The
 * delivery service works in the same schema; of a listener it changes only whether it is enabled, the reason, and the
 * count of dead deliveries.
 */
export const eventsService: Service = {
  ...manifest.events,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    if (ports.config.SPACE_WEBHOOK_ALLOW)
      ports.log.warn(
        { allow: ports.config.SPACE_WEBHOOK_ALLOW },
        'SPACE_WEBHOOK_ALLOW is set: webhooks may reach addresses that are not public',
      );
    const runWorker = createRunWorker(ports);
    const batchWorker = createBatchWorker(ports);
    const longPolls = createLongPolls(ports.bus);
    return {
      serves: [
        serving(eventRemoval, { remove: ({ caller }) => removeEvents(ports.database, caller.space_id) }),
        serving(eventClosing, {
          async set_closed({ caller, input: { closed } }) {
            await setSpaceClosed(ports.database, 'events', caller.space_id, closed);
            return { closed };
          },
        }),
        serving(eventSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
        }),
        serving(eventIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'events', ['automation'], caller.space_id, input.ids),
          }),
        }),
        serving(automations, {
          ...createAutomationHandlers(ports),
          ...createRunHandlers(ports, runWorker.notify),
          ...createTrialHandler(ports),
        }),
        serving(automationDirectory, automationDirectoryHandlers(ports)),
        serving(eventTypeCatalog, createEventTypeHandlers()),
        serving(feed, { ...createFeedHandlers(ports, longPolls), ...createEventSearchHandlers(ports) }),
        serving(eventListening, createEventListeningHandlers(ports, batchWorker.notify)),
        serving(agents, createAgentHandlers(ports)),
        serving(agentRemoval, createAgentRemovalHandlers(ports)),
        serving(listeners, createListenerHandlers(ports, createEgress(ports.config))),
        serving(eventStorage, storageHandlers(ports.database)),
      ],
      consumers: [createFeedConsumer(ports), createTriggerConsumer(ports, runWorker.notify)],
      tasks: [runWorker, longPolls, batchWorker, createRunRetention(ports), createFeedRetention(ports)],
    };
  },
};
