import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Page, WrittenPage } from '@space/contracts/publishing';
import type { CommonQueryMethods } from 'slonik';
import { findPage, type PageRead } from './pages.queries.ts';

async function readJson<T>(on: CommonQueryMethods, origin: string, space: string, id: string, read: PageRead): Promise<Json<T>> {
  const row = await findPage(on, origin, space, id, read);
  if (!row) throw notFound('page', id);
  // `url` and `is_home` change with the site, so its version is part of the ETag; a page without a site changes with its own only.
  return new Json<T>(row.json, row.version, row.site_version ?? 0);
}

/** Returns a page as a read shows it: with its document and its version. Throws not_found. */
export const readPageResponse = (on: CommonQueryMethods, origin: string, space: string, id: string): Promise<Json<Page>> =>
  readJson(on, origin, space, id, { withDocument: true, warnings: [] });

/** Returns a page as a write answers it: with its version, more warnings after its own, and without its document. Throws not_found. */
export const readWrittenPage = (
  on: CommonQueryMethods,
  origin: string,
  space: string,
  id: string,
  warnings: readonly string[] = [],
): Promise<Json<WrittenPage>> => readJson(on, origin, space, id, { withDocument: false, warnings });
