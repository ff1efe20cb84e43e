import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { ContactBlock } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';
import { pendingColumns } from './row.ts';

const aboutTable = { table_id: z.string(), table: z.string().describe('The name of the table') };
const deals = { table_id: 'tbl_01jd0000000000000000000000', table: 'Deals' };
const tableFilters = ['table_id'] as const;
const ofRow = { kind: 'row', id: 'row_id', container: 'table_id' } as const;
const ofRows = { kind: 'row', container: 'table_id' } as const;

/** A table was created. */
export const tableCreated = eventType({
  type: 'table_created',
  group: 'tables',
  label: 'Table created',
  data: z.object(aboutTable),
  sample: deals,
  filters: [],
});

/** A table's name, slug, description, title column or archived state changed. */
export const tableUpdated = eventType({
  type: 'table_updated',
  group: 'tables',
  label: 'Table updated',
  data: z.object({ ...aboutTable, changed: z.array(z.string()), archived: z.boolean() }),
  sample: { ...deals, changed: ['archived'], archived: true },
  filters: tableFilters,
  shown_by: ofRows,
});

/** A table was deleted for good. */
export const tableDeleted = eventType({
  type: 'table_deleted',
  group: 'tables',
  label: 'Table deleted',
  data: z.object(aboutTable),
  sample: deals,
  filters: tableFilters,
  shown_by: ofRows,
});

const aboutRow = { ...aboutTable, row_id: z.string(), row: z.string().nullable().describe('The title of the row') };
const rowAssets = {
  asset_ids: shownAssets.asset_ids
    .optional()
    .describe('Ids of all assets in its cells after the change; missing if it showed none before either'),
};
const cells = z.record(z.string(), z.json());
const pending = pendingColumns.describe(
  'Keys of computed columns whose cell in data may still be out of date; read the row later. No event follows',
);
const aboutPerson = {
  contact_id: z.string().optional().describe('The first person the row points to'),
  contact: ContactBlock.optional(),
};
const engine = { ...deals, row_id: 'row_01jd0000000000000000000000', row: 'Engine No. 2' };

/** A row was created. */
export const tableRowCreated = eventType({
  type: 'table_row_created',
  group: 'tables',
  label: 'Row created',
  data: z.object({ ...aboutRow, ...aboutPerson, ...rowAssets, data: cells.describe('The cells by column key'), pending }),
  sample: { ...engine, data: { name: 'Engine No. 2', amount: 1200, stage: 'lead' } },
  filters: tableFilters,
  shown_by: ofRow,
});

/** Cells of a row changed; a change that changes nothing emits nothing. */
export const tableRowUpdated = eventType({
  type: 'table_row_updated',
  group: 'tables',
  label: 'Row updated',
  data: z.object({
    ...aboutRow,
    ...aboutPerson,
    ...rowAssets,
    data: cells.describe('The cells by column key'),
    changed: z.array(z.string()).describe('Keys of the columns that changed'),
    previous: cells.describe('Earlier values of those cells'),
    pending,
  }),
  sample: { ...engine, data: { name: 'Engine No. 2', amount: 1200, stage: 'won' }, changed: ['stage'], previous: { stage: 'lead' } },
  filters: tableFilters,
  shown_by: ofRow,
});

/** A row was deleted; the event contains its last cells. */
export const tableRowDeleted = eventType({
  type: 'table_row_deleted',
  group: 'tables',
  label: 'Row deleted',
  data: z.object({ ...aboutRow, ...aboutPerson, ...rowAssets, data: cells, pending }),
  sample: { ...engine, data: { name: 'Engine No. 2', amount: 1200, stage: 'won' } },
  filters: tableFilters,
  shown_by: ofRow,
});

/** Rows were imported from CSV; each of them also has its own table_row_created. */
export const tableImported = eventType({
  type: 'table_imported',
  group: 'tables',
  label: 'Rows imported',
  data: z.object({ ...aboutTable, created: z.int(), failed: z.int() }),
  sample: { ...deals, created: 250, failed: 2 },
  filters: tableFilters,
});

const aboutColumn = {
  ...aboutTable,
  column_id: z.string(),
  column: z.string().describe('The label of the column'),
  column_key: z.string(),
};
const stage = { ...deals, column_id: 'col_01jd0000000000000000000000', column: 'Stage', column_key: 'stage' };

/** A column was added to a table. */
export const tableColumnCreated = eventType({
  type: 'table_column_created',
  group: 'tables',
  label: 'Column created',
  data: z.object({ ...aboutColumn, column_type: z.string() }),
  sample: { ...stage, column_type: 'select' },
  filters: tableFilters,
});

/** A column's key, label, type or settings changed. */
export const tableColumnUpdated = eventType({
  type: 'table_column_updated',
  group: 'tables',
  label: 'Column updated',
  data: z.object({ ...aboutColumn, column_type: z.string(), changed: z.array(z.string()) }),
  sample: { ...stage, column_type: 'select', changed: ['options'] },
  filters: tableFilters,
  shown_by: ofRows,
});

