import { Problem } from '@space/contracts/core';
import { isoTime, sql } from '@space/database';
import { z } from 'zod';
import { computeRows } from '../compute/compute-rows.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import type { WriteContext } from '../rows/write-context.ts';
import type { RowChange } from '../rows/write-rows.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell } from '../schema/schema.ts';
import type { VersionRow } from './row-versions.queries.ts';

const json = (value: unknown) => sql.fragment`${JSON.stringify(value)}::jsonb`;

/**
 * Inserts a deleted row again, under its id, made when and by whom it was, with these cells and the numbers it had. The
 * image that was never valid, as a restore leaves it, says in its history when and by whom it came back.
 */
export async function restoreDeletedRow(
  { tx, schema, caller, now }: WriteContext,
  id: string,
  version: VersionRow,
  { patch }: RowDraft,
): Promise<RowChange> {
  const data: Record<string, Cell> = {};
  for (const [cid, cell] of Object.entries(patch)) if (cell !== null) data[cid] = cell;
  for (const { type, cid } of schema.columns) if (type === 'autonumber' && cid in version.data) data[cid] = version.data[cid]!;
  const row = { id, created_at: version.created_at, updated_at: now, created_by: version.created_by, data };
  const [computed] = await computeRows(tx, schema, [row], now);
  const after = { ...row, ...computed!, updated_by: caller.actor };
  const created = sql.fragment`${isoTime(after.created_at)}::timestamptz`;
  const updated = sql.fragment`${isoTime(now)}::timestamptz`;
  const by = json(caller.actor);
  const seq = await tx.maybeOneFirst(sql.type(z.object({ seq: z.number() }))`
    with returned as (
      insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by, updated_at,
        updated_by, ended_by, ended_at)
      select ${schema.table_id}, ${id}, seq, seq, 'r', '{}', '{}', null, ${created}, ${json(after.created_by)}, ${updated}, ${by}, ${by}, ${updated}
      from nextval('tables.row_seq') as seq
      returning row_id
    ),
    counted as (insert into tables.row_count_delta (table_id, delta) values (${schema.table_id}, 1))
    insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
    select row_id, nextval('tables.row_seq'), ${created}, ${updated}, ${json(after.created_by)}, ${by}, ${json(after.data)}, ${json(after.computed)},
      ${after.errors === null ? null : JSON.stringify(after.errors)}::jsonb
    from returned
    on conflict (id) do nothing returning seq`);
  if (seq === null) throw new Problem('conflict', 'The row came back at the same time; read it again.');
  return { row_id: id, before: null, after: { ...after, seq } };
}
