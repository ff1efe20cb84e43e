import { fileURLToPath } from 'node:url';
import { deliveries } from '@space/contracts/events';
import { createEgress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { createSender } from './attempts/sender.ts';
import { deliveryHandlers } from './deliveries/deliveries.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createFanOut } from './dispatch/fan-out.ts';
import { createRecoveryWorker } from './recoveries/recovery-worker.ts';
import { janitor } from './retention/delivery-retention.ts';

/**
 * Webhooks. An event becomes one durable delivery for each webhook that wants it; a delivery is tried, signed, at
 * once and then after 1, 5, 15, 60, 180, 360 and 720 minutes; the eighth failure is its death, and fifteen deaths in
 * a row switch the webhook off. Postgres is the timer and the record: losing any process, or all brokers, loses
 * nothing and delays at most by a lease. A receiver can hear an event more than once and must dedupe by its id.
 */
export const deliveryService: Service = {
  name: 'delivery',
  schema: 'events',
  migrations: fileURLToPath(new URL('../../events/migrations', import.meta.url)),
  emits: false,
  followsDatabaseClock: true,
  open: (ports) => {
    const dispatch = createDispatcher(ports, createSender(createEgress(ports.config.SPACE_WEBHOOK_ALLOW)));
    const recoveries = createRecoveryWorker(ports);
    return {
      serves: [serving(deliveries, deliveryHandlers(ports, dispatch, recoveries.notify))],
      consumers: [createFanOut(ports, dispatch)],
      tasks: [dispatch, recoveries, janitor(ports)],
    };
  },
};
