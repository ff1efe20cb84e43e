import { Actor, notFound } from '@space/contracts/core';
import { mustMatch, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isOfOpenSpace } from '../closing/open-space-sql.ts';
import type { Outline } from '../references/outline.ts';
import { isDue, type ScheduleColumn } from '../schedule/due-sql.ts';

const StoredPageRow = z.object({
  space_id: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  outline: z.custom<Outline>((value) => typeof value === 'object'),
  content_revision: z.number(),
  last_content_revision: z.number(),
  site_id: z.string().nullable(),
  site_title: z.string().nullable(),
  nav_label: z.string().nullable(),
  show_in_nav: z.boolean(),
  indexed: z.boolean(),
  status: z.enum(['unpublished', 'published']),
  slug: z.string().nullable(),
  published_version: z.number().nullable(),
  publish_at: z.number().nullable(),
  publish_slug: z.string().nullable(),
  publish_by: Actor.nullable(),
  unpublish_at: z.number().nullable(),
  unpublish_by: Actor.nullable(),
  schedule_error: z.string().nullable(),
  version: z.number(),
});

/** A row of a page without its document. Times are milliseconds since the epoch. */
export type StoredPage = z.output<typeof StoredPageRow>;

const columns = sql.fragment`p.space_id, p.id, p.title, p.description, p.image_url, p.outline, p.content_revision, p.last_content_revision,
  p.site_id, (select s.title from publishing.site as s where s.space_id = p.space_id and s.id = p.site_id) as site_title,
  p.nav_label, p.show_in_nav, p.indexed, p.status, p.slug, p.published_version, p.publish_at, p.publish_slug, p.publish_by,
  p.unpublish_at, p.unpublish_by, p.schedule_error, p.version`;

/** Returns a page of a Space, or null. */
export const findStoredPage = (database: CommonQueryMethods, space: string, id: string): Promise<StoredPage | null> =>
  database.maybeOne(sql.type(StoredPageRow)`select ${columns} from publishing.page as p where p.space_id = ${space} and p.id = ${id}`);

/** Locks a page until the transaction ends and returns it. Throws not_found, and precondition_failed for another version. */
export async function lockPage(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  versions: readonly number[] | null = null,
): Promise<StoredPage> {
  const page = await tx.maybeOne(sql.type(StoredPageRow)`
    select ${columns} from publishing.page as p where p.space_id = ${space} and p.id = ${id} for no key update of p`);
  if (!page) throw notFound('page', id);
  mustMatch(versions, page.version);
  return page;
}

/** Returns the first pages that are due at `now`, in the order of their times, except those of some Spaces and of closed ones. */
export const listDuePages = (
  database: CommonQueryMethods,
  column: ScheduleColumn,
  now: string,
  limit: number,
  except: readonly string[],
): Promise<readonly StoredPage[]> =>
  database.any(sql.type(StoredPageRow)`
    select ${columns} from publishing.page as p where ${isDue(column, now)} and ${isOfOpenSpace}
      and p.space_id <> all(${sql.array([...except], 'text')}) order by p.${sql.identifier([column])}, p.id limit ${limit}`);

/** Locks a page that is due and returns it; null when it is not due any more or another process has locked it. */
export const lockDuePage = (
  tx: CommonQueryMethods,
  { space_id, id }: StoredPage,
  column: ScheduleColumn,
  now: string,
): Promise<StoredPage | null> =>
  tx.maybeOne(sql.type(StoredPageRow)`
    select ${columns} from publishing.page as p
    where p.space_id = ${space_id} and p.id = ${id} and ${isDue(column, now)} and ${isOfOpenSpace} for no key update of p skip locked`);

/** Returns the earliest scheduled time of all pages of open Spaces, in milliseconds since the epoch; null when no page is scheduled. */
export const nextPageDue = (database: CommonQueryMethods, column: ScheduleColumn): Promise<number | null> =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select p.${sql.identifier([column])} as at from publishing.page as p where p.${sql.identifier([column])} is not null and ${isOfOpenSpace}
    order by p.${sql.identifier([column])} limit 1`);
