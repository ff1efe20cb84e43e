import type { Column as WireColumn } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { toConfigResponse } from '../compute/check-computed.ts';
import { findProgress } from '../compute/recompute-jobs.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { findColumnKeys } from './columns.queries.ts';

/** Converts the columns of a table, or the given ones, to their response format. */
export async function toColumnResponses(
  database: CommonQueryMethods,
  schema: Schema,
  columns: readonly Column[] = schema.columns,
): Promise<WireColumn[]> {
  const isPending = columns.some((column) => column.status === 'pending');
  const progress = isPending ? await findProgress(database, schema.space_id, schema.table_id) : undefined;
  const keys = await findColumnKeys(database, schema.space_id, [...new Set(columns.flatMap(({ config }) => columnIdsIn(config)))]);
  return columns.map((column) => ({
    id: column.id,
    created_at: isoTime(column.created_at),
    updated_at: isoTime(column.updated_at),
    table_id: column.table_id,
    key: column.key,
    label: column.label,
    type: column.type,
    options: [...column.options],
    reference_target: column.reference && {
      table_id: column.reference.table_id,
      cardinality: column.reference.cardinality,
      symmetric_column_id: column.reference.symmetric_column_id,
    },
    field_config: toConfigResponse(column.config, (id) => keys.get(id)) as WireColumn['field_config'],
    required: column.required,
    default_value: column.default_value,
    icon: column.icon,
    position: column.position,
    value_type: column.value_type,
    status: column.status,
    error: column.error,
    progress: progress?.get(column.id) ?? null,
  }));
}

/** Returns every column id in a config, including those in formulas. */
export const columnIdsIn = (config: unknown): string[] => JSON.stringify(config).match(/col_[0-9a-z]{26}/g) ?? [];
