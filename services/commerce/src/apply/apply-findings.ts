import type { Bus } from '@space/bus';
import { type Database, isoTime } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Log } from '@space/runtime';
import type { Connection } from '../connections/connection.ts';
import { findReadTimes } from '../connections/health.queries.ts';
import { type OrderTransaction, writeForConnection } from '../connections/transaction.ts';
import { afterOpening } from '../ledger/after-opening.ts';
import { releaseEntries } from '../ledger/held-entries.ts';
import { storeEntries } from '../ledger/store-entries.ts';
import { findOrderContacts } from '../orders/orders.queries.ts';
import { type SaidFact, storeOrders } from '../orders/store-orders.ts';
import { findOrdersOfPayers, findPayersOfOrders, findUnannouncedPayers, upsertPayers } from '../payers/payers.queries.ts';
import { type Contacts, findContacts, payerReferencesOf, payersByReference, payersOf } from '../payers/payers.ts';
import type { Findings } from '../provider-port/findings.ts';
import { insertPulls, LATEST } from '../pulls/pulls.queries.ts';
import { compareStated } from '../reconcile/comparison.ts';
import { storeSnapshots } from '../snapshots/store-snapshots.ts';
import { saveRefusals } from './refusals.queries.ts';

/** The ports of the application of findings. */
export interface ApplyPorts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'request'>;
  readonly write: Writer;
  readonly log: Log;
  /** Wakes the worker that reads at providers. */
  readonly notifyPulls: () => void;
}

/** Findings of one connection that are stored together. */
export interface FindingsBatch {
  readonly findings: readonly Findings[];
  /** The time at which the provider was asked, or the webhook arrived: an older description of a thing replaces none that is newer. */
  readonly observed_at: string;
  /** Ids at the provider of orders whose facts may be announced now. */
  readonly due?: readonly string[];
  /**
   * Called first in the transaction: returns false if there is nothing to do any more, and otherwise which findings are still to be
   * stored.
   */
  readonly begin?: (tx: OrderTransaction) => Promise<readonly Findings[] | false>;
  /** Called when all of it is stored. */
  readonly end?: (tx: OrderTransaction) => Promise<void>;
}

/**
 * Stores what a provider says, in one transaction with the events that follow: facts and their orders, entries of the ledger,
 * descriptions of things, and the reads that are due next. The contacts of payers are found or created before the transaction.
 */
export async function applyFindings(ports: ApplyPorts, connection: Connection, batch: FindingsBatch): Promise<void> {
  const contacts = await contactsFor(ports, connection, batch);
  let hasPulls = false;
  await writeForConnection(ports.write, connection, async function applyInTransaction(tx) {
    const findings = batch.begin ? await batch.begin(tx) : batch.findings;
    if (findings === false) return;
    const facts = findings.flatMap(({ facts: its = [], event_id = null }): SaidFact[] => its.map((fact) => ({ ...fact, event_id })));
    const due = [...(batch.due ?? []), ...(await storePayers(tx, connection, findings, batch.observed_at))];
    const refusals = await storeOrders(tx, connection, { facts, due }, contacts);
    await enter(tx, connection, findings, facts);
    await storeSnapshots(tx, connection, findings, batch.observed_at, contacts);
    const balances = findings.flatMap((found) =>
      (found.balances ?? []).map((balance) => ({ ...balance, stated_at: found.observed_at ?? batch.observed_at })),
    );
    if (balances.length > 0) await compareStated(tx, connection, balances, ports.log);
    hasPulls = await queuePulls(tx, connection, findings);
    for (const { source_id, reason } of refusals)
      if (reason !== null)
        ports.log.warn({ integration_id: connection.id, source_id, reason }, 'a refund of a payment provider is not counted');
    for (const { reference, reason } of findings.flatMap((found) => found.unread ?? []))
      ports.log.warn({ integration_id: connection.id, reference, reason }, 'a part of the answer of a payment provider cannot be read');
    await batch.end?.(tx);
    if (refusals.length > 0) await saveRefusals(tx, connection, refusals);
  });
  if (hasPulls) ports.notifyPulls();
}

/** Stores described payers; returns the orders at the provider that name them. */
async function storePayers(
  tx: OrderTransaction,
  connection: Connection,
  findings: readonly Findings[],
  observed_at: string,
): Promise<readonly string[]> {
  const described = findings.flatMap((found) => (found.payers ?? []).map((payer) => ({ ...payer, at: found.observed_at ?? observed_at })));
  const latest = [...new Map(described.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((payer) => [payer.reference, payer])).values()];
  if (latest.length === 0) return [];
  await upsertPayers(
    tx,
    connection,
    latest.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
  );
  return findOrdersOfPayers(
    tx,
    connection,
    latest.map(({ reference }) => reference),
  );
}

async function enter(
  tx: OrderTransaction,
  connection: Connection,
  findings: readonly Findings[],
  facts: readonly SaidFact[],
): Promise<void> {
  const entries = findings.flatMap((found) => found.entries ?? []);
  const released = await releaseEntries(tx, connection, entries, facts);
  const now = [...entries.filter(({ follows }) => follows === undefined), ...released];
  if (now.length === 0) return;
  const { opened_at } = await findReadTimes(tx, connection);
  await storeEntries(
    tx,
    connection,
    now.map((entry) => afterOpening(entry, opened_at)),
  );
}

async function contactsFor(
  { bus, database, log }: ApplyPorts,
  connection: Connection,
  { findings, due = [] }: FindingsBatch,
): Promise<Contacts> {
  const aliases = findings.flatMap(({ facts = [] }) => facts.flatMap(({ order, aliases: more = [] }) => [order, ...more]));
  const known = [...new Set([...aliases, ...due])];
  const ids = known.length > 0 ? await findOrderContacts(database, connection, known) : [];
  const stored = known.length > 0 ? await findPayersOfOrders(database, connection, known) : [];
  const unannounced = known.length > 0 ? await findUnannouncedPayers(database, connection, known) : [];
  const described = await payersByReference(database, connection, [...payerReferencesOf(findings), ...stored]);
  return findContacts(bus, connection, payersOf(findings, [...described.values(), ...unannounced]), ids, (problem) =>
    log.warn({ integration_id: connection.id, code: problem.code }, 'the payer of an order cannot become a contact; the order has none'),
  );
}

async function queuePulls(tx: OrderTransaction, connection: Connection, findings: readonly Findings[]): Promise<boolean> {
  const now = Date.parse(tx.now);
  const pulls = findings
    .flatMap((found) => found.pulls ?? [])
    .map(({ kind, reference, delay_ms = 0 }) => ({
      kind,
      // However many facts ask for them, the latest money facts are read once.
      reference: kind === 'transactions' ? LATEST : reference,
      due_at: isoTime(now + delay_ms),
    }));
  const unique = [...new Map(pulls.map((pull) => [`${pull.kind} ${pull.reference}`, pull])).entries()];
  if (unique.length === 0) return false;
  await insertPulls(
    tx,
    connection,
    unique.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pull]) => pull),
  );
  return true;
}
