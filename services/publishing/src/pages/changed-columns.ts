import type { InputOf } from '@space/contracts/core';
import type { pages } from '@space/contracts/publishing';
import type { CommonQueryMethods } from 'slonik';
import type { Outline } from '../references/outline.ts';
import { hasOtherLayout, type PageColumns } from './pages.queries.ts';
import type { StoredPage } from './stored-page.queries.ts';

type Fields = Omit<InputOf<(typeof pages)['operations']['update']>, 'id'>;

/** Fields that make up the content of a page. Visitors see a change of them when the page is published again. */
const contentFields: ReadonlySet<string> = new Set(['title', 'description', 'image_url', 'layout_html']);

/** Returns the names of the given fields whose values differ from those of the page, and the columns that change with them. */
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
      (name === 'layout_html'
        ? await hasOtherLayout(tx, page.space_id, page.id, value as string | null)
        : value !== page[name as keyof StoredPage])
    )
      changed.push(name);
  const columns: Record<string, string | number | boolean | null> = {};
  for (const name of changed) if (name !== 'site_id') columns[name] = fields[name as keyof Fields] as string | boolean | null;
  if (changed.includes('layout_html')) columns.outline = JSON.stringify(outline);
  if (changed.some((name) => contentFields.has(name))) {
    columns.content_revision = page.last_content_revision + 1;
    columns.last_content_revision = page.last_content_revision + 1;
  }
  return { changed, columns };
}
