import { billing, finance, orders, wallet } from '@space/contracts/commerce';
import { type Ports, type Serving, serving } from '@space/runtime';
import { billingHandlers } from './billing/billing.ts';
import { financeHandlers } from './finance/finance.ts';
import { ordersHandlers } from './orders/orders.ts';
import { walletHandlers } from './wallet/wallet.ts';

/** Returns the contracts that read orders, billing, the ledger and the wallet, with their handlers. */
export const readingServes = (ports: Pick<Ports, 'database' | 'clock'>): readonly Serving[] => [
  serving(orders, ordersHandlers(ports)),
  serving(billing, billingHandlers(ports)),
  serving(finance, financeHandlers(ports)),
  serving(wallet, walletHandlers(ports)),
];
