import { Json } from '@space/bus';
import { notFound, type Operation, type Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** The rows of a resource and the JSON of one of them, as `List` of the package database has them. */
export interface Resource {
  readonly from: FragmentSqlToken;
  readonly alias: string;
  readonly columns?: FragmentSqlToken;
  readonly item: FragmentSqlToken;
}

/** A resource to read by its id: its noun, and the operation that lists all of them. */
export interface ResourceName {
  readonly noun: string;
  readonly id: string;
  /** The id in the table, if it is another one. */
  readonly stored_id?: string | FragmentSqlToken;
  readonly list: Operation;
}

const Row = z.object({ json: z.string(), version: z.number() });

/** Returns the JSON of a resource of a Space with its version. Throws `not_found` with a sentence that names the list. */
export async function readResource<T>(
  database: CommonQueryMethods,
  space: string,
  { from, alias, columns, item }: Resource,
  name: ResourceName,
): Promise<Json<T>> {
  const row = await database.maybeOne(sql.type(Row)`
    select (${item})::text as json, ${sql.identifier([alias, 'version'])} as version
    from (
      select ${columns ?? sql.fragment`${sql.identifier([alias])}.*`} from ${from}
      where ${sql.identifier([alias, 'space_id'])} = ${space} and ${sql.identifier([alias, 'id'])} = ${name.stored_id ?? name.id}
    ) as ${sql.identifier([alias])}`);
  if (!row) throw notListed(name);
  return new Json<T>(row.json, row.version);
}

/** Returns the JSON of a resource without versions. Throws `not_found` with a sentence that names the list. */
export async function readUnversioned<T>(
  database: CommonQueryMethods,
  space: string,
  resource: Resource,
  name: ResourceName,
): Promise<Json<T>> {
  const columns = sql.fragment`${resource.columns ?? sql.fragment`${sql.identifier([resource.alias])}.*`}, 1 as version`;
  const { text } = await readResource<T>(database, space, { ...resource, columns }, name);
  return new Json<T>(text);
}

/** Returns the problem of an id that no resource of the Space has. */
export const notListed = ({ noun, id }: Pick<ResourceName, 'noun' | 'id'>): Problem => notFound(noun, id);
