import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { type ThingKind, thingKinds } from './things.ts';

/** The things of a kind in a folder `folder`, with those in the trash. */
const inFolder = (kind: ThingKind, folder: FragmentSqlToken) => sql.fragment`
  from ${sql.identifier(['library', kind])} as t where t.space_id = ${folder}.space_id and t.folder_id = ${folder}.id`;

/** The condition that things lie in a folder `folder`, also such in the trash. */
export const hasThings = (folder: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(${sql.join(
    thingKinds.map((kind) => sql.fragment`exists (select ${inFolder(kind, folder)})`),
    sql.fragment` or `,
  )})`;

/** The columns with the number of the things of each kind in a folder `folder` that are not in the trash, such as `documents`. */
export const thingCounts = (folder: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${sql.join(
    thingKinds.map(
      (kind) => sql.fragment`(select count(*) ${inFolder(kind, folder)} and t.trashed_at is null) as ${sql.identifier([`${kind}s`])}`,
    ),
    sql.fragment`, `,
  )}`;
