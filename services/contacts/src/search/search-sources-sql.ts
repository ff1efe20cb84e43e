import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  contact: {
    table: ['contacts', 'contact'],
    title: sql.fragment`coalesce(nullif(t.name, ''), t.email)`,
    detail: sql.fragment`t.email`,
    // The expression of the index contact_search.
    text: sql.fragment`lower(t.name || E'\n' || t.email || E'\n' || coalesce(t.company, ''))`,
    isLarge: true,
  },
  tag: { table: ['contacts', 'tag'], title: sql.fragment`t.name` },
  audience: { table: ['contacts', 'audience'], title: sql.fragment`t.name` },
};
