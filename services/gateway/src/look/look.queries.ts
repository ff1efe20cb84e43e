import { type PublicLook, typefaces } from '@space/contracts/platform';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const LookRow = z.object({
  space_name: z.string(),
  name: z.string().nullable(),
  logo: z.string().nullable(),
  accent: z.string().nullable(),
  typeface: z.enum(typefaces).nullable(),
  locale: z.string().nullable(),
  week_start: z.enum(['monday', 'saturday', 'sunday']).nullable(),
  clock: z.enum(['12h', '24h']).nullable(),
  updated_at: z.string().nullable(),
  version: z.number(),
  /** The time at which the Space is deleted, which is closed until then; null when it is not. */
  delete_at: z.number().nullable(),
});

/** The stored look of a Space, with the name of the Space. All fields of the look are null before the first change, and its version is 0. */
export type LookRow = z.infer<typeof LookRow>;

/** Returns the look of a Space; null when there is no such Space. */
export const findLook = (database: CommonQueryMethods, space: string) =>
  database.maybeOne(sql.prepared('find-space-look', LookRow)`
    select s.name as space_name, l.name, l.logo, l.accent, l.typeface, l.locale, l.week_start, l.clock,
      ${wireTime(sql.fragment`l.updated_at`)} as updated_at, coalesce(l.version, 0) as version, s.delete_at
    from gateway.space as s left join gateway.space_look as l on l.space_id = s.id where s.id = ${space}`);

/** Locks a Space until the transaction ends, so that concurrent changes of its look follow each other. */
export const lockSpace = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from gateway.space where id = ${space} for no key update`);

/** Stores the look of a Space as its next version. */
export const saveLook = (tx: CommonQueryMethods, space: string, look: PublicLook, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.space_look (space_id, name, logo, accent, typeface, locale, week_start, clock, updated_at)
    values (${space}, ${look.name}, ${look.logo}, ${look.accent}, ${look.typeface}, ${look.locale}, ${look.week_start}, ${look.clock},
      ${now}::timestamptz)
    on conflict (space_id) do update set name = excluded.name, logo = excluded.logo, accent = excluded.accent,
      typeface = excluded.typeface, locale = excluded.locale, week_start = excluded.week_start, clock = excluded.clock,
      updated_at = excluded.updated_at, version = space_look.version + 1`);
