import { sql, type TextSources } from '@space/database';
import { contentMatches } from './content-matches-sql.ts';
import { textMatches } from './text-matches-sql.ts';

/** The things of this service that a search finds, by kind. Those in the trash are not found. */
export const searchSources: TextSources = {
  asset: {
    table: ['library', 'asset'],
    title: sql.fragment`t.name`,
    detail: sql.fragment`t.content_type`,
    // The expression of the index asset_search.
    text: sql.fragment`lower(t.name || E'\n' || coalesce(t.alt_text, ''))`,
    where: sql.fragment`t.trashed_at is null`,
    alsoMatches: (space, q) => textMatches(space, q, sql.fragment`t.sha256`),
    isLarge: true,
  },
  document: {
    table: ['library', 'document'],
    title: sql.fragment`t.title`,
    detail: sql.fragment`library.folder_path(t.space_id, t.folder_id)`,
    where: sql.fragment`t.trashed_at is null`,
    alsoMatches: (space, q) => contentMatches('document', space, q),
    isLarge: true,
  },
  folder: {
    table: ['library', 'folder'],
    title: sql.fragment`t.name`,
    detail: sql.fragment`library.folder_path(t.space_id, t.parent_id)`,
    where: sql.fragment`t.trashed_at is null`,
  },
  whiteboard: {
    table: ['library', 'whiteboard'],
    title: sql.fragment`t.title`,
    detail: sql.fragment`library.folder_path(t.space_id, t.folder_id)`,
    where: sql.fragment`t.trashed_at is null`,
    alsoMatches: (space, q) => contentMatches('whiteboard', space, q),
    isLarge: true,
  },
};
