import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  order: {
    table: ['commerce', 'sales_order'],
    title: sql.fragment`t.number`,
    detail: sql.fragment`coalesce(t.email || ', ', '') || t.status`,
    // The expression of the index sales_order_search.
    text: sql.fragment`lower(t.number || E'\n' || coalesce(t.email, ''))`,
    isLarge: true,
  },
  product: { table: ['commerce', 'product'], title: sql.fragment`t.title`, isLarge: true },
};
