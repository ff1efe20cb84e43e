import type { CallContext, Handlers } from '@space/bus';
import { type Aggregate, type Filter, type GroupBy, MAX_GROUPS, type tables } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { recordIndexUses } from '../indexes/index-uses.ts';
import type { RowReadPorts } from '../present/related-data.ts';
import { aggregateFunctionsOf, groupSql, isDateKind, notGroupableMessage } from '../query/aggregate-sql.ts';
import { kindNames } from '../query/filter-kind.ts';
import { filterSql } from '../query/filter-sql.ts';
import { survivorByContact, withContactsOfFilters } from '../query/merged-contacts.ts';
import { pendingSelectionKeys } from '../query/pending-selection.ts';
import { createQueryContext, type QueryContext } from '../query/query-context.ts';
import { resolveField } from '../query/resolve-field.ts';
import { buildRowQuery, type RowSelection } from '../query/row-query-sql.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { readViewRows } from '../views/view-rows.ts';
import { viewerOf } from '../views/viewer.ts';
import { type GroupsSize, type ResolvedAggregate, type ResolvedGroup, readGroups } from './aggregate.queries.ts';

/** The groups, aggregates, filters and search of one request. */
export interface AggregateRequest extends Omit<RowSelection, 'sort'> {
  readonly group_by?: readonly z.output<typeof GroupBy>[] | undefined;
  readonly view_id?: string | undefined;
  /** Default: one count. */
  readonly aggregates?: readonly z.output<typeof Aggregate>[] | undefined;
}

/** Aggregates by group, largest group first. `has_more` is true for more than `MAX_GROUPS` groups, and for groups of more than `MAX_PAGE_BYTES`. */
export interface Aggregated {
  readonly groups: { group: Record<string, Cell>; values: Record<string, Cell> }[];
  readonly has_more: boolean;
  /** Keys of the pending columns that the groups depend on; absent if there are none. */
  readonly pending?: string[];
}

/** The size of the groups, and the survivors of the Space if the caller reads them for several aggregates. */
interface AggregateOptions extends Omit<GroupsSize, 'limit'> {
  readonly survivors?: () => Promise<string | undefined>;
}

/** Returns the handler of `tables.aggregate`. */
export function aggregateHandler(ports: Ports, schemas: SchemaCache): Handlers<typeof tables>['aggregate'] {
  const aggregateRows: Handlers<typeof tables>['aggregate'] = (call) => {
    const { table_id, ...request } = call.input;
    return schemas.withSchema(call.caller.space_id, table_id, (schema) => aggregate(ports, call, schema, request, ports.clock.now()));
  };
  return aggregateRows;
}

/**
 * Computes the aggregates of the matching rows in one statement. Rejects invalid requests with every error. Call it
 * inside `schemas.withSchema`.
 */
export async function aggregate(
  { database, bus }: Pick<RowReadPorts, 'database' | 'bus'>,
  call: CallContext,
  schema: Schema,
  request: AggregateRequest,
  now: number,
  { survivors, ...size }: AggregateOptions = {},
): Promise<Aggregated> {
  const plain = await createQueryContext(database, schema, now);
  const view =
    request.view_id === undefined ? undefined : await readViewRows(database, plain, request.view_id, request, viewerOf(call.caller));
  const lookup = { bus, call };
  const filtered = await withContactsOfFilters(plain, lookup, [...(request.filters ?? []), ...(view?.filters ?? [])]);
  const context = isAboutPeople(schema, request)
    ? { ...filtered, survivors: await (survivors?.() ?? survivorByContact(lookup)) }
    : filtered;
  const groups = resolveGroups(context, request.group_by ?? []);
  const aggregates = resolveAggregates(context, request.aggregates ?? [{ function: 'count' }]);
  const pending = pendingKeys(schema, request, view?.filters);
  const also = view ? filterSql(context, view.filters, 'view_id') : undefined;
  const query = buildRowQuery(context, also ? { ...request, also } : request);
  const { groups: found, has_more } = await readGroups(database, query, groups, aggregates, { limit: MAX_GROUPS, ...size });
  if (found.length === 0) await assertSchemaVersion(database, schema);
  recordIndexUses(database, schema.row_table, context.index_uses);
  return {
    groups: found.map((one) => ({
      group: Object.fromEntries(groups.map(({ key }, index) => [key, one.groups[index] as Cell])),
      values: Object.fromEntries(aggregates.map(({ name }, index) => [name, nullIfInfinite(one.results[index])])),
    })),
    has_more,
    ...(pending.length > 0 && { pending }),
  };
}