/** A column was deleted with its cells. */
export const tableColumnDeleted = eventType({
  type: 'table_column_deleted',
  group: 'tables',
  label: 'Column deleted',
  data: z.object(aboutColumn),
  sample: stage,
  filters: tableFilters,
  shown_by: ofRows,
});

const aboutView = { ...aboutTable, view_id: z.string(), view: z.string().describe('The name of the view') };
const open = { ...deals, view_id: 'viw_01jd0000000000000000000000', view: 'Open deals' };

/** A view was created. */
export const tableViewCreated = eventType({
  type: 'table_view_created',
  group: 'tables',
  label: 'View created',
  data: z.object({ ...aboutView, view_type: z.string() }),
  sample: { ...open, view_type: 'kanban' },
  filters: tableFilters,
});

/** A view's name, type, config or being the default changed. */
export const tableViewUpdated = eventType({
  type: 'table_view_updated',
  group: 'tables',
  label: 'View updated',
  data: z.object({ ...aboutView, view_type: z.string(), changed: z.array(z.string()) }),
  sample: { ...open, view_type: 'kanban', changed: ['config'] },
  filters: tableFilters,
});

/** A view was deleted. */
export const tableViewDeleted = eventType({
  type: 'table_view_deleted',
  group: 'tables',
  label: 'View deleted',
  data: z.object(aboutView),
  sample: open,
  filters: tableFilters,
});

const aboutComment = { ...aboutRow, ...aboutPerson, comment_id: z.string(), comment: z.string().describe('Text of the comment') };
const called = { ...engine, comment_id: 'cmt_01jd0000000000000000000000', comment: 'They called back.' };

/** A comment was posted on a row. */
export const tableRowCommented = eventType({
  type: 'table_row_commented',
  group: 'tables',
  label: 'Row commented',
  data: z.object(aboutComment),
  sample: called,
  filters: tableFilters,
});

/** A comment on a row was deleted. */
export const tableRowCommentDeleted = eventType({
  type: 'table_row_comment_deleted',
  group: 'tables',
  label: 'Comment deleted',
  data: z.object(aboutComment),
  sample: called,
  filters: tableFilters,
});

const aboutLink = { ...aboutView, share_link_id: z.string(), share_link: z.string().nullable().describe('The name of the link') };
const partners = { ...open, share_link_id: 'shr_01jd0000000000000000000000', share_link: 'For our partners' };

/** A view was shared by a public link; the event does not contain the link. */
export const tableShareLinkCreated = eventType({
  type: 'table_share_link_created',
  group: 'tables',
  label: 'View shared',
  data: z.object({ ...aboutLink, has_password: z.boolean(), expires_at: z.iso.datetime({ precision: 3 }).nullable() }),
  sample: { ...partners, has_password: false, expires_at: null },
  filters: tableFilters,
});

/** The view, the name, the password or the expiry of a public link changed. */
export const tableShareLinkUpdated = eventType({
  type: 'table_share_link_updated',
  group: 'tables',
  label: 'Share link updated',
  data: z.object({
    ...aboutLink,
    view: z.string().nullable().describe('The name of the view; null when a restore took the view away'),
    changed: z.array(z.string()),
    has_password: z.boolean(),
    expires_at: z.iso.datetime({ precision: 3 }).nullable(),
  }),
  sample: { ...partners, changed: ['expires_at'], has_password: false, expires_at: '2027-01-01T00:00:00.000Z' },
  filters: tableFilters,
});

/** A public link was revoked. */
export const tableShareLinkRevoked = eventType({
  type: 'table_share_link_revoked',
  group: 'tables',
  label: 'Share link revoked',
  data: z.object({ ...aboutLink, view: z.string().nullable().describe('The name of the view; null when a restore took the view away') }),
  sample: partners,
  filters: tableFilters,
});

const aboutSnapshot = { ...aboutTable, snapshot_id: z.string(), snapshot: z.string().nullable().describe('The label of the snapshot') };
const cleanUp = { ...deals, snapshot_id: 'snp_01jd0000000000000000000000', snapshot: 'Before the clean-up' };

/** A snapshot was taken. */
export const tableSnapshotCreated = eventType({
  type: 'table_snapshot_created',
  group: 'tables',
  label: 'Snapshot taken',
  data: z.object(aboutSnapshot),
  sample: cleanUp,
  filters: tableFilters,
});

/** A snapshot was deleted. */
export const tableSnapshotDeleted = eventType({
  type: 'table_snapshot_deleted',
  group: 'tables',
  label: 'Snapshot deleted',
  data: z.object(aboutSnapshot),
  sample: cleanUp,
  filters: tableFilters,
});

/** A table was restored to a snapshot: one event, however many rows changed. */
export const tableRestored = eventType({
  type: 'table_restored',
  group: 'tables',
  label: 'Table restored',
  data: z.object({
    ...aboutSnapshot,
    undo_snapshot_id: z.string(),
    rows: z.object({ reinstated: z.int(), reverted: z.int(), removed: z.int() }),
  }),
  sample: { ...cleanUp, undo_snapshot_id: 'snp_01jd0000000000000000000001', rows: { reinstated: 3, reverted: 12, removed: 1 } },
  filters: tableFilters,
  shown_by: ofRows,
});
