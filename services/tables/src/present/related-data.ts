import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Names } from '../cells/cell-type.ts';
import { isMirror, mirrorsOf } from '../query/query-context.queries.ts';
import { idsIn } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { current, mustBeCurrent, type Schemas } from '../schema/schema-cache.ts';
import { cellName } from '../schema/stored-cell-sql.ts';
import { type Beside, nothingBeside } from './row-response.ts';
import { type Titles, titlesOf } from './titles.queries.ts';

/** What rows are shown with. */
export interface Showing {
  readonly database: CommonQueryMethods;
  readonly bus: Ports['bus'];
  readonly clock: Ports['clock'];
  readonly schemas: Schemas;
}

/** Contacts that one question names at most. */
const MAX_ASKED = 10_000;

/**
 * What rows show beyond what they store: titles of the rows they refer to, one statement for each table; links stored on
 * the other side, one for each column; names of contacts, one question to their service.
 */
export async function besideRows(
  showing: Showing,
  asking: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[] = schema.columns,
): Promise<Beside> {
  const linking = columns.filter(({ type }) => type === 'reference' || type === 'contact');
  if (rows.length === 0 || linking.length === 0) return nothingBeside;
  const mirrored = await mirroredIn(showing.database, schema, rows, linking.filter(isMirror));
  const byTable = new Map<string, Set<string>>();
  const contacts = new Set<string>();
  for (const column of linking) {
    const ids = rows.flatMap((row) => (isMirror(column) ? (mirrored.get(row.id)?.[column.cid] ?? []) : idsIn(row.data[column.cid])));
    if (column.type === 'contact') for (const id of ids) contacts.add(id);
    else {
      const table = column.reference?.table_id ?? '';
      byTable.set(table, (byTable.get(table) ?? new Set()).union(new Set(ids)));
    }
  }
  const [titles, people] = await Promise.all([
    Promise.all([...byTable].map(([table, ids]) => titlesIn(showing, schema.space_id, table, [...ids]))),
    peopleOf(showing.bus, asking, [...contacts]),
  ]);
  return { names: { rows: new Map(titles.flatMap((some) => [...some])), contacts: people }, mirrored };
}

/** The titles of rows by id, in one statement that also proves the schema of their table; of a row that is gone there is none. */
async function titlesIn({ database, schemas }: Showing, space: string, table: string, ids: readonly string[]): Promise<Titles> {
  if (ids.length === 0) return new Map();
  try {
    return await schemas.withSchema(space, table, async (other) => {
      const titles = await titlesOf(database, other, ids, current(other));
      if (titles.size === 0) await mustBeCurrent(database, other);
      return titles;
    });
  } catch (error) {
    // The table may be gone for good while cells still point to its rows.
    if (error instanceof Problem && error.code === 'not_found') return new Map();
    throw error;
  }
}

async function peopleOf(bus: Ports['bus'], asking: CallContext, ids: readonly string[]): Promise<NonNullable<Names['contacts']>> {
  const found = new Map<string, { name: string; email: string }>();
  for (let start = 0; start < ids.length; start += MAX_ASKED) {
    const { contacts } = await request(bus, asking, contactDirectory, 'resolve', { ids: ids.slice(start, start + MAX_ASKED) });
    for (const { id, name, email } of contacts) found.set(id, { name, email });
  }
  return found;
}

const Mirrored = z.object({ id: z.string(), links: z.array(z.string()) });

async function mirroredIn(
  database: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[],
): Promise<Beside['mirrored']> {
  const byRow = new Map<string, Record<string, readonly string[]>>();
  if (columns.length === 0) return byRow;
  const mirrors = await mirrorsOf(database, schema);
  for (const column of columns) {
    const mirror = mirrors.get(column.id);
    if (!mirror) continue;
    const found = await database.any(sql.type(Mirrored)`
      select l.id, array_agg(o.id order by o.id) as links
      from unnest(${sql.array(
        rows.map(({ id }) => id),
        'text',
      )}) as l (id)
      join ${heapTable(mirror.heap)} as o on (o.data->${cellName(mirror)}) @> jsonb_build_array(l.id)
      group by l.id`);
    for (const { id, links } of found) byRow.set(id, { ...byRow.get(id), [column.cid]: links });
  }
  return byRow;
}
