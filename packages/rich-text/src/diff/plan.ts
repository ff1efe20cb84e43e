import type * as Y from 'yjs';

/**
 * The way in which a document is made like other blocks.
 * - `markdown`: the blocks come from Markdown. Ids and attributes that Markdown has no form for stay as they are, and so do
 *   nodes and marks of unknown types.
 * - `exact`: the blocks come from a document. Every attribute counts, and blocks with equal ids are the same block.
 */
export type MatchMode = 'markdown' | 'exact';

/** A node that is to be deleted when it has no text of others in it. */
export interface EmptiedNode {
  readonly element: Y.XmlElement;
  /** Nodes of one group are deleted together or not at all, such as the cells of a column. */
  readonly group?: string;
}

/**
 * The changes that make a document like other blocks. Texts are deleted in the document; nodes whose text is deleted are
 * collected here, so that a node into which someone else wrote in the meantime survives with what they wrote.
 */
export interface ChangePlan {
  readonly mode: MatchMode;
  readonly emptied: EmptiedNode[];
}
