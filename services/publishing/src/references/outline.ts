/** The kind of object that a page can embed. */
export type TargetKind = 'form' | 'booking_page';

/** A shared view of a table that a document shows or links to. */
export interface SharedView {
  /** The token in its address, `/t/{token}`. */
  readonly token: string;
  /** True if the document shows it, false if it only links to it. */
  readonly embedded: boolean;
  /** The place at which the document shows it first; absent for a link and in older outlines. */
  readonly line?: number;
  readonly column?: number;
}

/** A position in a document at which it uses an object of the Space. */
export interface Reference {
  readonly kind: TargetKind;
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
}

/** The first position in a text at which it names an asset. */
export interface AssetPlace {
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
}

/** An element that an object of the Space replaces when the page is rendered. `start` and `end` delimit the replaced text. */
export interface Placeholder {
  readonly kind: TargetKind;
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** `content` becomes an iframe; `address` is the position of a src attribute in an iframe without one. */
  readonly as: 'content' | 'address';
  /** True for a frame that looks like a part of the page: without card, padding and title. */
  readonly is_inline?: true;
}

/** The elements that the head of a document has, so that they are not repeated. */
export interface HeadFacts {
  readonly title: boolean;
  readonly viewport: boolean;
  readonly description: boolean;
  readonly canonical: boolean;
  /** Older outlines have none; the icon of a document follows the inserted one then, and counts. */
  readonly icon?: boolean;
  /** The Open Graph properties that the head has, `og:title` and the like. */
  readonly open_graph: readonly string[];
  /** The language of the document without its region: `de`. Older outlines, and documents that name none, have none. */
  readonly language?: string;
}

/**
 * The facts that were read in a document when it was saved: the offsets at which texts are inserted into its head and
 * body, the elements of its head, and the objects of the Space that it uses. With them a page is rendered without
 * parsing it again; all other bytes of the document stay as they were sent.
 *
 * Offsets count UTF-16 units from the beginning of the text.
 */
export interface Outline {
  readonly head_at: number;
  /** Null when the document has no body, as one with frames. */
  readonly body_at: number | null;
  readonly head: HeadFacts;
  readonly references: readonly Reference[];
  readonly placeholders: readonly Placeholder[];
  /** Ids of the forms and booking pages that the document shows, not only links to. Older outlines have none. */
  readonly embedded?: readonly string[];
  /** Shared views of tables. Older outlines have none. */
  readonly shared_views?: readonly SharedView[];
  /** Assets that the document shows or links to. Older outlines have none. */
  readonly assets?: readonly AssetPlace[];
  /** Sentences about markup that looks like an embed and shows nothing. */
  readonly warnings: readonly string[];
}

/** The outline of a page without a document. */
export const emptyOutline: Outline = {
  head_at: 0,
  body_at: 0,
  head: { title: false, viewport: false, description: false, canonical: false, open_graph: [] },
  references: [],
  placeholders: [],
  warnings: [],
};
