import { createHash } from 'node:crypto';
import { invalidFields } from '@space/contracts/core';
import { afterPositionSql, orderColumnSql, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import type { SortKey } from './sort-sql.ts';

/**
 * Keyset pagination.
 *
 * A cursor holds the sort values of the last row, its id, and a hash of the order, so that a cursor of another order is
 * rejected. The condition for later rows has the form `x <= v and (x < v or …)`, whose first part can use an index.
 * Rows with an empty first cell are adjacent at one end and form a segment of their own; a page that reaches the end of
 * one segment continues with the next.
 */
export interface Segment {
  /** Null for a segment of all rows. */
  readonly where: FragmentSqlToken | null;
}

/** Returns a short hash of an order, which is part of every cursor. */
const orderHash = (keys: readonly SortKey[]): string =>
  keys.length === 0
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(keys.map(({ key, direction }) => [key, direction])))
        .digest('base64url')
        .slice(0, 8);

/** Returns the direction of the row id, the last sort key: that of the last column. */
const idDirection = (keys: readonly SortKey[]): 'asc' | 'desc' => keys.at(-1)?.direction ?? 'asc';

/** Returns the `order by` list, with the row id last. */
export const orderBySql = (keys: readonly SortKey[]): FragmentSqlToken => orderSql(keys, idDirection(keys));

/** Returns the `order by` list from the last row to the first. */
export const reverseOrderBySql = (keys: readonly SortKey[]): FragmentSqlToken =>
  orderSql(
    keys.map((key) => ({ ...key, direction: opposite[key.direction] })),
    opposite[idDirection(keys)],
  );

const opposite = { asc: 'desc', desc: 'asc' } as const;

const orderSql = (keys: readonly SortKey[], id: SortKey['direction']): FragmentSqlToken =>
  sql.fragment`${sql.join([...keys.map(orderColumnSql), id === 'asc' ? sql.fragment`r.id` : sql.fragment`r.id desc`], sql.fragment`, `)}`;

/** Returns the cursor of the row `r`, as the text of a JSON array. */
export const cursorSql = (keys: readonly SortKey[]): FragmentSqlToken =>
  keys.length === 0
    ? sql.fragment`'["","' || r.id || '"]'`
    : sql.fragment`json_build_array(${orderHash(keys)}::text, ${sql.join(
        // Separate `to_jsonb` calls, since texts of different collations cannot be in one array constructor.
        keys.map(({ cursorValue }) => sql.fragment`to_jsonb(${cursorValue})`),
        sql.fragment`, `,
      )}, r.id)::text`;

/** The segments of a query from the start. */
export const fullRange: readonly Segment[] = [{ where: null }];

/** Returns the segments of rows after a cursor, in order. */
export function segmentsAfter(keys: readonly SortKey[], cursor: string): readonly Segment[] {
  const parts = parse(cursor);
  const id = parts?.at(-1);
  if (!parts || parts.length !== keys.length + 2 || parts[0] !== orderHash(keys) || typeof id !== 'string') throw invalidCursor();
  const positions = keys.map((sorted, index): CursorPosition => {
    const stored = parts[index + 1]!;
    const value = stored === null && sorted.canBeEmpty ? null : sorted.bind(stored);
    if (value === undefined) throw invalidCursor();
    return { ...sorted, value };
  });
  const afterIdSql = idDirection(keys) === 'asc' ? sql.fragment`r.id > ${id}::text` : sql.fragment`r.id < ${id}::text`;
  const [first, ...rest] = positions;
  if (!first) return [{ where: afterIdSql }];
  const afterRestSql = rest.reduceRight<FragmentSqlToken>((inner, position) => afterPositionSql(position, inner), afterIdSql);
  const { by, value, direction, canBeEmpty } = first;
  if (value === null) {
    const empty = { where: sql.fragment`(${by} is null and ${afterRestSql})` };
    return direction === 'asc' ? [empty, { where: sql.fragment`${by} is not null` }] : [empty];
  }
  const filled = {
    where:
      direction === 'asc'
        ? sql.fragment`(${by} >= ${value} and (${by} > ${value} or ${afterRestSql}))`
        : sql.fragment`(${by} <= ${value} and (${by} < ${value} or ${afterRestSql}))`,
  };
  return direction === 'desc' && canBeEmpty ? [filled, { where: sql.fragment`${by} is null` }] : [filled];
}

interface CursorPosition extends SortKey {
  readonly value: FragmentSqlToken | null;
}

function parse(cursor: string): Cell[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.every(isStorable) ? (parts as Cell[]) : undefined;
  } catch {
    return undefined;
  }
}

const isStorable = (part: unknown): boolean =>
  typeof part === 'string' ? part.isWellFormed() && !part.includes('\u0000') : part === null || typeof part !== 'object';

const invalidCursor = () =>
  invalidFields([
    {
      path: 'cursor',
      code: 'invalid_cursor',
      message: 'is not a cursor of this list in this order; leave it out to start from the beginning',
    },
  ]);
