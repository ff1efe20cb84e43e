import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from '../settings/spaces.queries.ts';

const personJson = sql.fragment`(select row_to_json(r) from (select
  p.id,
  ${wireTime(sql.fragment`p.created_at`)} as created_at,
  ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.name,
  p.email,
  p.timezone,
  p.theme,
  p.shortcuts,
  p.password_hash is not null as has_password) as r)`;

/** Returns a person as JSON. */
export const getPerson = (database: CommonQueryMethods, id: string) =>
  database.one(sql.type(JsonRow)`select ${personJson}::text as json from gateway.person as p where p.id = ${id}`);

/** The part of a person that signing in needs. */
const Credentials = z.object({ id: z.string(), name: z.string(), email: z.string(), password_hash: z.string().nullable() });

/** Returns the person with this email in any case, or null. */
export const findPersonByEmail = (database: CommonQueryMethods, email: string) =>
  database.maybeOne(sql.type(Credentials)`
    select id, name, email, password_hash from gateway.person where lower(email) = lower(${email})`);

/** Returns the person with this id. */
export const getCredentials = (database: CommonQueryMethods, id: string) =>
  database.one(sql.type(Credentials)`select id, name, email, password_hash from gateway.person where id = ${id}`);

/** Returns true if a person still has this password, and keeps it from being replaced until the transaction ends. */
export const lockWithPassword = (tx: CommonQueryMethods, id: string, passwordHash: string) =>
  tx.exists(sql.unsafe`select from gateway.person where id = ${id} and password_hash = ${passwordHash} for share`);

/** Locks a person until the transaction ends. */
export const lockPerson = (tx: CommonQueryMethods, id: string) =>
  tx.query(sql.typeAlias('void')`select from gateway.person where id = ${id} for no key update`);

/** Returns the time zone that a person has chosen, or null. */
export const findPersonTimeZone = (database: CommonQueryMethods, id: string) =>
  database.oneFirst(sql.type(z.object({ timezone: z.string().nullable() }))`select timezone from gateway.person where id = ${id}`);

/** Returns true if the installation has a person. */
export const hasPeople = (database: CommonQueryMethods) => database.exists(sql.unsafe`select from gateway.person`);

/** A person to insert. */
export interface NewPersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** PHC string; null for a person without a password. */
  readonly password_hash: string | null;
}

/** Inserts a person. */
export const insertPerson = (tx: CommonQueryMethods, { id, name, email, password_hash }: NewPersonRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.person (id, name, email, password_hash, created_at, updated_at)
    values (${id}, ${name}, ${email}, ${password_hash}, ${now}::timestamptz, ${now}::timestamptz)`);

/** The changes of a profile; a field that is undefined stays. */
export interface PersonChange {
  readonly name?: string | undefined;
  readonly timezone?: string | null | undefined;
  readonly theme?: string | undefined;
  readonly shortcuts?: boolean | undefined;
}

/** Changes a profile and returns it as JSON. */
export const updatePerson = (tx: CommonQueryMethods, id: string, { name, timezone, theme, shortcuts }: PersonChange, now: string) =>
  tx.one(sql.type(JsonRow)`
    update gateway.person as p set
      name = coalesce(${name ?? null}, name),
      timezone = ${timezone === undefined ? sql.fragment`timezone` : sql.fragment`${timezone}`},
      theme = coalesce(${theme ?? null}, theme),
      shortcuts = coalesce(${shortcuts ?? null}::boolean, shortcuts),
      updated_at = ${now}::timestamptz
    where p.id = ${id}
    returning ${personJson}::text as json`);

/** Stores a new password and returns the person as JSON. */
export const setPassword = (tx: CommonQueryMethods, id: string, passwordHash: string, now: string) =>
  tx.one(sql.type(JsonRow)`
    update gateway.person as p set password_hash = ${passwordHash}, updated_at = ${now}::timestamptz
    where p.id = ${id}
    returning ${personJson}::text as json`);
