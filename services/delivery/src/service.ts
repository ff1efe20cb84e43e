import { fileURLToPath } from 'node:url';
import { createPacedChanges } from '@space/bus';
import { deliveries } from '@space/contracts/events';
import { createEgress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { createSender } from './attempts/sender.ts';
import { createDeliveryHandlers } from './deliveries/deliveries.ts';
import { createDeliverySearchHandlers } from './deliveries/delivery-search.ts';
import { createResendBulkHandler } from './deliveries/resend-bulk.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createFanOut } from './dispatch/fan-out.ts';
import { createUnstoredWebhooks } from './dispatch/unstored-webhooks.ts';
import { createFigureHandlers } from './figures/delivery-figures.ts';
import { createBacklogMetrics } from './metrics/backlog-metrics.ts';
import { createRecoveryHandlers } from './recoveries/recoveries.ts';
import { createRecoveryWorker } from './recoveries/recovery-worker.ts';
import { createDeliveryRetention } from './retention/delivery-retention.ts';

/**
 * Webhooks. Each event becomes one stored delivery per matching webhook. A delivery is attempted, signed, immediately and
 * then after 1, 5, 15, 60, 180, 360 and 720 minutes. The eighth failure makes it dead, and fifteen dead deliveries in a
 * row disable the webhook. Postgres is the timer and the record: a crash of any process, or of all brokers, loses nothing
 * and delays deliveries by at most one lease. A receiver can get an event more than once and must deduplicate by its id.
 */
export const deliveryService: Service = {
  ...manifest.delivery,
  migrations: fileURLToPath(new URL('../../events/migrations', import.meta.url)),
  followsDatabaseClock: true,
  open(ports) {
    const announceTopic = createPacedChanges(ports.bus);
    const dispatcher = createDispatcher(ports, createSender(createEgress(ports.config)), announceTopic);
    const unstored = createUnstoredWebhooks();
    const recoveryWorker = createRecoveryWorker(ports);
    return {
      serves: [
        serving(deliveries, {
          ...createDeliveryHandlers(ports, dispatcher, unstored),
          ...createDeliverySearchHandlers(ports, unstored),
          ...createResendBulkHandler(ports),
          ...createFigureHandlers(ports),
          ...createRecoveryHandlers(ports, recoveryWorker.notify),
        }),
      ],
      consumers: [createFanOut(ports, dispatcher, unstored, announceTopic)],
      tasks: [dispatcher, recoveryWorker, createDeliveryRetention(ports), createBacklogMetrics(ports)],
    };
  },
};
