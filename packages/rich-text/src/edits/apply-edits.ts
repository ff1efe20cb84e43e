import * as Y from 'yjs';
import { type BlockChange, compareBlocks } from '../blocks/compare-blocks.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { finishPlan, mergeBlocks } from '../diff/merge-blocks.ts';
import { findBlock, type NewBlockId } from '../document/block-ids.ts';
import { checkSize } from '../document/check-size.ts';
import { loadDocument } from '../document/load-document.ts';
import { readBlocks, readElement } from '../document/read-blocks.ts';
import { BLOCK_REFERENCE } from '../markdown/embed.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { MAX_EDITS } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { deleteBlock, insertAt, insertAtEdge, moveBlock, replaceBlock, setChecked } from './block-edits.ts';
import type { Edit } from './edit.ts';
import { replaceText } from './replace-text.ts';

/** The settings of edits. `base` is the encoded state that the caller of `replace_all` has read. */
export interface EditOptions {
  readonly newBlockId: NewBlockId;
  readonly base?: Uint8Array;
}

/** The outcome of edits: one Yjs update for all of them, empty of changes if nothing differs, and what it changes. */
export interface EditResult extends BlockChange {
  /** The Yjs update, or null if the edits change nothing. */
  readonly update: Uint8Array | null;
  readonly blocks: readonly RichNode[];
}

/**
 * Applies 1 to 100 edits to the encoded state of a document, in their order. The state itself does not change. Either all edits
 * are in the update, or a RichTextError with the index of the edit is thrown: `invalid`, `too_large` or `conflict`.
 */
export function applyEdits(state: Uint8Array, edits: readonly Edit[], options: EditOptions): EditResult {
  if (edits.length === 0 || edits.length > MAX_EDITS) throw new RichTextError('invalid', `\`edits\` has 1 to ${MAX_EDITS} edits.`);
  return changeDocument(state, function applyAll(doc) {
    for (const [index, edit] of edits.entries()) {
      try {
        applyEdit(doc, edit, options);
      } catch (error) {
        throw error instanceof RichTextError ? error.atEdit(index) : error;
      }
    }
  });
}

/** Runs a change on a copy of a document and returns the one Yjs update that it makes. */
export function changeDocument(state: Uint8Array, change: (doc: Y.Doc) => void): EditResult {
  const doc = loadDocument(state);
  const before = readBlocks(doc);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  change(doc);
  const blocks = readBlocks(doc);
  checkSize(blocks);
  return { update: updates.length === 0 ? null : Y.mergeUpdates(updates), blocks, ...compareBlocks(before, blocks) };
}

function applyEdit(doc: Y.Doc, edit: Edit, options: EditOptions): void {
  if (edit.op === 'replace_all') {
    replaceAll(doc, edit.markdown, options);
    return;
  }
  doc.transact(() => {
    if (edit.op === 'append') insertAtEdge(doc, 'end', edit.markdown);
    else if (edit.op === 'prepend') insertAtEdge(doc, 'start', edit.markdown);
    else if (edit.op === 'insert') insertAt(doc, edit, edit.markdown);
    else if (edit.op === 'replace') replaceBlock(doc, edit.block_id, edit.markdown, options.newBlockId);
    else if (edit.op === 'delete') deleteBlock(doc, edit.block_id);
    else if (edit.op === 'move') moveBlock(doc, edit.block_id, edit);
    else if (edit.op === 'replace_text') replaceText(doc, edit);
    else if (edit.op === 'set_checked') setChecked(doc, edit.block_id, edit.checked);
    finishPlan(doc, { mode: 'markdown', emptied: [] }, options.newBlockId);
  });
}

function replaceAll(doc: Y.Doc, markdown: string, { base, newBlockId }: EditOptions): void {
  if (base === undefined) throw new RichTextError('invalid', '`base_version` is required for `replace_all`: the version that you read.');
  const target = resolveReferences(loadDocument(base), parseMarkdown(markdown));
  mergeBlocks(doc, { base, target, mode: 'markdown', newBlockId });
}

/** Returns blocks with each link `space:block/…` replaced by the block of the base. Throws `conflict` if the base lacks it. */
function resolveReferences(base: Y.Doc, nodes: readonly RichNode[]): RichNode[] {
  return nodes.map((node) => {
    if (node.type !== BLOCK_REFERENCE) return node.content ? { ...node, content: resolveReferences(base, node.content) } : node;
    const id = String(node.attrs?.id);
    const block = findBlock(base, id);
    if (!block) throw new RichTextError('conflict', `The version that you read has no block \`${id}\`; remove its link.`, { block_id: id });
    return readElement(block);
  });
}
