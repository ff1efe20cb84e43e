import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { DOCUMENT_EXCERPT_CHARACTERS } from '@space/contracts/documents';
import type { DerivedText } from '@space/rich-text';
import { type AddressedThing, thingOf } from '../../references/thing-address.ts';

/** A thing that a document shows or mentions, by its address `space:<kind>/<id>`. */
export interface StoredReference extends AddressedThing {
  readonly kind: 'embed' | 'link' | 'image';
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

/** Returns the sorted ids of the assets that references show. */
export const assetIdsOf = (refs: readonly StoredReference[]): string[] =>
  [...new Set(refs.flatMap(({ thing_kind, thing_id }) => (thing_kind === 'asset' && thing_id !== null ? thing_id : [])))]
    .sort()
    .slice(0, MAX_SHOWN_ASSETS);
