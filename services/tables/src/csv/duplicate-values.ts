import type { LineError } from '@space/text/csv';
import type { RowDraft } from '../rows/draft-rows.ts';
import { findByUnique, uniqueKey } from '../rows/duplicates.queries.ts';
import type { WriteContext } from '../rows/write-context.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Column } from '../schema/schema.ts';

/**
 * Finds duplicate cells of unique columns, in the table and in earlier lines. The result is exact while the caller
 * holds the exclusive lock.
 */
export async function findDuplicateValues({ tx, schema }: WriteContext, drafts: readonly RowDraft[]): Promise<LineError[]> {
  const errors: LineError[] = [];
  for (const column of columnRolesOf(schema).unique) {
    const given = drafts.filter(({ patch }) => (patch[column.cid] ?? null) !== null);
    const holders = await findByUnique(
      tx,
      schema,
      column,
      given.map(({ patch }) => patch[column.cid]!),
    );
    const first = new Map<string, string>();
    for (const { at, patch } of given) {
      const cell = uniqueKey(patch[column.cid]!);
      const [holder, twin] = [holders.get(cell), first.get(cell)];
      if (twin === undefined) first.set(cell, at);
      if (holder !== undefined) errors.push({ at, ...repeated(column), message: `must be unique, and the row ${holder} has it already` });
      else if (twin !== undefined)
        errors.push({ at, ...repeated(column), message: `must be unique, and line ${twin.slice('lines.'.length)} has it already` });
    }
  }
  return errors;
}

const repeated = ({ key }: Column) => ({ column_key: key, code: 'duplicate' });
