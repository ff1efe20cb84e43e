import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  page: { table: ['publishing', 'page'], title: sql.fragment`t.title`, detail: sql.fragment`t.status`, isLarge: true },
  site: { table: ['publishing', 'site'], title: sql.fragment`t.title`, detail: sql.fragment`t.slug` },
  blog_post: { table: ['publishing', 'post'], title: sql.fragment`t.title`, detail: sql.fragment`t.status`, isLarge: true },
  blog_collection: { table: ['publishing', 'blog_collection'], title: sql.fragment`t.title`, detail: sql.fragment`t.base_slug` },
  social_post: {
    table: ['publishing', 'social_post'],
    title: sql.fragment`left(t.text, 80)`,
    detail: sql.fragment`t.status`,
    // The expression of the index social_post_search.
    text: sql.fragment`lower(left(t.text, 80))`,
    isLarge: true,
  },
  social_planner: { table: ['publishing', 'social_planner'], title: sql.fragment`t.name` },
};
