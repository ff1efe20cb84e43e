import type { Handlers } from '@space/bus';
import { type Aggregate, type GroupBy, MAX_GROUPS, type tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { recordIndexUses } from '../indexes/index-uses.ts';
import {
  aggregateFunctionsOf,
  aggregateInputSql,
  aggregateSql,
  groupSql,
  isDateKind,
  notGroupableMessage,
} from '../query/aggregate-sql.ts';
import { kindNames } from '../query/filter-kind.ts';
import { filterSql } from '../query/filter-sql.ts';
import { createQueryContext, type QueryContext } from '../query/query-context.ts';
import { resolveField } from '../query/resolve-field.ts';
import { buildRowQuery, type RowSelection } from '../query/row-query-sql.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import { assertSchemaVersion, currentSchemaSql, type SchemaCache } from '../schema/schema-cache.ts';
import { readViewRows } from '../views/view-rows.ts';

/** What figures are asked for. */
export interface AggregateRequest extends Omit<RowSelection, 'sort'> {
  readonly group_by?: readonly z.output<typeof GroupBy>[] | undefined;
  readonly view_id?: string | undefined;
  /** A count unless told. */
  readonly aggregates?: readonly z.output<typeof Aggregate>[] | undefined;
}

/** Figures by group, the largest group first. */
export interface Aggregated {
  readonly groups: { group: Record<string, Cell>; values: Record<string, Cell> }[];
  readonly has_more: boolean;
}

/** Answers tables.aggregate. */
export function aggregateHandler({ database, clock }: Ports, schemas: SchemaCache): Handlers<typeof tables>['aggregate'] {
  return ({ input: { table_id, ...request }, caller }) =>
    schemas.withSchema(caller.space_id, table_id, (schema) => aggregate(database, schema, request, clock.now()));
}

/**
 * Works out figures over the rows that match, in one statement; everything that is wrong with the request is refused at
 * once. Call it inside `schemas.withSchema`.
 */
export async function aggregate(database: CommonQueryMethods, schema: Schema, request: AggregateRequest, now: number): Promise<Aggregated> {
  const context = await createQueryContext(database, schema, now);
  const groups = resolveGroups(context, request.group_by ?? []);
  const figures = resolveAggregates(context, request.aggregates ?? [{ function: 'count' }]);
  const view = request.view_id === undefined ? undefined : await readViewRows(database, context, request.view_id);
  const also = view ? filterSql(context, view.filters, 'view_id') : undefined;
  const { where, source } = buildRowQuery(context, also ? { ...request, also } : request, undefined);
  const cells = [
    ...groups.map(({ by }, index) => sql.fragment`${by} as ${g(index)}`),
    ...figures.map(({ of }, index) => sql.fragment`${of} as ${v(index)}`),
  ];
  const names = groups.map((_, index) => g(index));
  // Without groups there is always an answer, which must prove the schema too.
  const grouping = names.length > 0 ? sql.fragment`group by ${commas(names)}` : sql.fragment`having ${currentSchemaSql(schema)}`;
  const found = await database.any(sql.type(Group)`
    select jsonb_build_array(${commas(names)}) as groups,
           jsonb_build_array(${commas(figures.map(({ figure }) => figure))}) as figures
    from (select ${commas(cells)} from ${source} as r where ${where}) as s
    ${grouping}
    order by ${commas([sql.fragment`count(*) desc`, ...names])} limit ${sql.literalValue(String(MAX_GROUPS + 1))}`);
  if (found.length === 0) await assertSchemaVersion(database, schema);
  recordIndexUses(database, schema.row_table, context.index_uses);
  return {
    groups: found.slice(0, MAX_GROUPS).map((one) => ({
      group: Object.fromEntries(groups.map(({ key }, index) => [key, one.groups[index] as Cell])),
      values: Object.fromEntries(figures.map(({ name }, index) => [name, nullIfInfinite(one.figures[index])])),
    })),
    has_more: found.length > MAX_GROUPS,
  };
}

const Group = z.object({ groups: z.array(z.unknown()), figures: z.array(z.unknown()) });

/** Names of the columns of the inner statement: what is grouped by, and what figures are worked out from. */
const g = (index: number): FragmentSqlToken => sql.fragment`${sql.identifier([`g${index}`])}`;
const v = (index: number): FragmentSqlToken => sql.fragment`${sql.identifier([`v${index}`])}`;

const commas = (fragments: readonly FragmentSqlToken[]) =>
  fragments.length === 0 ? sql.fragment`` : sql.join(fragments, sql.fragment`, `);

/** A sum can be larger than any number that JSON can say here. */
const nullIfInfinite = (value: unknown): Cell => (typeof value === 'number' && !Number.isFinite(value) ? null : (value as Cell));

function resolveGroups(context: QueryContext, groupBy: NonNullable<AggregateRequest['group_by']>) {
  const { errors } = context;
  const seen = new Set<string>();
  return groupBy.flatMap(({ column_key: key, bucket }, index) => {
    const path = `group_by.${index}`;
    const asked = resolveField(context, key, `${path}.column_key`);
    if (!asked) return [];
    const by = groupSql(context, asked, bucket);
    if (!by) errors.push({ path: `${path}.column_key`, code: 'not_groupable', message: notGroupableMessage(key, asked.kind) });
    if (bucket && !isDateKind(asked.kind))
      errors.push({ path: `${path}.bucket`, code: 'invalid_value', message: `is for dates, and ${key} is ${kindNames[asked.kind]}` });
    if (seen.has(key)) errors.push({ path: `${path}.column_key`, code: 'duplicate', message: `names ${key} a second time` });
    seen.add(key);
    return by ? [{ key, by }] : [];
  });
}

function resolveAggregates(context: QueryContext, aggregates: NonNullable<AggregateRequest['aggregates']>) {
  const { errors } = context;
  const names = new Set<string>();
  return aggregates.flatMap(({ function: wanted, column_key: key, as }, index) => {
    const path = `aggregates.${index}`;
    const name = as ?? (key === undefined ? wanted : `${wanted}_${key}`);
    if (names.has(name))
      errors.push({ path: `${path}.as`, code: 'duplicate', message: `there are two figures called ${name}; give one another name` });
    names.add(name);
    if (key === undefined) {
      if (wanted === 'count') return [{ name, of: sql.fragment`1`, figure: aggregateSql('count', undefined, v(index)) }];
      errors.push({ path: `${path}.column_key`, code: 'invalid_type', message: `is needed for ${wanted}` });
      return [];
    }
    const asked = resolveField(context, key, `${path}.column_key`);
    if (!asked) return [];
    if (!aggregateFunctionsOf(asked.kind).includes(wanted)) {
      const able = aggregateFunctionsOf(asked.kind).join(', ');
      errors.push({
        path: `${path}.function`,
        code: 'invalid_value',
        message: `cannot be ${wanted} of ${key}, which is ${kindNames[asked.kind]}; it can be ${able}`,
      });
      return [];
    }
    return [{ name, of: aggregateInputSql(context, asked), figure: aggregateSql(wanted, asked.kind, v(index)) }];
  });
}
