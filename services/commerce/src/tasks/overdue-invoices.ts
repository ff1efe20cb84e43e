import { isoTime } from '@space/database';
import { findConnection } from '../connections/connections.queries.ts';
import { writeForConnection } from '../connections/transaction.ts';
import { findContacts } from '../payers/payers.ts';
import { findOverdueInvoices } from '../snapshots/snapshots.queries.ts';
import { announceOverdue } from '../snapshots/store-invoice.ts';
import type { PullPorts } from './pull-worker.ts';

/** Invoices that are announced as overdue in one run. */
const BATCH = 100;

/** Announces the open invoices that passed their due date, each once. */
export async function announceOverdueInvoices({ database, clock, bus, write, log }: PullPorts): Promise<void> {
  for (const { space_id, integration_id, reference, contact_id } of await findOverdueInvoices(database, isoTime(clock.now()), BATCH)) {
    const connection = await findConnection(database, space_id, integration_id);
    if (!connection) continue;
    const contacts = await findContacts(bus, connection, [], contact_id === null ? [] : [contact_id], (problem) =>
      log.warn({ integration_id, code: problem.code }, 'the contact of an overdue invoice cannot be read'),
    );
    await writeForConnection(write, connection, (tx) => announceOverdue(tx, connection, reference, contacts)).catch((error: unknown) =>
      log.warn({ err: error, integration_id }, 'announcing an overdue invoice failed; retrying in a minute'),
    );
  }
}
