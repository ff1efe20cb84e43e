import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Page } from '@space/contracts/publishing';
import type { CommonQueryMethods } from 'slonik';
import { findPage } from './pages.queries.ts';

/** A page as the wire shows it, with its version. */
export async function readPageResponse(on: CommonQueryMethods, origin: string, space: string, id: string): Promise<Json<Page>> {
  const row = await findPage(on, origin, space, id);
  if (!row) throw notFound('page', id);
  // Where it is found and whether it is the home change with its site.
  return new Json<Page>(row.json, row.version, row.site_version ?? undefined);
}
