import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { JsonRow } from './spaces.queries.ts';

const agentJson = sql.fragment`(select row_to_json(r) from (select
  a.id,
  ${wireTime(sql.fragment`a.created_at`)} as created_at,
  ${wireTime(sql.fragment`a.updated_at`)} as updated_at,
  a.space_id,
  a.name) as r)`;

/** Inserts an agent and returns it as JSON. */
export const insertAgent = (tx: CommonQueryMethods, space: string, id: string, name: string, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.agent as a (id, space_id, name, created_at, updated_at)
    values (${id}, ${space}, ${name}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${agentJson}::text as json`);

/** Returns true if an agent of this Space has this id. */
export const agentExists = (database: CommonQueryMethods, space: string, id: string) =>
  database.exists(sql.unsafe`select from gateway.agent where id = ${id} and space_id = ${space}`);

/** Returns an agent of a Space as JSON text, or null; of any Space when `space` is empty, as it is for the operator. */
export const findAgent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(JsonRow)`
    select ${agentJson}::text as json from gateway.agent as a where a.id = ${id} and ${space} in ('', a.space_id)`);

/** Returns the query of a page of agents. */
export const listAgents = (space: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.agent as a`,
    alias: 'a',
    where: sql.fragment`a.space_id = ${space}`,
    item: agentJson,
    ...orderOf(sort, 'a', { name: { column: sql.fragment`lower(a.name)`, type: 'text' } }),
  });
