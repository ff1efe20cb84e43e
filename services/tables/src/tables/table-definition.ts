import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Table, TableDefinition } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { wireColumns } from '../columns/column-response.ts';
import type { Schema } from '../schema/schema.ts';
import type { Schemas } from '../schema/schema-cache.ts';
import { viewsOf } from '../views/view-response.ts';
import { findTableRow, type TableRow } from './tables.queries.ts';

/** A table whole, as one transaction or the moment sees it; 404 when it is not in this Space. */
export async function definitionOf(
  database: CommonQueryMethods,
  schemas: Schemas,
  space: string,
  id: string,
): Promise<Json<TableDefinition>> {
  const row = await findTableRow(database, space, id);
  if (!row) throw notFound('table', id);
  const schema = await schemas.read(database, space, id);
  const definition: TableDefinition = {
    ...wireTable(row, schema),
    columns: await wireColumns(database, schema),
    views: await viewsOf(database, schema),
    row_count: row.row_count,
  };
  return new Json(JSON.stringify(definition), row.version);
}

const wireTable = (row: TableRow, { title }: Schema): Table => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  name: row.plural_label,
  plural_label: row.plural_label,
  singular_label: row.singular_label,
  slug: row.slug,
  icon: row.icon,
  color: row.color,
  description: row.description,
  title_field_key: title?.key ?? null,
  archived: row.archived_at !== null,
  archived_at: row.archived_at === null ? null : isoTime(row.archived_at),
});
