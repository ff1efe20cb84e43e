import { invalidFields, type Problem } from '@space/contracts/core';
import { MAX_DOCUMENT_DEPTH } from '@space/contracts/publishing';
import { type DocumentThread, INLINE_MAX_CHARACTERS } from '../threads/document-thread.ts';
import { findAssets } from './find-assets.ts';
import type { AssetPlace } from './outline.ts';
import { DocumentTooComplexError } from './parse-document.ts';

/** Reads the assets that the texts of posts and the layouts of blogs name. */
export interface AssetReader {
  /** Returns the assets in the text of a field. Throws `invalid` for a text that is too complex. */
  read(space: string, path: string, html: string): Promise<AssetPlace[]>;
}

/** Returns the asset reader of one process. Long texts are parsed in the document thread. */
export function createAssetReader(origin: string, thread: DocumentThread): AssetReader {
  const base = `${origin}/p/page`;
  return {
    async read(space, path, html) {
      const tooComplex = (): Problem =>
        invalidFields([
          {
            path,
            code: 'too_complex',
            message: `is nested too deeply (limit: ${MAX_DOCUMENT_DEPTH} levels) or has too many unclosed elements; close elements and reduce nesting`,
          },
        ]);
      if (html.length > INLINE_MAX_CHARACTERS) return thread.run<AssetPlace[]>(space, { kind: 'assets', text: html, base }, tooComplex);
      try {
        return findAssets(html, base);
      } catch (error) {
        throw error instanceof DocumentTooComplexError ? tooComplex() : error;
      }
    },
  };
}
