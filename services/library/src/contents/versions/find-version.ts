import { type Actor, notFound } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { ContentRef } from '../kinds/content-row.ts';
import type { ContentTables } from '../kinds/content-tables-sql.ts';
import { versionGone } from '../storage/load-state.ts';
import { findVersion } from './versions.queries.ts';

/** A version of a content, as the wire shows it. */
export interface ContentVersion {
  readonly version: number;
  readonly label: string | null;
  readonly is_stored: boolean;
  readonly created_at: string;
  readonly created_by: Actor;
}

/** Throws `not_found` for a version that a content has not had. */
export function assertHadVersion({ content_version }: ContentRef, { noun }: ContentTables, version: number): void {
  if (version > content_version) throw notFound(`version of the ${noun}`, String(version));
}

/** Returns a version of a content. Throws `not_found` for one that it has not had, and `gone`. */
export async function versionOf(
  database: CommonQueryMethods,
  tables: ContentTables,
  content: ContentRef,
  version: number,
): Promise<ContentVersion> {
  assertHadVersion(content, tables, version);
  const json = await findVersion(database, tables, content.space_id, content.id, version);
  if (json === null) throw versionGone(version);
  return JSON.parse(json) as ContentVersion;
}
