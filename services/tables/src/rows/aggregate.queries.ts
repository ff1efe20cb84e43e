import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { type AggregateFunction, aggregateInputSql, aggregateSql, withSurvivorsSql } from '../query/aggregate-sql.ts';
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

const Group = z.object({ groups: z.array(z.unknown()), results: z.array(z.unknown()), slot: z.number() });

/** The most that an answer has of the groups. */
export interface GroupsSize {
  readonly limit: number;
  /** Bytes of the groups together; default `MAX_PAGE_BYTES`. */
  readonly bytes?: number | undefined;
  /** Characters of a key that is a text; the rest is an ellipsis. Default all. */
  readonly key_characters?: number | undefined;
}

/** Reads the largest groups of a query with their aggregates, in one statement. */
export async function readGroups(
  database: CommonQueryMethods,
  { context, source, where }: RowQuery,
  groups: readonly ResolvedGroup[],
  aggregates: readonly ResolvedAggregate[],
  { limit, bytes, key_characters }: GroupsSize,
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
  const keys = names.map((name) => (key_characters === undefined ? name : cutKeySql(name, key_characters)));
  const rows = sql.fragment`
    select jsonb_build_array(${commas(keys)})::text as groups, jsonb_build_array(${commas(results)})::text as results
    from (select ${commas(columns)} from ${source} as r where ${where}) as s
    ${grouping}
    order by ${commas([sql.fragment`count(*) desc`, ...names])} limit ${sql.literalValue(String(limit + 1))}`;
  const entries = {
    rows,
    columns: sql.fragment`groups, results`,
    bytes: sql.fragment`octet_length(groups) + octet_length(results)`,
    limit,
    page_bytes: bytes,
  };
  const found = await database.any(sql.type(Group)`
    ${withSurvivorsSql(context)}
    select case when slot = 1 then groups else '[]' end::json as groups, case when slot = 1 then results else '[]' end::json as results, slot
    from (${limitPageBytes(entries)}) as entry`);
  const page = entriesOfPage(found, limit);
  return { groups: page.entries, has_more: page.has_more };
}

/** Returns a key with the first characters of a text. */
const cutKeySql = (key: FragmentSqlToken, characters: number): FragmentSqlToken => {
  const most = sql.fragment`${sql.literalValue(String(characters))}::integer`;
  return sql.fragment`(case when jsonb_typeof(to_jsonb(${key})) = 'string' and length(to_jsonb(${key}) #>> '{}') > ${most}
    then to_jsonb(left(to_jsonb(${key}) #>> '{}', ${most}) || '…') else to_jsonb(${key}) end)`;
};

const commas = (fragments: readonly FragmentSqlToken[]) =>
  fragments.length === 0 ? sql.fragment`` : sql.join(fragments, sql.fragment`, `);
