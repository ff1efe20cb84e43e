import { amountOf, commerceSubscriptionChanged, commerceSubscriptionEnded, commerceSubscriptionStarted } from '@space/contracts/commerce';
import { newId } from '@space/database';
import { type Connection, connectionActor, connectionData } from '../connections/connection.ts';
import { lockThings } from '../connections/lock-things.queries.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { type Contacts, payersByReference } from '../payers/payers.ts';
import { productIds } from '../products/product-ids.ts';
import type { SubscriptionSnapshot } from '../provider-port/findings.ts';
import { lockSnapshot, saveSnapshot } from './snapshots.queries.ts';

/** Fields whose change is announced. */
const announcedFields = ['status', 'product_id', 'quantity', 'amount', 'currency', 'interval', 'interval_count', 'ends_at'] as const;

/** Stores a subscription, and announces its start, its changes and its end. */
export async function storeSubscription(
  tx: OrderTransaction,
  connection: Connection,
  subscription: SubscriptionSnapshot,
  observed_at: string,
  contacts: Contacts,
): Promise<void> {
  await lockThings(tx, connection, [{ kind: 'subscription', source_id: subscription.reference }]);
  const stored = await lockSnapshot(tx, connection, 'subscription', subscription.reference);
  if (stored !== null && stored.observed_at > observed_at) return;
  const { payer: named, payer_reference, product, ...described } = subscription;
  const payers = payer_reference ? await payersByReference(tx, connection, [payer_reference]) : null;
  const payer = named ?? (payer_reference ? (payers?.get(payer_reference) ?? null) : null);
  const products = product === null ? null : await productIds(tx, connection, [{ reference: product, title: described.product_title }]);
  const product_id = (product !== null && products?.get(product)) || null;
  const contact = (payer && contacts.byEmail(payer.email)) || null;
  const isEnded = described.status === 'ended';
  const isStarted = described.status !== 'incomplete' && !isEnded;
  const wasStarted = stored?.row.announced_started === true;
  const wasEnded = stored?.row.announced_ended === true;
  // One that was never paid neither starts nor ends.
  const wasIncomplete = !wasStarted && (stored?.row.status === 'incomplete' || subscription.end_reason === 'incomplete_expired');
  const id = await saveSnapshot(
    tx,
    connection,
    'subscription',
    stored,
    {
      ...described,
      product_id,
      provider: connection.provider,
      mode: connection.mode,
      contact_id: contact?.id ?? (stored?.row.contact_id as string | undefined) ?? null,
      email: payer?.email ?? null,
      observed_at,
      announced_started: wasStarted || isStarted || (isEnded && !wasIncomplete),
      announced_ended: wasEnded || isEnded,
    },
    () => newId('sbn'),
  );
  const data = {
    subscription_id: id,
    product_id,
    product_title: described.product_title,
    amount: amountOf(described.amount, described.currency),
    amount_cents: described.amount,
    currency: described.currency,
    ...(contact && { contact_id: contact.id, contact }),
    ...connectionData(connection),
    period_ends_at: described.period_end,
  };
  const actor = connectionActor(connection);
  const payerActor = contact ? ({ kind: 'person', id: contact.id, name: contact.name } as const) : actor;
  if (wasIncomplete && isEnded) return;
  if (!wasStarted && (isStarted || isEnded)) tx.emit(commerceSubscriptionStarted, data, payerActor);
  else if (wasStarted && !isEnded) {
    const now = { ...described, product_id } as Readonly<Record<string, unknown>>;
    const changed = announcedFields.filter((field) => !isSame(stored.row[field], now[field]));
    if (changed.length > 0) tx.emit(commerceSubscriptionChanged, { ...data, changed, status: described.status }, actor);
  }
  if (isEnded && !wasEnded) tx.emit(commerceSubscriptionEnded, { ...data, reason: described.end_reason }, actor);
}

/** Compares a stored value with a described one; Postgres writes times in another form. */
function isSame(stored: unknown, described: unknown): boolean {
  if (stored === described) return true;
  return typeof stored === 'string' && typeof described === 'string' && Date.parse(stored) === Date.parse(described);
}
