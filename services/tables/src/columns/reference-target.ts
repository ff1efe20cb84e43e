import { Problem, unresolvedReferences } from '@space/contracts/core';
import { MAX_COLUMNS_PER_TABLE, type ReferenceTarget } from '@space/contracts/tables';
import { newId } from '@space/database';
import type { z } from 'zod';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import type { Reference, Schema } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';
import { allocateCids, type NewColumn } from './columns.queries.ts';

/** A table that new references link to, and its new inverse columns. Their `cid` and position are still open. */
interface Target {
  readonly schema: Schema;
  readonly inverseColumns: NewColumn[];
}

/** Resolves the target tables of new reference columns. `newKeys` are the keys of all new columns of the table. */
export function createReferenceTargets({ tx, schemas }: ColumnChangeContext, schema: Schema, newKeys: readonly string[]) {
  const { space_id, table_id } = schema;
  const targets = new Map<string, Target>();

  const targetOf = async (table: string, at: string): Promise<Target> => {
    const known = targets.get(table);
    if (known) return known;
    const target = { schema: await readTarget(table, at), inverseColumns: [] };
    targets.set(table, target);
    return target;
  };

  /** Reads the target table of a reference. A missing table is an unresolved reference. */
  const readTarget = async (table: string, at: string): Promise<Schema> => {
    try {
      return await schemas.read(tx, space_id, table);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      throw unresolvedReferences([{ path: `${at}reference_target.table_id`, noun: 'table', id: table }]);
    }
  };

  return {
    /** Returns the config of a new reference column, with an inverse column in the other table if the request asks for one. */
    async pointTo(column: NewColumn, target: z.output<typeof ReferenceTarget>, at: string): Promise<Reference> {
      const reference = { table_id: target.table_id, cardinality: target.cardinality, symmetric_column_id: null, is_inverse: false };
      const { schema: other, inverseColumns } = await targetOf(target.table_id, at);
      const key = target.symmetric_key;
      if (key === undefined) return reference;
      const isOwn = other.table_id === table_id;
      if (other.byKey.has(key) || inverseColumns.some((one) => one.key === key) || (isOwn && newKeys.includes(key)))
        throw new Problem('duplicate', `The table ${other.plural_label} has a column ${key} already; choose another symmetric_key.`);
      if (other.columns.length + (isOwn ? newKeys.length : 0) + inverseColumns.length >= MAX_COLUMNS_PER_TABLE)
        throw new Problem('limit_reached', `The table ${other.plural_label} has ${MAX_COLUMNS_PER_TABLE} columns already.`);
      const id = newId('col');
      inverseColumns.push({
        ...column,
        id,
        table_id: other.table_id,
        key,
        label: target.symmetric_label ?? schema.plural_label,
        reference: { table_id, cardinality: 'many', symmetric_column_id: column.id, is_inverse: true },
        required: false,
      });
      return { ...reference, symmetric_column_id: id };
    },

    /**
     * Returns the inverse columns to be inserted, each after the columns of its table. Cached schemas of these tables
     * are stale from now on.
     */
    async inverseColumns(): Promise<NewColumn[]> {
      const made: NewColumn[] = [];
      for (const { schema: other, inverseColumns } of targets.values()) {
        if (inverseColumns.length === 0) continue;
        const cids = await allocateCids(tx, space_id, other.table_id, inverseColumns.length);
        const first = nextPosition(other) + (other.table_id === table_id ? newKeys.length : 0);
        made.push(...inverseColumns.map((inverseColumn, index) => ({ ...inverseColumn, cid: cids[index]!, position: first + index })));
        await bumpSchemaVersion(tx, space_id, other.table_id, tx.now);
      }
      return made;
    },
  };
}

/** Returns the position after all columns of a table. */
export const nextPosition = ({ columns }: Pick<Schema, 'columns'>): number => Math.max(-1, ...columns.map(({ position }) => position)) + 1;
