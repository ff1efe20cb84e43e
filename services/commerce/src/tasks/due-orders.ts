import { Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { type ApplyPorts, applyFindings } from '../apply/apply-findings.ts';
import type { Connection } from '../connections/connection.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { findDueOrders, postponeOrders } from '../orders/orders.queries.ts';

/** Orders that are announced in one call. */
const BATCH = 100;

/** The ports of the announcement of orders. */
type DuePorts = ApplyPorts & Pick<Ports, 'clock'>;

/**
 * Announces the facts of orders that waited long enough. An order that fails is tried again in a minute, and delays no other one; a
 * connection that has to wait for contacts delays no other connection.
 */
export async function announceDueOrders(ports: DuePorts): Promise<void> {
  const { database, clock } = ports;
  const waiting = await findDueOrders(database, isoTime(clock.now()), BATCH);
  const byConnection = Map.groupBy(waiting, ({ integration_id }) => integration_id);
  await Promise.all(
    [...byConnection].map(async ([integration_id, orders]) => {
      const connection = await findConnection(database, orders[0]!.space_id, integration_id);
      if (!connection) return;
      const references = orders.map(({ first_reference }) => first_reference);
      await announce(ports, connection, references).catch((error: unknown) => afterFailure(ports, connection, references, error));
    }),
  );
}

const announce = (ports: DuePorts, connection: Connection, due: readonly string[]): Promise<void> =>
  applyFindings(ports, connection, { findings: [], observed_at: isoTime(ports.clock.now()), due });

/** Announces each of several orders by itself, since one of them may be the reason; all wait a minute if contacts are away. */
async function afterFailure(ports: DuePorts, connection: Connection, references: readonly string[], error: unknown): Promise<void> {
  const isAway = error instanceof Problem && (error.code === 'unavailable' || error.code === 'timeout');
  if (isAway || references.length === 1) {
    await postponeOrders(ports.database, connection, references, isoTime(ports.clock.now() + MINUTE_MS));
    ports.log.warn({ err: error, integration_id: connection.id, references }, 'announcing orders failed; retrying in a minute');
    return;
  }
  for (const reference of references)
    await announce(ports, connection, [reference]).catch((alone: unknown) => afterFailure(ports, connection, [reference], alone));
}
