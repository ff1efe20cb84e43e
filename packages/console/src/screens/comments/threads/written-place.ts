import type { LiveNoun } from '../../../live-editing/live-state.ts';

/** The fields of a new comment that say what it is about: a part of a document, or an element or a place of a whiteboard. */
export interface PlaceFields {
  readonly block_id?: string;
  readonly quote?: string;
  readonly element_id?: string;
  readonly x?: number;
  readonly y?: number;
}

/** The place of a comment that is being written. */
export interface WrittenPlace {
  readonly fields: PlaceFields;
  /** The words about it; `isQuote` for words of the content itself. */
  readonly about: string;
  readonly isQuote?: boolean;
  /** True for the whole content. */
  readonly isWhole: boolean;
}

/** Returns the place of a comment on a whole content. */
export const wholePlace = (noun: LiveNoun): WrittenPlace => ({ fields: {}, about: `About the whole ${noun}`, isWhole: true });

/** The state of the comments: open or not, and the place of the one that is being written, also while they are closed. */
export interface OpenComments {
  readonly isOpen: boolean;
  readonly writing?: WrittenPlace | undefined;
}
