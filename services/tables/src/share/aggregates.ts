import { Problem } from '@space/contracts/core';
import type { dateBuckets, Filter } from '@space/contracts/tables';
import type { AggregateFunction } from '../query/aggregate-sql.ts';
import { aggregate } from '../rows/aggregate.ts';
import type { Cell } from '../schema/schema.ts';
import type { SharedView } from './shared-view.ts';

/** One figure of the rows of a view. */
export interface AggregateSpec {
  readonly function: AggregateFunction;
  readonly column_key?: string | undefined;
}

/** Figures over the rows of a group, in the order they were wanted. */
export interface AggregateGroup {
  /** The value that the rows of the group have in common; null without groups, and where it is empty. */
  readonly group: Cell;
  readonly values: readonly Cell[];
}

/** What figures are worked out over, beside the filters of the view. */
export interface AggregateScope {
  readonly filters?: readonly Filter[];
  readonly group_by?: string | undefined;
  readonly bucket?: (typeof dateBuckets)[number] | undefined;
}

/** Figures over the rows that a view shows; undefined when a column they need is gone or has another type now. */
export async function readAggregates(
  { schema, shows, showing, now }: SharedView,
  wanted: readonly AggregateSpec[],
  { filters = [], group_by, bucket }: AggregateScope = {},
): Promise<readonly AggregateGroup[] | undefined> {
  try {
    const { groups } = await aggregate(
      showing.database,
      schema,
      {
        filters: [...shows.filters, ...filters],
        aggregates: wanted.map((one, index) => ({ ...one, as: `figure_${index}` })),
        ...(group_by === undefined ? {} : { group_by: [{ column_key: group_by, bucket }] }),
      },
      now,
    );
    return groups.map(({ group, values }) => ({
      group: (group_by === undefined ? null : group[group_by]) ?? null,
      values: wanted.map((_, index) => values[`figure_${index}`] ?? null),
    }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return undefined;
    throw error;
  }
}
