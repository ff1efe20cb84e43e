import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { DOCUMENT_EXCERPT_CHARACTERS } from '@space/contracts/documents';
import type { DerivedText } from '@space/rich-text';

/** A thing that a document shows or mentions, by its address `space:<kind>/<id>`. */
export interface StoredReference {
  readonly kind: 'embed' | 'link' | 'image';
  readonly thing_kind: string;
  readonly thing_id: string | null;
  readonly address: string;
  readonly block_id: string | null;
}

/** The text of a document as it is stored. */
export interface StoredText extends Pick<DerivedText, 'markdown' | 'text' | 'places' | 'outline' | 'characters' | 'blocks_count'> {
  readonly excerpt: string;
  readonly refs: readonly StoredReference[];
  readonly heading_words: readonly string[];
  readonly words: readonly string[];
}

/** Returns the text of a document as it is stored. */
export function storedTextOf({ references, ...derived }: DerivedText): StoredText {
  return {
    ...derived,
    excerpt: [...derived.text.slice(0, 2 * DOCUMENT_EXCERPT_CHARACTERS)].slice(0, DOCUMENT_EXCERPT_CHARACTERS).join('').trim(),
    refs: references.map(({ href, block_id, kind }) => ({ kind, ...thingOf(href), address: href, block_id })),
  };
}

/** Returns the kind and the id of the thing of an address. */
export function thingOf(address: string): Pick<StoredReference, 'thing_kind' | 'thing_id'> {
  const [thing_kind = '', thing_id = ''] = address
    .replace(/^space:/, '')
    .replace(/[?#].*$/s, '')
    .split('/');
  return { thing_kind, thing_id: thing_id === '' ? null : thing_id };
}

/** Returns the sorted ids of the assets that references show. */
export const assetIdsOf = (refs: readonly StoredReference[]): string[] =>
  [...new Set(refs.flatMap(({ thing_kind, thing_id }) => (thing_kind === 'asset' && thing_id !== null ? thing_id : [])))]
    .sort()
    .slice(0, MAX_SHOWN_ASSETS);
