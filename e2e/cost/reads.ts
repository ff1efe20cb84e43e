import { MAX_PAGE_SIZE } from '@space/contracts/core';
import { type Arguments, operations, operatorOperations, type Routed } from '../surface/operations.ts';

/** Reads of the items that a write creates or changes, where they have another path than the write. */
const otherReads: Readonly<Record<string, readonly string[]>> = {
  'automations.run': ['automations.list_runs'],
  'columns.create': ['tables.get'],
  'contacts.import': ['contacts.export'],
  'contacts.tag': ['tags.list', 'contacts.list'],
  'contacts.upsert': ['contacts.list'],
  'deliveries.recover': ['deliveries.list_recoveries'],
  'forms.submit': ['form_submissions.list', 'forms.report'],
  'forms.update': ['forms.versions'],
  'pages.publish': ['page_versions.list'],
  'rows.create_bulk': ['rows.list'],
  'rows.import': ['rows.export'],
  'rows.update': ['rows.history'],
  'rows.update_bulk': ['rows.list'],
  'social.create_draft': ['social.list_posts'],
};

/** Returns the reads of what an operation writes: those of its own path, and others. */
export const readsOf = (entry: Routed): readonly Routed[] =>
  entry.route.method === 'GET'
    ? []
    : [...operations, ...operatorOperations].filter(
        ({ id, route }) => otherReads[entry.id]?.includes(id) || (route.method === 'GET' && route.path === entry.route.path),
      );

/** Returns true for an operation that answers a page of a list. */
export const isList = ({ operation, route }: Routed): boolean => route.method === 'GET' && 'limit' in operation.input.shape;

/** Returns the arguments that make the answer of a read as large as it can be. */
export const largestPage = ({ operation: { input } }: Routed): Arguments => ({
  ...('limit' in input.shape ? { limit: MAX_PAGE_SIZE } : {}),
  ...('include_total' in input.shape ? { include_total: true } : {}),
});
