import { Problem } from '@space/contracts/core';
import { type dateBuckets, type Filter, MAX_SHARED_TITLE_CHARACTERS } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { AggregateFunction } from '../query/aggregate-sql.ts';
import { aggregate } from '../rows/aggregate.ts';
import type { Cell } from '../schema/schema.ts';
import type { SharedView } from './shared-view.ts';

/** An aggregate over the rows of a view. */
export interface AggregateSpec {
  readonly function: AggregateFunction;
  readonly column_key?: string | undefined;
}

/** Aggregates over the rows of a group, in the requested order. */
export interface AggregateGroup {
  /** Group key. Null without groups and for empty cells. */
  readonly group: Cell;
  readonly values: readonly Cell[];
}

/** Grouping and conditions of aggregates, in addition to the filters of the view. */
export interface AggregateScope {
  readonly filters?: readonly Filter[];
  readonly group_by?: string | undefined;
  readonly bucket?: (typeof dateBuckets)[number] | undefined;
  /** A further condition on the row `r`. */
  readonly also?: FragmentSqlToken | undefined;
  /** Bytes of the groups together. */
  readonly bytes?: number;
}

/** Groups of an aggregate, largest first, with cut keys. */
export interface AggregateGroups {
  readonly groups: readonly AggregateGroup[];
  readonly has_more: boolean;
  /** True if they depend on a pending column. */
  readonly is_pending: boolean;
}

/** Computes aggregates over the rows of a view. Undefined if a column is deleted or has an unfitting type. */
export async function readAggregates(
  { schema, shows, ports, now, call, survivors }: SharedView,
  wanted: readonly AggregateSpec[],
  { filters = [], group_by, bucket, also, bytes }: AggregateScope = {},
): Promise<AggregateGroups | undefined> {
  try {
    const { groups, has_more, pending } = await aggregate(
      ports,
      call,
      schema,
      {
        filters: [...shows.filters, ...filters],
        also,
        aggregates: wanted.map((one, index) => ({ ...one, as: `aggregate_${index}` })),
        ...(group_by === undefined ? {} : { group_by: [{ column_key: group_by, bucket }] }),
      },
      now,
      { bytes, key_characters: MAX_SHARED_TITLE_CHARACTERS, survivors },
    );
    const found = groups.map(({ group, values }) => ({
      group: (group_by === undefined ? null : group[group_by]) ?? null,
      values: wanted.map((_, index) => values[`aggregate_${index}`] ?? null),
    }));
    return { groups: found, has_more, is_pending: pending !== undefined };
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return undefined;
    throw error;
  }
}
