import { Json } from '@space/bus';
import { type Caller, notFound } from '@space/contracts/core';
import type { Table, TableDefinition } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { toColumnResponses } from '../columns/column-response.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { readViews } from '../views/view-response.ts';
import { viewerOf } from '../views/viewer.ts';
import { findTableRow, type TableRow } from './tables.queries.ts';

/** Reads the definition of a table, with the views that the caller sees. Throws 404 if it does not exist in this Space. */
export async function readTableDefinition(
  database: CommonQueryMethods,
  schemas: SchemaCache,
  caller: Caller,
  id: string,
): Promise<Json<TableDefinition>> {
  const space = caller.space_id;
  const row = await findTableRow(database, space, id);
  if (!row) throw notFound('table', id);
  const schema = await schemas.read(database, space, id);
  const definition: TableDefinition = {
    ...toTableResponse(row, schema),
    columns: await toColumnResponses(database, schema),
    views: await readViews(database, schema, viewerOf(caller)),
    row_count: row.row_count,
  };
  return new Json(JSON.stringify(definition), row.version);
}

const toTableResponse = (row: TableRow, { title }: Schema): Table => ({
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
