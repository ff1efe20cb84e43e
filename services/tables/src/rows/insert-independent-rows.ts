import type { Answer, Call } from '@space/bus';
import { type rows, tableRowCreated } from '@space/contracts/tables';
import { newId } from '@space/database';
import { NoRowsAffected, type Writer } from '@space/event-log';
import type { z } from 'zod';
import { assetIdsIn } from '../cells/attachment-column.ts';
import { createCallBudget } from '../formulas/compute-budget.ts';
import { computeFormulas } from '../formulas/evaluate-row.ts';
import { noRelatedData, toRowResponse } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { createPreparedNames } from '../schema/prepared-names.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { StaleSchemaError } from '../schema/schema-version.queries.ts';
import { type RowDraft, storedCellsOf } from './draft-rows.ts';
import { countInsertedSql, insertedVersionSql, insertionSql } from './insert-independent-rows-sql.ts';
import { assertRowSizes } from './row-size.ts';

type Operations = (typeof rows)['operations'];

/** Inserts into a table before its statement is prepared. */
const MIN_INSERTS = 5;

const nameOf = createPreparedNames(MIN_INSERTS);

/** Shape of the response: one row with an ETag, or a list. */
export interface ResponseShape {
  readonly isOne: boolean;
  body(rows: readonly object[]): object;
}

/** Thrown when a call has no time or no room for the formulas of its rows; it leaves some to a job, which takes more than one statement. */
export class NoTimeForFormulasError extends Error {}

/** Returns true if new rows can be written without reading any other row, provided that no table depends on theirs. */
export function areIndependent(schema: Schema, drafts: readonly RowDraft[]): boolean {
  const { is_independent, contacts, attachments, references, inverse_references } = columnRolesOf(schema);
  if (!is_independent) return false;
  const linking = [...contacts, ...references, ...inverse_references];
  if (drafts.some(({ patch }) => attachments.some(({ cid }) => assetIdsIn(patch[cid]).length > 0))) return false;
  return linking.length === 0 || !drafts.some(({ patch, texts }) => linking.some(({ cid }) => (patch[cid] ?? null) !== null || texts[cid]));
}

/**
 * Writes independent rows in one statement and one round trip. The statement takes the writers' lock, allocates
 * versions, inserts and counts the rows, and adds their events to the outbox. It returns only versions.
 */
export async function insertIndependentRows<O extends Operations['create'] | Operations['create_bulk']>(
  write: Writer,
  call: Call<O>,
  schema: Schema,
  drafts: readonly RowDraft[],
  shape: ResponseShape,
): Promise<Answer<O>> {
  try {
    return await write.writeOne(call, (now) => {
      const at = Date.parse(now);
      const { actor } = call.caller;
      const budget = createCallBudget();
      const written = drafts.map((draft) => ({ at: draft.at, data: storedCellsOf(draft) }));
      assertRowSizes(written);
      const stored = written.map(({ data }): StoredRow => {
        const row = { id: newId('row'), created_at: at, updated_at: at, created_by: actor, data };
        const computed = computeFormulas(schema, row, at, budget);
        if (!computed) throw new NoTimeForFormulasError();
        return { ...row, ...computed, seq: 0, updated_by: actor };
      });
      const related = noRelatedData();
      const responses = stored.map((row) => toRowResponse(schema, row, related, at));
      const name = nameOf(
        `${schema.row_table}-insert-${columnRolesOf(schema).has_computed ? 'computed' : 'plain'}-${shape.isOne ? 'one' : 'several'}`,
      );
      return {
        ...(name !== undefined && { prepare: name }),
        change: insertionSql(schema, stored, now),
        also: [countInsertedSql(schema)],
        answer: JSON.stringify(shape.body(responses)),
        ...(shape.isOne && { version: insertedVersionSql }),
        emit: (event) => {
          // Both operations declare this event, but the type cannot express which one `O` is.
          const created = event as unknown as (type: typeof tableRowCreated, data: z.input<typeof tableRowCreated.data>) => void;
          for (const { id, title, data } of responses)
            created(tableRowCreated, { table_id: schema.table_id, table: schema.plural_label, row_id: id, row: title, data });
        },
      };
    });
  } catch (error) {
    throw error instanceof NoRowsAffected ? new StaleSchemaError() : error;
  }
}
