import { z } from 'zod';
import { id } from '../core/fields.ts';
import type { Undo } from '../core/operation.ts';

/** The path parameter of the operations of a table. */
export const tableId = { table_id: id('table') };

/** The path parameters of the operations of a row. */
export const rowId = { ...tableId, row_id: id('row') };

/** Converts texts to cells. */
export const typecast = z
  .boolean()
  .default(false)
  .describe(
    'Convert texts to the type of their column: "5" to 5, "yes" to true, a new choice to an option, a title to the row that has it',
  );

/** A table in examples. */
export const SAMPLE_TABLE = { table_id: 'tbl_01jd0000000000000000000000' };

/** The field that a change of a row returns in addition to the row, so that the change can be undone. */
export const previousVersion = {
  previous_version: z
    .int()
    .nullable()
    .describe('Version of the row before the change; reverting to it undoes the change. Null if that does not undo everything'),
};

/** The field that a bulk change returns, so that it can be undone. */
export const previousVersions = {
  previous_versions: z
    .array(
      z.object({
        row_id: z.string(),
        version: z.int().nullable().describe('Version of the row before the call; null if it did not exist'),
      }),
    )
    .nullable()
    .describe(
      'The changed rows as they were before; reverting to these versions with skip_changed undoes the call. Null if that does not undo everything',
    ),
};

/** Returns the call that makes a row what it was before it was changed. */
export const backToVersion = (
  { table_id, row_id }: { readonly table_id: string; readonly row_id: string },
  { previous_version: version }: { readonly previous_version: number | null },
): Undo | null => (version === null ? null : { tool: 'revert_table_row', arguments: { table_id, row_id, version } });

/** Returns the call that makes the rows of a bulk change what they were before, except those that were changed since. */
export const backToVersions = (
  { table_id }: { readonly table_id: string },
  { previous_versions: versions }: { readonly previous_versions: readonly object[] | null },
): Undo | null =>
  versions === null || versions.length === 0 ? null : { tool: 'revert_table_rows', arguments: { table_id, versions, skip_changed: true } };

/** Returns the call that undoes, in its rows only, the change before which a snapshot was taken. */
export const revertChange = ({ table_id }: { readonly table_id: string }, snapshot_id: string | null): Undo | null =>
  snapshot_id === null ? null : { tool: 'revert_table_rows', arguments: { table_id, snapshot_id } };

/** Returns the call that makes a table what it was when a snapshot was taken, without later changes of it. */
export const backToSnapshot = ({ table_id }: { readonly table_id: string }, snapshot_id: string | null): Undo | null =>
  snapshot_id === null ? null : { tool: 'restore_table_snapshot', arguments: { table_id, snapshot_id } };
