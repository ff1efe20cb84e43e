import type { InputOf } from '@space/contracts/core';
import type { pages } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Outline } from '../references/outline.ts';
import type { PageColumns } from './pages.queries.ts';
import type { StoredPage } from './stored-page.queries.ts';

type Fields = Omit<InputOf<(typeof pages)['operations']['update']>, 'id'>;

/** What a page says, as opposed to where it stands: a change of it is one that visitors do not see yet. */
const contentFields: ReadonlySet<string> = new Set(['title', 'description', 'image_url', 'layout_html']);

/** Which of the fields given are others than the page has, and the columns that change with them. */
export async function changedColumns(
  tx: CommonQueryMethods,
  page: StoredPage,
  fields: Fields,
  outline: Outline | undefined,
): Promise<{ readonly changed: string[]; readonly columns: PageColumns }> {
  const changed: string[] = [];
  for (const [name, value] of Object.entries(fields))
    if (
      value !== undefined &&
      (name === 'layout_html' ? await isOther(tx, page, value as string | null) : value !== page[name as keyof StoredPage])
    )
      changed.push(name);
  const columns: Record<string, string | number | boolean | null> = {};
  for (const name of changed) if (name !== 'site_id') columns[name] = fields[name as keyof Fields] as string | boolean | null;
  if (changed.includes('layout_html')) columns.outline = JSON.stringify(outline);
  if (changed.some((name) => contentFields.has(name))) {
    columns.content = page.last_content + 1;
    columns.last_content = page.last_content + 1;
  }
  return { changed, columns };
}

/** The document is compared where it is, so that it is not read when nobody needs it. */
const isOther = (tx: CommonQueryMethods, { space_id, id }: StoredPage, html: string | null): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ other: z.boolean() }))`
    select layout_html is distinct from ${html} as other from publishing.page where space_id = ${space_id} and id = ${id}`);
