import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { heapTable } from './row-table-sql.ts';
/**
 * Makes the heap of a new table. Each table has one of its own, so that it has statistics, indexes and vacuuming of its
 * own; all have this one shape, so that a change of columns touches no row (docs/adr/0009).
 */
export async function createHeap(tx: CommonQueryMethods, heap: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    create table ${heapTable(heap)} (
      id text collate "C" primary key,
      seq bigint not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      data jsonb not null,
      computed jsonb not null default '{}',
      errors jsonb
    ) with (fillfactor = 90, toast_tuple_target = 8160)`);
  await tx.query(sql.typeAlias('void')`create index on ${heapTable(heap)} (seq)`);
}

/** Drops the heap of a table that is deleted for good, with all its indexes. */
export const dropHeap = (tx: CommonQueryMethods, heap: string) => tx.query(sql.typeAlias('void')`drop table if exists ${heapTable(heap)}`);
