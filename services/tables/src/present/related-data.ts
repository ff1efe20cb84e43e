import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { MAX_CALL_COMPUTED_BYTES } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { LinkNames } from '../cells/cell-type.ts';
import { isInverse } from '../query/linked-row-tables.queries.ts';
import { linkedIds } from '../schema/lookups.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { currentSchemaSql } from '../schema/schema-version-sql.ts';
import { assetIdsOfRows, findAssets } from './find-assets.ts';
import { findInverseLinksByRow } from './inverse-links.queries.ts';
import { isLinking, noRelatedData, type RelatedData } from './row-response.ts';
import { findTitles, type Titles } from './titles.queries.ts';

/** The ports for reading rows. */
export interface RowReadPorts {
  readonly database: CommonQueryMethods;
  readonly bus: Ports['bus'];
  readonly clock: Ports['clock'];
  readonly schemas: SchemaCache;
}

/** Ids of contacts in one request to the contacts service. */
const MAX_IDS_PER_REQUEST = 10_000;

/** Limits of related data, if they are smaller than those of a response. */
interface RelatedSize {
  readonly inverse_links?: number;
  readonly title_characters?: number;
}

/**
 * Reads the related data of rows: titles of linked rows in one statement per table, inverse links in one per column,
 * names of contacts in one request.
 */
export async function loadRelatedData(
  ports: RowReadPorts,
  call: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[] = schema.columns,
  { inverse_links, title_characters }: RelatedSize = {},
): Promise<RelatedData> {
  const linking = columns.filter(isLinking);
  const assets = await findAssets(ports.bus, call, assetIdsOfRows(columns, rows));
  if (rows.length === 0 || linking.length === 0) return { ...noRelatedData(), names: { assets } };
  const inverse = await findInverseLinksByRow(ports.database, schema, rows, linking.filter(isInverse), inverse_links);
  const byTable = new Map(linking.map(({ reference }) => [reference?.table_id ?? '', new Set<string>()]));
  const contacts = new Set<string>();
  // In the order of the answer: the titles that are read are those for which it has room.
  for (const row of rows)
    for (const column of linking) {
      const ids = column.type === 'contact' ? contacts : byTable.get(column.reference?.table_id ?? '')!;
      for (const id of isInverse(column) ? (inverse.get(row.id)?.[column.cid] ?? []) : linkedIds(row.data[column.cid])) ids.add(id);
    }
  const [titles, people] = await Promise.all([
    Promise.all([...byTable].map(([table, ids]) => findTableTitles(ports, schema.space_id, table, [...ids], title_characters))),
    findContacts(ports.bus, call, [...contacts]),
  ]);
  return { ...noRelatedData(), names: { rows: new Map(titles.flatMap((some) => [...some])), contacts: people, assets }, inverse };
}

/** Returns titles of rows by id, in one statement that also checks the schema version of their table; deleted rows have none. */
async function findTableTitles(
  { database, schemas }: RowReadPorts,
  space: string,
  table: string,
  ids: readonly string[],
  characters?: number,
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  try {
    return await schemas.withSchema(space, table, async (other) => {
      const titles = await findTitles(database, other, ids, currentSchemaSql(other), { characters, bytes: MAX_CALL_COMPUTED_BYTES });
      if (titles.size === 0) await assertSchemaVersion(database, other);
      return titles;
    });
  } catch (error) {
    // The table may be deleted while cells still point to its rows.
    if (error instanceof Problem && error.code === 'not_found') return new Map();
    throw error;
  }
}

async function findContacts(bus: Ports['bus'], call: CallContext, ids: readonly string[]): Promise<NonNullable<LinkNames['contacts']>> {
  const found = new Map<string, { id: string; name: string; email: string }>();
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_REQUEST) {
    const { contacts, merged } = await request(bus, call, contactDirectory, 'resolve', {
      ids: ids.slice(start, start + MAX_IDS_PER_REQUEST),
    });
    for (const { id, name, email } of contacts) found.set(id, { id, name, email });
    // A cell may hold the id of a contact that was merged into another one.
    for (const { id, contact_id } of merged) {
      const survivor = found.get(contact_id);
      if (survivor) found.set(id, survivor);
    }
  }
  return found;
}
