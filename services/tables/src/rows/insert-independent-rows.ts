import type { Answer, Call } from '@space/bus';
import { type rows, tableRowCreated } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { NoRowsAffected, type Writer } from '@space/event-log';
import type { z } from 'zod';
import { computeFormulas } from '../formulas/evaluate-row.ts';
import { noRelatedData, toRowResponse } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { writersLockSql } from '../schema/locks.queries.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { StaleSchemaError } from '../schema/schema-cache.ts';
import { type RowDraft, storedCellsOf } from './draft-rows.ts';
import { preparedInsertName } from './prepared-insert-name.ts';

type Operations = (typeof rows)['operations'];

/** How new rows are answered: as they are or in a list; one has its version as ETag. */
export interface ResponseShape {
  readonly isOne: boolean;
  body(rows: readonly object[]): object;
}

/** Whether these new rows can be written without looking at any other row, given that the table is alone. */
export function areIndependent(schema: Schema, drafts: readonly RowDraft[]): boolean {
  const { is_independent, contacts, references, inverse_references } = columnRolesOf(schema);
  if (!is_independent) return false;
  const linking = [...contacts, ...references, ...inverse_references];
  return linking.length === 0 || !drafts.some(({ patch, texts }) => linking.some(({ cid }) => (patch[cid] ?? null) !== null || texts[cid]));
}

/**
 * Writes new rows that are plain in one statement and one round trip: it takes the writers' lock, draws the versions
 * behind it, inserts the rows, counts them and puts their events into the outbox. Nothing but versions has to come back.
 */
export async function insertIndependentRows<O extends Operations['create'] | Operations['create_bulk']>(
  write: Writer,
  call: Call<O>,
  schema: Schema,
  drafts: readonly RowDraft[],
  show: ResponseShape,
): Promise<Answer<O>> {
  try {
    return await write.writeOne(call, (now) => {
      const at = Date.parse(now);
      const { actor } = call.caller;
      const stored = drafts.map((draft): StoredRow => {
        const row = { id: newId('row'), created_at: at, updated_at: at, created_by: actor, data: storedCellsOf(draft) };
        return { ...row, ...computeFormulas(schema, row, at), seq: 0, updated_by: actor };
      });
      const shown = stored.map((row) => toRowResponse(schema, row, noRelatedData, at));
      const name = preparedInsertName(
        schema,
        `${columnRolesOf(schema).has_computed ? 'computed' : 'plain'}-${show.isOne ? 'one' : 'several'}`,
      );
      return {
        ...(name !== undefined && { prepare: name }),
        change: insertionSql(schema, stored, now),
        also: [
          sql.fragment`counted as (
          insert into tables.row_count_delta (table_id, delta) select ${schema.table_id}, count(*) from change having count(*) > 0)`,
        ],
        answer: JSON.stringify(show.body(shown)),
        ...(show.isOne && { version: sql.fragment`change.seq` }),
        emit: (event) => {
          // Both operations declare it; which of the two this is, the type cannot say.
          const created = event as unknown as (type: typeof tableRowCreated, data: z.input<typeof tableRowCreated.data>) => void;
          for (const { id, title, data } of shown)
            created(tableRowCreated, { table_id: schema.table_id, table: schema.plural_label, row_id: id, row: title, data });
        },
      };
    });
  } catch (error) {
    throw error instanceof NoRowsAffected ? new StaleSchemaError() : error;
  }
}

const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text');

function insertionSql(schema: Schema, rows: readonly StoredRow[], now: string) {
  const by = JSON.stringify(rows[0]!.created_by);
  const hasComputed = columnRolesOf(schema).has_computed;
  // The lock is taken before a version is drawn: versions are drawn of what the join answers, and it answers nothing without the lock.
  return sql.fragment`
    insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
    select r.id, nextval('tables.row_seq'), ${now}::timestamptz, ${now}::timestamptz, ${by}::jsonb, ${by}::jsonb, r.data::jsonb,
      ${hasComputed ? sql.fragment`r.computed::jsonb, r.errors::jsonb` : sql.fragment`'{}'::jsonb, null`}
    from (${writersLockSql(schema)}) as guard cross join unnest(
      ${texts(rows.map(({ id }) => id))}, ${texts(rows.map(({ data }) => JSON.stringify(data)))}
      ${
        hasComputed
          ? sql.fragment`, ${texts(rows.map(({ computed }) => JSON.stringify(computed)))}, ${texts(rows.map(({ errors }) => errors && JSON.stringify(errors)))}`
          : sql.fragment``
      }) as r (id, data ${hasComputed ? sql.fragment`, computed, errors` : sql.fragment``})
    returning seq`;
}
