import type { factKinds, invoiceStatuses, ledgerAccounts, payoutStatuses, subscriptionStatuses } from '@space/contracts/commerce';

/** A kind of fact about an order. */
export type FactKind = (typeof factKinds)[number];

/** The person who paid, as the provider knows them. */
export interface Payer {
  readonly email: string;
  readonly name?: string | null;
  readonly phone?: string | null;
}

/** A sold item at a provider. Amounts are in the smallest unit of the currency. */
export interface SoldItem {
  /** Id of the product at the provider, or null. */
  readonly product: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly unit_amount: number;
  readonly amount: number;
  readonly tax: number;
}

/**
 * The details of a fact. `lines` has the items and totals, `unpaid_lines` those of an attempt to pay, `payment` the payer and a
 * description, and so on.
 */
export interface FactData {
  readonly payer?: Payer | null;
  /** The id of the payer at a provider that describes payers in events of their own. */
  readonly payer_reference?: string | null;
  readonly number?: string | null;
  readonly description?: string | null;
  readonly items?: readonly SoldItem[];
  readonly subtotal?: number;
  readonly tax?: number;
  readonly discount?: number;
  readonly shipping?: number;
  readonly reason?: string | null;
  readonly due_at?: string | null;
  readonly outcome?: 'won' | 'lost';
  readonly failure_code?: string | null;
  readonly retry_at?: string | null;
  /** True for a failed payment whose items are read at the provider next. */
  readonly awaits_lines?: boolean;
}

/** Something that happened to an order at a provider. It is counted once for its kind and source id. */
export interface Fact {
  readonly kind: FactKind;
  readonly source_id: string;
  /** An id of the order at the provider: its main one, or one of its aliases. */
  readonly order: string;
  /** Further ids of the order at the provider, such as its charge and its session. */
  readonly aliases?: readonly string[];
  /** In the smallest unit of the currency; null for facts without money. */
  readonly amount: number | null;
  /** ISO 4217 in capital letters. */
  readonly currency: string | null;
  /** The time at which it happened, ISO 8601. */
  readonly at: string;
  readonly data: FactData;
}

/** An account of the ledger. */
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** A movement of the ledger: `debit` receives and `credit` gives. */
export interface Movement {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: number;
}

/** A money fact for the ledger, such as a balance transaction. `net` is `gross - fee`. */
export interface NewEntry {
  readonly source_id: string;
  readonly category: string;
  readonly currency: string;
  readonly gross: number;
  readonly fee: number;
  readonly exchange_rate: number | null;
  /** An id of the order at the provider, or null. */
  readonly order: string | null;
  readonly occurred_at: string;
  readonly available_at: string | null;
  readonly movements: readonly Movement[];
  /** The fact that took the money which this entry gives back: the entry waits until it is known. */
  readonly follows?: { readonly kind: FactKind; readonly source_id: string };
}

/** A product as its provider describes it. */
export interface ProductSnapshot {
  readonly reference: string;
  readonly title: string;
  readonly description: string | null;
  readonly active: boolean;
}

/** A price as its provider describes it. */
export interface PriceSnapshot {
  readonly reference: string;
  readonly product: string;
  readonly active: boolean;
  readonly currency: string;
  readonly unit_amount: number | null;
  readonly interval: 'day' | 'week' | 'month' | 'year' | null;
  readonly interval_count: number | null;
}

/** An invoice as its provider describes it. */
export interface InvoiceSnapshot {
  readonly reference: string;
  readonly number: string | null;
  readonly status: (typeof invoiceStatuses)[number];
  readonly payer: Payer | null;
  readonly subscription: string | null;
  /** The order of its payment, or null. */
  readonly order: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly paid: number;
  readonly issued_at: string | null;
  readonly due_at: string | null;
  readonly paid_at: string | null;
}

/** A subscription as its provider describes it. */
export interface SubscriptionSnapshot {
  readonly reference: string;
  readonly status: (typeof subscriptionStatuses)[number];
  readonly payer: Payer | null;
  /** The id of the payer at a provider that describes payers in events of their own. */
  readonly payer_reference?: string | null;
  readonly product: string | null;
  readonly product_title: string;
  readonly quantity: number;
  readonly currency: string;
  readonly amount: number;
  readonly interval: 'day' | 'week' | 'month' | 'year' | null;
  readonly interval_count: number | null;
  readonly started_at: string | null;
  readonly period_end: string | null;
  readonly ends_at: string | null;
  readonly ended_at: string | null;
  readonly end_reason: string | null;
}

/** A payout as its provider describes it. */
export interface PayoutSnapshot {
  readonly reference: string;
  readonly status: (typeof payoutStatuses)[number];
  readonly currency: string;
  readonly amount: number;
  readonly arrival_at: string | null;
  readonly failure_code: string | null;
  /** The source ids of its money facts, if the provider lists them. */
  readonly transactions?: readonly string[];
}

/** The balance that a provider states in one currency. */
export interface BalanceSnapshot {
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly reserved: number;
}

/** A read at the provider that is needed to complete what is known. */
export interface PullRequest {
  /**
   * `order`: items and payer of a payment; `transactions`: money facts since a time; `events`: what webhooks said since a time, for
   * webhooks that were lost; the others: one thing by its id.
   */
  readonly kind: 'order' | 'transactions' | 'events' | 'product' | 'price' | 'invoice' | 'subscription' | 'payout';
  /** The id at the provider; for `transactions` and `events` the time since when, ISO 8601. */
  readonly reference: string;
  /** For `transactions` and `events` the end of the time that is read, exclusive; default now. */
  readonly until?: string;
  /** Milliseconds to wait, since some things are ready later at the provider. */
  readonly delay_ms?: number;
}

/** A payer as the provider describes them, by their id there. */
export interface PayerSnapshot {
  readonly reference: string;
  readonly payer: Payer;
}

/** A part of an answer that cannot be read, with one sentence. The rest of the answer is not affected. */
interface UnreadPart {
  readonly reference: string;
  readonly reason: string;
}

/** The content of a webhook, or of a read at a provider. */
export interface Findings {
  /** The webhook that says this; absent for a read at the provider. */
  readonly event_id?: string;
  /** The time of the descriptions at the provider, ISO 8601; default the time of the read. */
  readonly observed_at?: string;
  readonly payers?: readonly PayerSnapshot[];
  readonly unread?: readonly UnreadPart[];
  readonly facts?: readonly Fact[];
  readonly entries?: readonly NewEntry[];
  readonly products?: readonly ProductSnapshot[];
  readonly prices?: readonly PriceSnapshot[];
  readonly invoices?: readonly InvoiceSnapshot[];
  readonly subscriptions?: readonly SubscriptionSnapshot[];
  readonly payouts?: readonly PayoutSnapshot[];
  readonly balances?: readonly BalanceSnapshot[];
  readonly pulls?: readonly PullRequest[];
}
