import { isoTime } from '@space/database';
import type { Connection } from '../connections/connection.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { writeForConnection } from '../connections/transaction.ts';
import { findContacts } from '../payers/payers.ts';
import { findOverdueInvoices, type OverdueInvoice } from '../snapshots/snapshots.queries.ts';
import { announceOverdue } from '../snapshots/store-invoice.ts';
import type { PullPorts } from './pull-worker.ts';

/** Invoices that are read and announced together. */
const BATCH = 100;

/** The ports of the announcement of overdue invoices. */
type OverduePorts = Pick<PullPorts, 'database' | 'clock' | 'bus' | 'write' | 'log'>;

/**
 * Announces the open invoices that passed their due date, each once. What fails is tried again in the next run, in a minute: an invoice
 * that fails delays no other one, and a connection whose contacts cannot be read delays no other connection.
 */
export async function announceOverdueInvoices(ports: OverduePorts): Promise<void> {
  const { database, clock } = ports;
  const now = isoTime(clock.now());
  const failed = new Set<string>();
  let last: OverdueInvoice | null = null;
  do {
    const batch: readonly OverdueInvoice[] = await findOverdueInvoices(database, now, last, BATCH);
    const byConnection = Map.groupBy(batch, ({ integration_id }) => integration_id);
    await Promise.all(
      [...byConnection].map(async ([integration_id, invoices]) => {
        if (!failed.has(integration_id) && !(await announceOfConnection(ports, invoices))) failed.add(integration_id);
      }),
    );
    last = batch.length === BATCH ? batch.at(-1)! : null;
  } while (last !== null);
}

/** Announces overdue invoices of one connection. Returns false if none could be announced, since their contacts cannot be read. */
async function announceOfConnection(ports: OverduePorts, invoices: readonly OverdueInvoice[]): Promise<boolean> {
  const { database, bus, write, log } = ports;
  const { space_id, integration_id } = invoices[0]!;
  try {
    const connection = await findConnection(database, space_id, integration_id);
    if (!connection) return true;
    const contacts = await contactsOf(bus, connection, invoices);
    for (const { reference } of invoices)
      await writeForConnection(write, connection, (tx) => announceOverdue(tx, connection, reference, contacts)).catch((error: unknown) =>
        log.warn({ err: error, integration_id, reference }, 'announcing an overdue invoice failed; retrying in a minute'),
      );
    return true;
  } catch (error) {
    log.warn({ err: error, integration_id }, 'announcing the overdue invoices of a connection failed; retrying in a minute');
    return false;
  }
}

function contactsOf(bus: OverduePorts['bus'], connection: Connection, invoices: readonly OverdueInvoice[]) {
  const ids = [...new Set(invoices.flatMap(({ contact_id }) => contact_id ?? []))];
  // Contacts are only created for payers, and an overdue invoice names none.
  return findContacts(bus, connection, [], ids, () => {});
}
