import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Returns the text of a post as it was sent, or null without the post. */
export const findPostBody = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ body_html: z.string() }))`
    select body_html from publishing.post where space_id = ${space} and id = ${id}`);

/** Stores the text of a post as visitors see it, unless its text has changed from `body`. */
export const storePostText = (
  database: CommonQueryMethods,
  space: string,
  id: string,
  body: string,
  text: { readonly safe_html: string | null; readonly text_summary: string; readonly text_words: number; readonly text_rules: number },
) =>
  database.query(sql.typeAlias('void')`
    update publishing.post
    set safe_html = ${text.safe_html}, text_summary = ${text.text_summary}, text_words = ${text.text_words},
      text_rules = ${text.text_rules}
    where space_id = ${space} and id = ${id} and body_html = ${body}`);

/** Returns the template of a blog as it was sent, or null without one. */
export const findTemplate = (database: CommonQueryMethods, space: string, collection: string) =>
  database.maybeOneFirst(sql.type(z.object({ template_html: z.string().nullable() }))`
    select template_html from publishing.blog_collection where space_id = ${space} and id = ${collection}`);

/** Stores the parsed template of a blog, unless its template has changed from `source`. */
export const storeTemplate = (
  database: CommonQueryMethods,
  space: string,
  collection: string,
  source: string,
  stored: { readonly template_pieces: string | null; readonly template_rules: number },
) =>
  database.query(sql.typeAlias('void')`
    update publishing.blog_collection
    set template_pieces = ${stored.template_pieces}, template_rules = ${stored.template_rules}
    where space_id = ${space} and id = ${collection} and template_html = ${source}`);
