import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  table: {
    table: ['tables', 'user_table'],
    title: sql.fragment`t.plural_label`,
    detail: sql.fragment`t.slug`,
    text: sql.fragment`lower(t.plural_label || E'\n' || coalesce(t.singular_label, '') || E'\n' || t.slug)`,
    where: sql.fragment`t.archived_at is null`,
  },
};
