import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { type ApplyPorts, applyFindings } from '../apply/apply-findings.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { findDueOrders, postponeOrders } from '../orders/orders.queries.ts';

/** Orders that are announced in one call. */
const BATCH = 100;

/** Announces the facts of orders that waited long enough. Orders of a connection that fail are tried again in a minute. */
export async function announceDueOrders(ports: ApplyPorts & Pick<Ports, 'clock'>): Promise<void> {
  const { database, clock, log } = ports;
  const now = isoTime(clock.now());
  const waiting = await findDueOrders(database, now, BATCH);
  for (const [integration_id, orders] of Map.groupBy(waiting, (order) => order.integration_id)) {
    const connection = await findConnection(database, orders[0]!.space_id, integration_id);
    if (!connection) continue;
    const due = orders.map(({ first_reference }) => first_reference);
    await applyFindings(ports, connection, { findings: [], observed_at: now, due }).catch(async (error: unknown) => {
      await postponeOrders(database, connection, orders, isoTime(clock.now() + MINUTE_MS));
      log.warn({ err: error, integration_id }, 'announcing orders failed; retrying in a minute');
    });
  }
}
