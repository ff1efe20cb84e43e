import {
  amountOf,
  commerceDisputeClosed,
  commerceOrderDisputed,
  commerceOrderPaid,
  commerceOrderRefunded,
  commercePaymentFailed,
  commerceRefundFailed,
  MAX_EVENT_ITEMS,
} from '@space/contracts/commerce';
import type { ContactBlock } from '@space/contracts/contacts';
import type { Actor } from '@space/contracts/core';
import type { z } from 'zod';
import { type Connection, connectionActor, connectionData } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { SoldItem } from '../provider-port/findings.ts';
import type { Announcement } from './announcements.ts';

/** A stored item of an order: with the id of its product in place of the reference. */
export interface StoredItem extends Omit<SoldItem, 'product'> {
  readonly product_id: string | null;
}

/** An order as its events show it. */
export interface AnnouncedOrder {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly amount: number;
  readonly product_id: string | null;
  readonly product_title: string;
  readonly items: readonly StoredItem[];
  readonly contact: z.infer<typeof ContactBlock> | null;
}

const PAYER: Actor = { kind: 'person', id: 'payer', name: 'Payer' };

/** Emits the event of a fact of an order. The actor of a payment is the payer, of everything else the connection. */
export function emitFact(
  tx: OrderTransaction,
  connection: Connection,
  order: AnnouncedOrder,
  { fact, refunded = 0, ended }: Announcement,
): void {
  const { contact, currency } = order;
  const payer: Actor = contact ? { kind: 'person', id: contact.id, name: contact.name } : PAYER;
  const provider = connectionActor(connection);
  const data = orderData(connection, order, fact.amount === null ? order : { amount: fact.amount, currency: fact.currency ?? currency });
  switch (fact.kind) {
    case 'payment':
      tx.emit(commerceOrderPaid, { ...data, paid_at: fact.at }, payer);
      break;
    case 'refund': {
      const isFull = refunded === order.amount;
      const details = { is_full: isFull, extent: isFull ? ('full' as const) : ('partial' as const), reason: fact.data.reason ?? null };
      tx.emit(
        commerceOrderRefunded,
        { ...data, refund_id: fact.id!, ...sumsOf(order, refunded), ...details, refunded_at: fact.at },
        provider,
      );
      break;
    }
    case 'refund_failed':
      tx.emit(
        commerceRefundFailed,
        {
          ...data,
          amount: amountOf(ended!.amount ?? 0, currency),
          amount_cents: ended!.amount ?? 0,
          refund_id: ended!.id!,
          ...sumsOf(order, refunded),
          failure_code: fact.data.failure_code ?? null,
          failed_at: fact.at,
        },
        provider,
      );
      break;
    case 'dispute':
      tx.emit(
        commerceOrderDisputed,
        { ...data, dispute_id: fact.id!, reason: fact.data.reason ?? null, due_at: fact.data.due_at ?? null },
        provider,
      );
      break;
    case 'dispute_end':
      tx.emit(
        commerceDisputeClosed,
        { ...data, dispute_id: ended!.id!, reason: ended!.data.reason ?? null, outcome: fact.data.outcome ?? 'lost' },
        provider,
      );
      break;
    case 'payment_failed':
      tx.emit(
        commercePaymentFailed,
        { ...data, failure_code: fact.data.failure_code ?? null, retry_at: fact.data.retry_at ?? null },
        payer,
      );
      break;
    default:
  }
}

const sumsOf = ({ amount, currency }: AnnouncedOrder, refunded: number) => ({
  refunded_amount: amountOf(refunded, currency),
  refunded_amount_cents: refunded,
  remaining_amount: amountOf(amount - refunded, currency),
  remaining_amount_cents: amount - refunded,
});

function orderData(connection: Connection, order: AnnouncedOrder, { amount, currency }: Pick<AnnouncedOrder, 'amount' | 'currency'>) {
  const { contact, items } = order;
  return {
    order_id: order.id,
    order_number: order.number,
    product_id: order.product_id,
    product_title: order.product_title,
    product_count: items.length,
    items: items.slice(0, MAX_EVENT_ITEMS).map((item) => ({
      product_id: item.product_id,
      title: item.title,
      quantity: item.quantity,
      amount: amountOf(item.amount, order.currency),
      amount_cents: item.amount,
    })),
    amount: amountOf(amount, currency),
    amount_cents: amount,
    currency,
    ...(contact && { contact_id: contact.id, contact }),
    ...connectionData(connection),
  };
}
