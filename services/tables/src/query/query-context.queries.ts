import { sql } from '@space/database';
import type { Formula } from '@space/formula';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { volatileFormulas } from '../formulas/compiled-formulas.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** Where the links are that a mirror column shows: in the cells `cid` of the heap of the other table. */
export interface Mirror {
  readonly heap: string;
  readonly cid: string;
}

/** What a statement about rows is made from. Its heap has the alias `r` in every statement. */
export interface Reading {
  readonly schema: Schema;
  /** By the id of the mirror column. */
  readonly mirrors: ReadonlyMap<string, Mirror>;
  /** Where the rows are that reference columns point to, by the id of their table; one that is gone is not there. */
  readonly heaps: ReadonlyMap<string, string>;
  /** Columns that are worked out at every read, by id. */
  readonly volatile: ReadonlyMap<string, Formula>;
  /** Milliseconds since the epoch: what TODAY, NOW and `within` go by. */
  readonly now: number;
}

const kept = new WeakMap<Schema, Promise<ReadonlyMap<string, Mirror>>>();

/** What a statement about the rows of a table needs to know; asks the database once for each schema with references. */
export async function readingOf(database: CommonQueryMethods, schema: Schema, now: number): Promise<Reading> {
  const [mirrors, heaps] = [await mirrorsOf(database, schema), await heapsOf(database, schema)];
  return { schema, mirrors, heaps, volatile: volatileFormulas(schema), now };
}

const keptHeaps = new WeakMap<Schema, Promise<ReadonlyMap<string, string>>>();

function heapsOf(database: CommonQueryMethods, schema: Schema): Promise<ReadonlyMap<string, string>> {
  const known = keptHeaps.get(schema);
  if (known) return known;
  const found = findHeaps(database, schema);
  keptHeaps.set(schema, found);
  found.catch(() => keptHeaps.delete(schema));
  return found;
}

async function findHeaps(database: CommonQueryMethods, { space_id, columns }: Schema): Promise<ReadonlyMap<string, string>> {
  const tables = columns.flatMap(({ reference }) => (reference && !reference.mirror ? [reference.table_id] : []));
  if (tables.length === 0) return new Map();
  const found = await database.any(sql.type(z.object({ id: z.string(), heap: z.string() }))`
    select id, heap from tables.user_table where space_id = ${space_id} and id = any(${sql.array(tables, 'text')})`);
  return new Map(found.map(({ id, heap }) => [id, heap]));
}

/** The mirrors of a table; one whose other side is gone is left out, and its cells are empty. */
export function mirrorsOf(database: CommonQueryMethods, schema: Schema): Promise<ReadonlyMap<string, Mirror>> {
  const known = kept.get(schema);
  if (known) return known;
  const found = findMirrors(database, schema);
  kept.set(schema, found);
  found.catch(() => kept.delete(schema));
  return found;
}

const MirrorRow = z.object({ id: z.string(), heap: z.string(), cid: z.string() });

async function findMirrors(database: CommonQueryMethods, { space_id, columns }: Schema): Promise<ReadonlyMap<string, Mirror>> {
  const mirrors = columns.filter(isMirror);
  if (mirrors.length === 0) return new Map();
  const others = await database.any(sql.type(MirrorRow)`
    select c.id, t.heap, c.cid from tables.user_column as c
    join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where c.space_id = ${space_id} and c.deleted_at is null
      and c.id = any(${sql.array(
        mirrors.map(({ reference }) => reference!.symmetric_column_id ?? ''),
        'text',
      )})`);
  const byId = new Map(others.map(({ id, heap, cid }) => [id, { heap, cid }]));
  return new Map(
    mirrors.flatMap(({ id, reference }) => {
      const other = byId.get(reference!.symmetric_column_id ?? '');
      return other ? [[id, other] as const] : [];
    }),
  );
}

/** Whether a column shows links that are stored on the other side. */
export const isMirror = ({ reference }: Column): boolean => reference?.mirror === true;
