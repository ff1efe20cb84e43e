import { amountOf, commerceInvoiceOverdue, commerceInvoicePaid } from '@space/contracts/commerce';
import { isoTime, newId } from '@space/database';
import { type Connection, connectionActor, connectionData } from '../connections/connection.ts';
import { lockThings } from '../connections/lock-things.queries.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { Contact, Contacts } from '../payers/payers.ts';
import type { InvoiceSnapshot } from '../provider-port/findings.ts';
import { lockSnapshot, saveSnapshot } from './snapshots.queries.ts';

/** Stores an invoice, and announces once that it was paid and once that it is overdue. */
export async function storeInvoice(
  tx: OrderTransaction,
  connection: Connection,
  invoice: InvoiceSnapshot,
  observed_at: string,
  contacts: Contacts,
): Promise<void> {
  await lockThings(tx, connection, [{ kind: 'invoice', source_id: invoice.reference }]);
  const stored = await lockSnapshot(tx, connection, 'invoice', invoice.reference);
  if (stored !== null && stored.observed_at > observed_at) return;
  const { payer, subscription, order, ...described } = invoice;
  const contact = (payer && contacts.byEmail(payer.email)) || null;
  const was = (mark: string): boolean => stored?.row[mark] === true;
  const isPaid = described.status === 'paid';
  const isOverdue = described.status === 'open' && described.due_at !== null && described.due_at < tx.now;
  const id = await saveSnapshot(
    tx,
    connection,
    'invoice',
    stored,
    {
      ...described,
      provider: connection.provider,
      mode: connection.mode,
      contact_id: contact?.id ?? (stored?.row.contact_id as string | undefined) ?? null,
      email: payer?.email ?? null,
      subscription_reference: subscription,
      order_reference: order,
      observed_at,
      announced_paid: was('announced_paid') || isPaid,
      announced_overdue: was('announced_overdue') || isOverdue,
    },
    () => newId('inv'),
  );
  const data = invoiceData(connection, { id, ...described }, contact);
  if (isPaid && !was('announced_paid')) tx.emit(commerceInvoicePaid, data, contact ? personOf(contact) : connectionActor(connection));
  if (isOverdue && !was('announced_overdue')) tx.emit(commerceInvoiceOverdue, data, connectionActor(connection));
}

/** Announces that an open invoice passed its due date, unless that is announced. */
export async function announceOverdue(tx: OrderTransaction, connection: Connection, reference: string, contacts: Contacts): Promise<void> {
  const stored = await lockSnapshot(tx, connection, 'invoice', reference);
  if (!stored || stored.row.announced_overdue === true || stored.row.status !== 'open') return;
  await saveSnapshot(tx, connection, 'invoice', stored, { announced_overdue: true }, () => stored.id);
  const { number, currency, amount, due_at, contact_id } = stored.row as unknown as StoredInvoice;
  const data = { id: stored.id, number, currency, amount, due_at: isoTime(Date.parse(due_at)) };
  const contact = contact_id === null ? null : contacts.byId(contact_id);
  tx.emit(commerceInvoiceOverdue, invoiceData(connection, data, contact), connectionActor(connection));
}

/** The columns of an overdue invoice that its event shows. */
interface StoredInvoice {
  readonly number: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly due_at: string;
  readonly contact_id: string | null;
}

const personOf = ({ id, name }: Contact) => ({ kind: 'person', id, name }) as const;

function invoiceData(
  connection: Connection,
  invoice: Pick<InvoiceSnapshot, 'number' | 'currency' | 'amount' | 'due_at'> & { readonly id: string },
  contact: Contact | null,
) {
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    amount: amountOf(invoice.amount, invoice.currency),
    amount_cents: invoice.amount,
    currency: invoice.currency,
    ...(contact && { contact_id: contact.id, contact }),
    ...connectionData(connection),
    due_at: invoice.due_at,
  };
}
