import { invalidFields, type Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { type DocumentThread, INLINE_MAX_CHARACTERS } from '../threads/document-thread.ts';
import { findPostBody, storePostText } from './post-text.queries.ts';
import { postTooComplex, readPostText, TEXT_RULES } from './post-text.ts';

/** The stored text of a post; `safe_html` is null when the text cannot be shown. */
export interface StoredText {
  readonly safe_html: string | null;
  readonly text_summary: string;
  readonly text_words: number;
  readonly text_rules: number;
}

/** Computes the texts of posts as visitors see them. */
export interface PostTexts {
  /** Returns the text of a post to store with it. Throws invalid for a text that cannot be shown. */
  prepare(space: string, bodyHtml: string): Promise<StoredText>;
  /** Returns the post with a text of the present rules. A text of earlier rules is computed and stored again. */
  current<P extends StoredText & { readonly id: string }>(space: string, post: P): Promise<P>;
}

/** Returns the post texts of one process. Long texts are sanitized in the document thread. */
export function createPostTexts(database: CommonQueryMethods, thread: DocumentThread): PostTexts {
  async function prepare(space: string, text: string): Promise<StoredText> {
    const read = text.length <= INLINE_MAX_CHARACTERS ? readPostText(text) : await inThread(space, text);
    if ('code' in read) throw invalidFields([{ path: 'body_html', ...read }]);
    return { safe_html: read.html, text_summary: read.summary, text_words: read.words, text_rules: TEXT_RULES };
  }

  const inThread = (space: string, text: string) =>
    thread.run<ReturnType<typeof readPostText>>(space, { kind: 'post_text', text }, () => tooComplex());

  return {
    prepare,
    async current(space, post) {
      if (post.text_rules === TEXT_RULES) return post;
      const body = await findPostBody(database, space, post.id);
      if (body === null) return post;
      const text = await prepare(space, body).catch((error: Problem) => {
        if (error.code !== 'invalid') throw error;
        return { safe_html: null, text_summary: '', text_words: 0, text_rules: TEXT_RULES };
      });
      await storePostText(database, space, post.id, body, text);
      return { ...post, ...text };
    },
  };
}

const tooComplex = (): Problem => invalidFields([{ path: 'body_html', ...postTooComplex }]);
