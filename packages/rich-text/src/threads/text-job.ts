import { MAX_FOLLOWED_CONTENTS, MAX_LIVE_PART_BYTES } from '@space/contracts/live-limits';
import { createFollowedDocuments, type FollowRequest, type FollowResult, joinUpdates } from '@space/crdt';
import type { JobPerformers } from '@space/worker';
import * as Y from 'yjs';
import { type Anchor, type AnchorPlace, type FoundAnchor, findAnchors, makeAnchor } from '../anchors/anchor.ts';
import { type BlockChange, compareBlocks } from '../blocks/compare-blocks.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { type DerivedText, deriveText } from '../content/derive-text.ts';
import { type NewContent, type NewDocument, newDocument } from '../content/new-document.ts';
import { type UnifiedDiff, unifiedDiff } from '../content/unified-diff.ts';
import { assignBlockIds } from '../document/block-ids.ts';
import { loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { applyEdits, type EditResult } from '../edits/apply-edits.ts';
import type { Edit } from '../edits/edit.ts';
import { type Change, revertChange } from '../edits/revert-change.ts';
import { parseHtml } from '../html/parse-html.ts';
import { writeHtml } from '../html/write-html.ts';
import { type PageThings, writePage } from '../html/write-page.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { createMarkdownMemory } from '../markdown/remembered-markdown.ts';
import { richTextKind } from '../updates/rich-text-kind.ts';
import { UpdateValidator } from '../updates/update-validator.ts';

/** The outcome of an update that was accepted: the new encoded state, and false in `is_changed` for one that was there before. */
export interface AcceptedUpdate {
  readonly state: Uint8Array;
  readonly is_changed: boolean;
}

/** The jobs by name, each with what it takes and what it returns. */
export interface TextJobs {
  readonly apply_edits: { readonly takes: { state: Uint8Array; edits: readonly Edit[]; base?: Uint8Array }; readonly returns: EditResult };
  readonly revert_change: { readonly takes: { state: Uint8Array; change: Change }; readonly returns: EditResult };
  readonly parse_markdown: { readonly takes: { markdown: string }; readonly returns: readonly RichNode[] };
  readonly parse_html: { readonly takes: { html: string }; readonly returns: readonly RichNode[] };
  readonly write_markdown: { readonly takes: { blocks: readonly RichNode[] }; readonly returns: string };
  readonly write_html: { readonly takes: { blocks: readonly RichNode[] }; readonly returns: string };
  readonly write_page: { readonly takes: { blocks: readonly RichNode[]; things: PageThings }; readonly returns: string };
  readonly new_document: { readonly takes: NewContent; readonly returns: NewDocument };
  readonly join_updates: { readonly takes: { state: Uint8Array | null; updates: readonly Uint8Array[] }; readonly returns: Uint8Array };
  /** Gives ids to blocks without one: the update with them, null if there are none, and the state with it. */
  readonly assign_block_ids: {
    readonly takes: { state: Uint8Array };
    readonly returns: { readonly state: Uint8Array; readonly update: Uint8Array | null };
  };
  readonly read_blocks: { readonly takes: { state: Uint8Array }; readonly returns: readonly RichNode[] };
  readonly compare_states: { readonly takes: { before: Uint8Array; after: Uint8Array }; readonly returns: BlockChange };
  readonly derive: { readonly takes: { blocks: readonly RichNode[] }; readonly returns: DerivedText };
  readonly unified_diff: { readonly takes: { before: string; after: string; limit: number }; readonly returns: UnifiedDiff };
  readonly make_anchor: { readonly takes: { state: Uint8Array; place: AnchorPlace }; readonly returns: Anchor };
  readonly find_anchors: { readonly takes: { state: Uint8Array; anchors: readonly Anchor[] }; readonly returns: readonly FoundAnchor[] };
  readonly follow_document: { readonly takes: FollowRequest; readonly returns: FollowResult };
  readonly accept_update: { readonly takes: { state: Uint8Array; update: Uint8Array }; readonly returns: AcceptedUpdate };
}

/** The name of a job. */
export type TextJobName = keyof TextJobs;

/** The documents that this thread follows. */
const follow = createFollowedDocuments(richTextKind, { ...MAX_FOLLOWED_CONTENTS, part_bytes: MAX_LIVE_PART_BYTES });

/** Bytes of the Markdown that a thread remembers, with the blocks that it is of. */
const MAX_REMEMBERED_MARKDOWN_BYTES = 16 * 1_048_576;

const writeMarkdown = createMarkdownMemory(MAX_REMEMBERED_MARKDOWN_BYTES);

/** The functions of the jobs. They throw a RichTextError. */
export const performers: JobPerformers<TextJobs> = {
  follow_document: follow,
  apply_edits: ({ state, edits, base }) => applyEdits(state, edits, { newBlockId, ...(base ? { base } : {}) }),
  revert_change: ({ state, change }) => revertChange(state, change, newBlockId),
  parse_markdown: ({ markdown }) => parseMarkdown(markdown),
  parse_html: ({ html }) => parseHtml(html),
  write_markdown: ({ blocks }) => writeMarkdown(blocks),
  write_html: ({ blocks }) => writeHtml(blocks).text,
  write_page: ({ blocks, things }) => writePage(blocks, things),
  new_document: newDocument,
  join_updates: ({ state, updates }) => joinUpdates(state, updates),
  assign_block_ids({ state }) {
    const doc = loadDocument(state);
    const before = Y.encodeStateVector(doc);
    if (assignBlockIds(doc, newBlockId) === 0) return { state, update: null };
    return { state: Y.encodeStateAsUpdate(doc), update: Y.encodeStateAsUpdate(doc, before) };
  },
  read_blocks: ({ state }) => readBlocks(loadDocument(state)),
  compare_states: ({ before, after }) => compareBlocks(readBlocks(loadDocument(before)), readBlocks(loadDocument(after))),
  derive: ({ blocks }) => deriveText(blocks, writeMarkdown),
  unified_diff: ({ before, after, limit }) => unifiedDiff(before, after, limit),
  make_anchor: ({ state, place }) => makeAnchor(loadDocument(state), place),
  find_anchors: ({ state, anchors }) => findAnchors(loadDocument(state), anchors),
  accept_update: ({ state, update }) => {
    const validator = new UpdateValidator(state);
    const is_changed = validator.accept(update);
    return { state: validator.encode(), is_changed };
  },
};
