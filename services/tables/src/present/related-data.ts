import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { LinkNames } from '../cells/cell-type.ts';
import { findInverseLinks, isInverse } from '../query/linked-row-tables.queries.ts';
import { linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { assertSchemaVersion, currentSchemaSql, type SchemaCache } from '../schema/schema-cache.ts';
import { cellNameSql } from '../schema/stored-cell-sql.ts';
import { noRelatedData, type RelatedData } from './row-response.ts';
import { findTitles, type Titles } from './titles.queries.ts';

/** What rows are shown with. */
export interface RowReadPorts {
  readonly database: CommonQueryMethods;
  readonly bus: Ports['bus'];
  readonly clock: Ports['clock'];
  readonly schemas: SchemaCache;
}

/** Contacts that one context names at most. */
const MAX_CONTACTS_PER_REQUEST = 10_000;

/**
 * What rows show beyond what they store: titles of the rows they refer to, one statement for each table; links stored on
 * the other side, one for each column; names of contacts, one context to their service.
 */
export async function loadRelatedData(
  showing: RowReadPorts,
  asking: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[] = schema.columns,
): Promise<RelatedData> {
  const linking = columns.filter(({ type }) => type === 'reference' || type === 'contact');
  if (rows.length === 0 || linking.length === 0) return noRelatedData;
  const inverse = await findInverseLinksByRow(showing.database, schema, rows, linking.filter(isInverse));
  const byTable = new Map<string, Set<string>>();
  const contacts = new Set<string>();
  for (const column of linking) {
    const ids = rows.flatMap((row) => (isInverse(column) ? (inverse.get(row.id)?.[column.cid] ?? []) : linkedIds(row.data[column.cid])));
    if (column.type === 'contact') for (const id of ids) contacts.add(id);
    else {
      const table = column.reference?.table_id ?? '';
      byTable.set(table, (byTable.get(table) ?? new Set()).union(new Set(ids)));
    }
  }
  const [titles, people] = await Promise.all([
    Promise.all([...byTable].map(([table, ids]) => findTableTitles(showing, schema.space_id, table, [...ids]))),
    findContacts(showing.bus, asking, [...contacts]),
  ]);
  return { names: { rows: new Map(titles.flatMap((some) => [...some])), contacts: people }, inverse };
}

/** The titles of rows by id, in one statement that also proves the schema of their table; of a row that is gone there is none. */
async function findTableTitles({ database, schemas }: RowReadPorts, space: string, table: string, ids: readonly string[]): Promise<Titles> {
  if (ids.length === 0) return new Map();
  try {
    return await schemas.withSchema(space, table, async (other) => {
      const titles = await findTitles(database, other, ids, currentSchemaSql(other));
      if (titles.size === 0) await assertSchemaVersion(database, other);
      return titles;
    });
  } catch (error) {
    // The table may be gone for good while cells still point to its rows.
    if (error instanceof Problem && error.code === 'not_found') return new Map();
    throw error;
  }
}

async function findContacts(bus: Ports['bus'], asking: CallContext, ids: readonly string[]): Promise<NonNullable<LinkNames['contacts']>> {
  const found = new Map<string, { name: string; email: string }>();
  for (let start = 0; start < ids.length; start += MAX_CONTACTS_PER_REQUEST) {
    const { contacts } = await request(bus, asking, contactDirectory, 'resolve', {
      ids: ids.slice(start, start + MAX_CONTACTS_PER_REQUEST),
    });
    for (const { id, name, email } of contacts) found.set(id, { name, email });
  }
  return found;
}

const InverseLinksRow = z.object({ id: z.string(), links: z.array(z.string()) });

async function findInverseLinksByRow(
  database: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[],
): Promise<RelatedData['inverse']> {
  const byRow = new Map<string, Record<string, readonly string[]>>();
  if (columns.length === 0) return byRow;
  const sources = await findInverseLinks(database, schema);
  for (const column of columns) {
    const source = sources.get(column.id);
    if (!source) continue;
    const found = await database.any(sql.type(InverseLinksRow)`
      select l.id, array_agg(o.id order by o.id) as links
      from unnest(${sql.array(
        rows.map(({ id }) => id),
        'text',
      )}) as l (id)
      join ${rowTableSql(source.row_table)} as o on (o.data->${cellNameSql(source)}) @> jsonb_build_array(l.id)
      group by l.id`);
    for (const { id, links } of found) byRow.set(id, { ...byRow.get(id), [column.cid]: links });
  }
  return byRow;
}