/** Returns true if a request groups by contacts or counts different ones. */
const isAboutPeople = ({ byKey }: Schema, { group_by = [], aggregates = [] }: AggregateRequest): boolean =>
  [...group_by, ...aggregates.filter((one) => one.function === 'count_unique')].some(
    ({ column_key }) => column_key !== undefined && byKey.get(column_key)?.type === 'contact',
  );

/** Returns the keys of the pending columns that a request groups, aggregates, filters or searches by. The statement proves that the schema is current. */
function pendingKeys(
  schema: Schema,
  { group_by = [], aggregates = [], ...selection }: AggregateRequest,
  viewFilters: readonly Filter[] = [],
) {
  const named = [...group_by, ...aggregates].map(({ column_key }) => column_key);
  return pendingSelectionKeys(schema, selection, { filters: viewFilters, also: named });
}

/** A sum may exceed the largest JSON number. It is returned as null then. */
const nullIfInfinite = (value: unknown): Cell => (typeof value === 'number' && !Number.isFinite(value) ? null : (value as Cell));

function resolveGroups(context: QueryContext, groupBy: NonNullable<AggregateRequest['group_by']>): ResolvedGroup[] {
  const { errors } = context;
  const seen = new Set<string>();
  return groupBy.flatMap(({ column_key: key, bucket }, index) => {
    const path = `group_by.${index}`;
    const resolved = resolveField(context, key, `${path}.column_key`);
    if (!resolved) return [];
    const by = groupSql(context, resolved, bucket);
    if (!by) errors.push({ path: `${path}.column_key`, code: 'not_groupable', message: notGroupableMessage(key, resolved.kind) });
    if (bucket && !isDateKind(resolved.kind))
      errors.push({ path: `${path}.bucket`, code: 'invalid_value', message: `is for dates, and ${key} is ${kindNames[resolved.kind]}` });
    if (seen.has(key)) errors.push({ path: `${path}.column_key`, code: 'duplicate', message: `repeats ${key}; list each column once` });
    seen.add(key);
    return by ? [{ key, by }] : [];
  });
}

function resolveAggregates(context: QueryContext, aggregates: NonNullable<AggregateRequest['aggregates']>): ResolvedAggregate[] {
  const { errors } = context;
  const names = new Set<string>();
  return aggregates.flatMap(({ function: wanted, column_key: key, as }, index): ResolvedAggregate[] => {
    const path = `aggregates.${index}`;
    const name = as ?? (key === undefined ? wanted : `${wanted}_${key}`);
    if (names.has(name))
      errors.push({ path: `${path}.as`, code: 'duplicate', message: `there are two aggregates called ${name}; give one another name` });
    names.add(name);
    if (key === undefined) {
      if (wanted === 'count') return [{ name, function: wanted }];
      errors.push({ path: `${path}.column_key`, code: 'invalid_type', message: `is required for ${wanted}` });
      return [];
    }
    const resolved = resolveField(context, key, `${path}.column_key`);
    if (!resolved) return [];
    if (!aggregateFunctionsOf(resolved.kind).includes(wanted)) {
      const able = aggregateFunctionsOf(resolved.kind).join(', ');
      errors.push({
        path: `${path}.function`,
        code: 'invalid_value',
        message: `cannot be ${wanted} of ${key}, which is ${kindNames[resolved.kind]}; it can be ${able}`,
      });
      return [];
    }
    return [{ name, function: wanted, field: resolved }];
  });
}
