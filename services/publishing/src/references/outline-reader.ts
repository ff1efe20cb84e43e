import { invalidFields, type Problem } from '@space/contracts/core';
import {
  MAX_DOCUMENT_DEPTH,
  MAX_EMBEDS_PER_PAGE,
  MAX_REFERENCE_PLACES_PER_PAGE,
  MAX_REFERENCES_PER_PAGE,
} from '@space/contracts/publishing';
import { type DocumentThread, INLINE_MAX_CHARACTERS } from '../threads/document-thread.ts';
import { emptyOutline, type Outline } from './outline.ts';
import { DocumentTooComplexError } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Reads the outlines of documents. */
export interface OutlineReader {
  /** Returns the outline of a document of a Space. Throws invalid for a document that is too complex or has too many references. */
  read(space: string, layoutHtml: string | null): Promise<Outline>;
}

/** Returns the outline reader of one process. Long documents are parsed in the document thread. */
export function createOutlineReader(origin: string, thread: DocumentThread): OutlineReader {
  const parse = async (space: string, text: string): Promise<Outline> =>
    text.length <= INLINE_MAX_CHARACTERS ? readInline(text, origin) : thread.run(space, { kind: 'outline', text, origin }, tooComplex);

  return {
    async read(space, layoutHtml) {
      if (layoutHtml === null) return emptyOutline;
      const outline = await parse(space, layoutHtml);
      const targets = new Set(outline.references.map(({ id }) => id));
      const { references, placeholders } = outline;
      if (targets.size > MAX_REFERENCES_PER_PAGE) throw tooMany(`uses ${targets.size} forms and booking pages`, MAX_REFERENCES_PER_PAGE);
      if (references.length > MAX_REFERENCE_PLACES_PER_PAGE)
        throw tooMany(`uses forms and booking pages at ${references.length} places`, MAX_REFERENCE_PLACES_PER_PAGE);
      // More embeds could make the rendered page larger than a message of the bus.
      if (placeholders.length > MAX_EMBEDS_PER_PAGE)
        throw tooMany(`embeds forms and booking pages at ${placeholders.length} places`, MAX_EMBEDS_PER_PAGE);
      return outline;
    },
  };
}

function readInline(text: string, origin: string): Outline {
  try {
    return readOutline(text, origin);
  } catch (error) {
    throw error instanceof DocumentTooComplexError ? tooComplex() : error;
  }
}

const tooComplex = (): Problem =>
  invalidFields([
    {
      path: 'layout_html',
      code: 'too_complex',
      message: `is nested too deeply (limit: ${MAX_DOCUMENT_DEPTH} levels) or has too many unclosed elements; close elements and reduce nesting`,
    },
  ]);

const tooMany = (fact: string, most: number): Problem =>
  invalidFields([{ path: 'layout_html', code: 'too_many_references', message: `${fact}; at most ${most} are allowed` }]);
