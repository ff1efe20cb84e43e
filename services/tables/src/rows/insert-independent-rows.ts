import type { Answer, Call } from '@space/bus';
import { type rows, tableRowCreated } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { NoRowsAffected, type Writer } from '@space/event-log';
import type { z } from 'zod';
import { computePlain } from '../formulas/evaluate-row.ts';
import { nothingBeside, showRow } from '../present/row-response.ts';
import { planOf } from '../schema/column-roles.ts';
import { writersLock } from '../schema/locks.queries.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { Outdated } from '../schema/schema-cache.ts';
import { cellsOf, type Draft } from './draft-rows.ts';
import { insertName } from './prepared-insert-name.ts';

type Operations = (typeof rows)['operations'];

/** How new rows are answered: as they are or in a list; one has its version as ETag. */
export interface Show {
  readonly isOne: boolean;
  body(rows: readonly object[]): object;
}

/** Whether these new rows can be written without looking at any other row, given that the table is alone. */
export function arePlain(schema: Schema, drafts: readonly Draft[]): boolean {
  const { is_plain, contacts, links, mirrors } = planOf(schema);
  if (!is_plain) return false;
  const linking = [...contacts, ...links, ...mirrors];
  return linking.length === 0 || !drafts.some(({ patch, texts }) => linking.some(({ cid }) => (patch[cid] ?? null) !== null || texts[cid]));
}

/**
 * Writes new rows that are plain in one statement and one round trip: it takes the writers' lock, draws the versions
 * behind it, inserts the rows, counts them and puts their events into the outbox. Nothing but versions has to come back.
 */
export async function insertPlain<O extends Operations['create'] | Operations['create_bulk']>(
  write: Writer,
  call: Call<O>,
  schema: Schema,
  drafts: readonly Draft[],
  show: Show,
): Promise<Answer<O>> {
  try {
    return await write.writeOne(call, (now) => {
      const at = Date.parse(now);
      const { actor } = call.caller;
      const stored = drafts.map((draft): StoredRow => {
        const row = { id: newId('row'), created_at: at, updated_at: at, created_by: actor, data: cellsOf(draft) };
        return { ...row, ...computePlain(schema, row, at), seq: 0, updated_by: actor };
      });
      const shown = stored.map((row) => showRow(schema, row, nothingBeside, at));
      const name = insertName(schema, `${planOf(schema).is_computed ? 'computed' : 'plain'}-${show.isOne ? 'one' : 'several'}`);
      return {
        ...(name !== undefined && { prepare: name }),
        change: insertion(schema, stored, now),
        also: [
          sql.fragment`tally as (
          insert into tables.row_tally (table_id, n) select ${schema.table_id}, count(*) from change having count(*) > 0)`,
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
    throw error instanceof NoRowsAffected ? new Outdated() : error;
  }
}

const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text');

function insertion(schema: Schema, rows: readonly StoredRow[], now: string) {
  const by = JSON.stringify(rows[0]!.created_by);
  const hasComputed = planOf(schema).is_computed;
  // The lock is taken before a version is drawn: versions are drawn of what the join answers, and it answers nothing without the lock.
  return sql.fragment`
    insert into ${heapTable(schema.heap)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
    select r.id, nextval('tables.row_seq'), ${now}::timestamptz, ${now}::timestamptz, ${by}::jsonb, ${by}::jsonb, r.data::jsonb,
      ${hasComputed ? sql.fragment`r.computed::jsonb, r.errors::jsonb` : sql.fragment`'{}'::jsonb, null`}
    from (${writersLock(schema)}) as guard cross join unnest(
      ${texts(rows.map(({ id }) => id))}, ${texts(rows.map(({ data }) => JSON.stringify(data)))}
      ${
        hasComputed
          ? sql.fragment`, ${texts(rows.map(({ computed }) => JSON.stringify(computed)))}, ${texts(rows.map(({ errors }) => errors && JSON.stringify(errors)))}`
          : sql.fragment``
      }) as r (id, data ${hasComputed ? sql.fragment`, computed, errors` : sql.fragment``})
    returning seq`;
}
