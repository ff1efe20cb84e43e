import { z } from 'zod';
import { readFields, timeField } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
import type { PaymentAdapter } from '../../provider-port/provider.ts';
import { changedAdjustment } from './adjustment-events.ts';
import type { PaddleEvent } from './paddle-event.ts';
import { changedCustomer, changedPayout, changedPrice, changedProduct, changedSubscription } from './paddle-snapshots.ts';
import { canceledTransaction, completedTransaction, failedTransaction } from './transaction-events.ts';

const Envelope = z.object({ occurred_at: timeField, data: z.record(z.string(), z.unknown()) });

/** The event types with a rule of their own. */
const readers: Readonly<Record<string, (event: PaddleEvent) => Findings>> = {
  'transaction.completed': completedTransaction,
  'transaction.payment_failed': failedTransaction,
  'transaction.canceled': canceledTransaction,
  'adjustment.created': changedAdjustment,
  'adjustment.updated': changedAdjustment,
  'customer.created': changedCustomer,
  'customer.updated': changedCustomer,
  'payout.created': changedPayout,
  'payout.paid': changedPayout,
};

/** The families of event types that describe one thing. */
const families: readonly (readonly [prefix: string, read: (event: PaddleEvent) => Findings])[] = [
  ['subscription.', changedSubscription],
  ['product.', changedProduct],
  ['price.', changedPrice],
];

/** Returns what an event of Paddle says; null for a type that is not used. Throws EventFieldError. An event does not name its mode. */
export const readPaddleEvent: PaymentAdapter['read'] = ({ id, type, body }) => {
  const read = Object.hasOwn(readers, type) ? readers[type] : families.find(([prefix]) => type.startsWith(prefix))?.[1];
  if (read === undefined) return null;
  const { occurred_at, data } = readFields(Envelope, body);
  return read({ id, at: occurred_at, data });
};
