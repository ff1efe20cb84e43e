import { invalidFields, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { type DocumentThread, INLINE_MAX_CHARACTERS } from '../threads/document-thread.ts';
import { findTemplate, storeTemplate } from './post-text.queries.ts';
import { readTemplate, refusedTemplate, TEMPLATE_RULES, type Template, templateTooComplex } from './template.ts';

/** The parsed template of a blog as its row stores it: JSON, or null without a template. */
export interface StoredTemplate {
  readonly template_pieces: string | null;
  readonly template_rules: number;
}

/** Reads the templates of blogs. */
export interface BlogTemplates {
  /** Returns the parsed template to store with a blog. Throws invalid with all errors of its tokens. */
  prepare(space: string, source: string | null): Promise<StoredTemplate>;
  /** Returns the template of a blog, or null without one. One that was parsed by earlier rules is parsed and stored again. */
  current(space: string, blog: StoredTemplate & { readonly collection_id: string }): Promise<Template | null>;
}

/** Returns the blog templates of one process. Long templates are parsed in the document thread. */
export function createBlogTemplates(database: CommonQueryMethods, thread: DocumentThread): BlogTemplates {
  const read = async (space: string, text: string): Promise<Template> =>
    text.length <= INLINE_MAX_CHARACTERS ? readTemplate(text) : thread.run(space, { kind: 'template', text }, tooComplex);

  return {
    async prepare(space, source) {
      if (source === null) return stored(null);
      const template = await read(space, source);
      if (template.errors.length > 0) throw invalidFields([...template.errors]);
      return stored(template);
    },

    async current(space, { collection_id, template_pieces, template_rules }) {
      if (template_rules === TEMPLATE_RULES) return template_pieces === null ? null : (JSON.parse(template_pieces) as Template);
      const source = await findTemplate(database, space, collection_id);
      if (source === null) return null;
      const template = await read(space, source).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid') throw error;
        return refusedTemplate([templateTooComplex]);
      });
      await storeTemplate(database, space, collection_id, source, stored(template));
      return template;
    },
  };
}

const stored = (template: Template | null): StoredTemplate => ({
  template_pieces: template && JSON.stringify(template),
  template_rules: TEMPLATE_RULES,
});

const tooComplex = (): Problem => invalidFields([templateTooComplex]);
