import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A row that holds one resource as JSON text. */
export const JsonRow = z.object({ json: z.string() });

const spaceJson = sql.fragment`(select row_to_json(r) from (select
  s.id,
  ${wireTime(sql.fragment`s.created_at`)} as created_at,
  ${wireTime(sql.fragment`s.updated_at`)} as updated_at,
  s.name) as r)`;

/** Inserts a Space and returns it as JSON. */
export const insertSpace = (tx: CommonQueryMethods, id: string, name: string, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.space as s (id, name, created_at, updated_at) values (${id}, ${name}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${spaceJson}::text as json`);

/** Returns true if a Space has this id. */
export const spaceExists = (database: CommonQueryMethods, id: string) =>
  database.exists(sql.unsafe`select from gateway.space where id = ${id}`);

/** Returns the query of a page of Spaces. */
export const listSpaces = ({ sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.space as s`,
    alias: 's',
    where: sql.fragment`true`,
    item: spaceJson,
    ...orderOf(sort, 's', { name: { column: sql.fragment`lower(s.name)`, type: 'text' } }),
  });
