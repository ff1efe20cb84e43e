import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { type AggregateFunction, aggregateInputSql, aggregateSql } from '../query/aggregate-sql.ts';
import type { Field } from '../query/field.ts';
import type { RowQuery } from '../query/row-query-sql.ts';
import { currentSchemaSql } from '../schema/schema-version-sql.ts';

/** A group key and its expression over the row `r`. */
export interface ResolvedGroup {
  readonly key: string;
  readonly by: FragmentSqlToken;
}

/** An aggregate under its name in the response. Without a field it counts rows. */
export interface ResolvedAggregate {
  readonly name: string;
  readonly function: AggregateFunction;
  readonly field?: Field;
}

const Group = z.object({ groups: z.array(z.unknown()), results: z.array(z.unknown()) });

/** Reads the largest groups of a query with their aggregates, in one statement. */
export function readGroups(
  database: CommonQueryMethods,
  { context, source, where }: RowQuery,
  groups: readonly ResolvedGroup[],
  aggregates: readonly ResolvedAggregate[],
  limit: number,
) {
  const names = groups.map((_, index) => sql.fragment`${sql.identifier([`g${index}`])}`);
  const inputs = aggregates.map((_, index) => sql.fragment`${sql.identifier([`v${index}`])}`);
  const results = aggregates.map(({ function: name, field }, index) => aggregateSql(name, field?.kind, inputs[index]!));
  const columns = [
    ...groups.map(({ by }, index) => sql.fragment`${by} as ${names[index]!}`),
    ...aggregates.map(
      ({ field }, index) => sql.fragment`${field ? aggregateInputSql(context, field) : sql.fragment`1`} as ${inputs[index]!}`,
    ),
  ];
  // Without groups Postgres always returns one row. That row must prove the schema version too.
  const grouping = names.length > 0 ? sql.fragment`group by ${commas(names)}` : sql.fragment`having ${currentSchemaSql(context.schema)}`;
  return database.any(sql.type(Group)`
    select jsonb_build_array(${commas(names)}) as groups, jsonb_build_array(${commas(results)}) as results
    from (select ${commas(columns)} from ${source} as r where ${where}) as s
    ${grouping}
    order by ${commas([sql.fragment`count(*) desc`, ...names])} limit ${sql.literalValue(String(limit))}`);
}

const commas = (fragments: readonly FragmentSqlToken[]) =>
  fragments.length === 0 ? sql.fragment`` : sql.join(fragments, sql.fragment`, `);
