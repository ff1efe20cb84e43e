import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalog, toolCatalog } from '@space/contracts/catalog';
import { operations, operatorOperations, personOperations, type Routed } from '../surface/operations.ts';
import { isList, readsOf } from './reads.ts';

/** Files that call all operations of an audience, from the catalog. */
const files: Readonly<Record<string, string>> = {
  key: 'operations.test.ts',
  operator: 'operations.test.ts',
  person: 'people.test.ts',
  public: 'public-pages.test.ts',
};

test('each operation that a client can reach has a case of its own', () => {
  const reachable = catalog.filter(({ operation }) => operation.audience !== 'internal');
  const called = new Set([...operations, ...operatorOperations, ...personOperations].map(({ id }) => id));
  const tools = new Set([...toolCatalog.values()].map(({ id }) => id));
  const missing = reachable.filter(({ id, operation }) => operation.audience !== 'public' && !called.has(id) && !tools.has(id));
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(reachable.filter(({ operation: { audience = 'key' } }) => files[audience] === undefined).map(({ id }) => id)).toEqual([]);
  const unroutable = reachable.filter(({ operation }) => operation.audience === 'public' && operation.route === undefined);
  expect(unroutable.map(({ id }) => id)).toEqual([]);
});

/** Lists of items that no call creates directly, with the file that reads them when they are at their largest. */
const listsElsewhere: Readonly<Record<string, string>> = {
  'activity.list': 'events.test.ts',
  'audiences.contacts': 'lists.test.ts',
  'agents.read_chat': 'events.test.ts',
  'calendar.list': 'calendar.test.ts',
  'deliveries.explain_type': 'events.test.ts',
  'deliveries.list': 'events.test.ts',
  'automations.search_runs': 'events.test.ts',
  'deliveries.search': 'events.test.ts',
  'deliveries.search_recoveries': 'events.test.ts',
  'events.list': 'events.test.ts',
  'events.search': 'events.test.ts',
  'orders.export': 'largest-items.test.ts',
  'orders.list': 'largest-items.test.ts',
  'secrets.list': 'lists.test.ts',
  'snapshots.diff': 'lists.test.ts',
  'tasks.history': 'lists.test.ts',
};

/** Lists whose items have only short fields. A full page of them has less than 2 MiB. */
const smallItems: readonly string[] = [
  'billing.list_invoices',
  'billing.list_products',
  'billing.list_subscriptions',
  'finance.list_entries',
  'finance.list_reconciliations',
  'orders.list_disputes',
  'orders.list_refunds',
  'wallet.list_payouts',
  'search.find',
  'wallet.list_transactions',
  'contacts.duplicates',
  'integrations.list',
  'members.list',
  'integrations.list_checks',
  'page_references.form',
  'page_references.booking_page',
  'settings.list_grants',
  'social.analytics',
  'assets.list_versions',
  'assets.used_by',
  'documents.references',
  'task_labels.list',
  'social.list_accounts',
  'social_settings.list_accounts',
];

test('each list is read when its items are at their largest', () => {
  const all = [...operations, ...operatorOperations];
  const afterWrites = new Set(all.flatMap(readsOf).map(({ id }) => id));
  const isCovered = ({ id }: Routed) => afterWrites.has(id) || listsElsewhere[id] !== undefined || smallItems.includes(id);
  const missing = all.filter((entry) => isList(entry) && !isCovered(entry));
  expect(missing.map(({ id }) => id)).toEqual([]);
  for (const [id, file] of Object.entries(listsElsewhere))
    expect({ id, is_read: readFileSync(join(import.meta.dirname, file), 'utf8').includes(`'${id}'`) }).toEqual({ id, is_read: true });
});
