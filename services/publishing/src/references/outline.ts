/** What a page can embed: a form or a booking page. */
export type TargetKind = 'form' | 'booking_page';

/** A place in a document where something of the Space is used. */
export interface Reference {
  readonly kind: TargetKind;
  readonly id: string;
  /** Where it stands, both counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** An element that stands for something of the Space: what is between `start` and `end` gives way to it when the page is shown. */
export interface Placeholder {
  readonly kind: TargetKind;
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** `content` becomes a frame; `address` is the place of an attribute in a frame that has no address yet. */
  readonly as: 'content' | 'address';
}

/** What the head of a document says already, so that it is not said again. */
export interface HeadFacts {
  readonly title: boolean;
  readonly viewport: boolean;
  readonly description: boolean;
  readonly canonical: boolean;
  /** The properties of Open Graph, `og:title` and the like. */
  readonly open_graph: readonly string[];
}

/**
 * What was read in a document when it was saved: where more can be put into its head and at the beginning of its body,
 * what its head says, and what it uses of the Space. With it a page is shown without being parsed again: what is added is
 * put into the text at these places, and every other byte stays as it was given.
 *
 * Places count UTF-16 units from the beginning of the text.
 */
export interface Outline {
  readonly head_at: number;
  /** Null when the document has no body to put anything into, as one with frames. */
  readonly body_at: number | null;
  readonly head: HeadFacts;
  readonly references: readonly Reference[];
  readonly placeholders: readonly Placeholder[];
}

/** The outline of a page that has no document. */
export const emptyOutline: Outline = {
  head_at: 0,
  body_at: 0,
  head: { title: false, viewport: false, description: false, canonical: false, open_graph: [] },
  references: [],
  placeholders: [],
};
