import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Page } from '@space/contracts/publishing';
import type { CommonQueryMethods } from 'slonik';
import { findPage } from './pages.queries.ts';

/** Returns a page as the wire shows it, with its version. Throws not_found. */
export async function readPageResponse(on: CommonQueryMethods, origin: string, space: string, id: string): Promise<Json<Page>> {
  const row = await findPage(on, origin, space, id);
  if (!row) throw notFound('page', id);
  // `url` and `is_home` change with the site, so its version is part of the ETag.
  return new Json<Page>(row.json, row.version, row.site_version ?? undefined);
}
