import * as Y from 'yjs';
import { withId } from '../blocks/rich-node.ts';
import { makeNodeLike } from '../diff/make-like.ts';
import { finishPlan } from '../diff/merge-blocks.ts';
import type { ChangePlan } from '../diff/plan.ts';
import type { NewBlockId } from '../document/block-ids.ts';
import { readElement } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, parentOf } from '../document/yjs-node.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import type { Place } from './edit.ts';
import { findPlace, placeOf, requireBlock } from './find-place.ts';
import { fitBlocks, parseInserted } from './fit-blocks.ts';

/** Inserts the blocks of Markdown at the start or at the end of a document. */
export function insertAtEdge(doc: Y.Doc, edge: 'start' | 'end', markdown: string): void {
  const fragment = doc.getXmlFragment(FRAGMENT_NAME);
  insertNodes(fragment, edge === 'start' ? 0 : fragment.length, parseInserted(markdown, fragment));
}

/** Inserts the blocks of Markdown after or before a block: as items in a list, as rows in a table. */
export function insertAt(doc: Y.Doc, place: Place, markdown: string): void {
  const { parent, index } = findPlace(doc, place);
  insertNodes(parent, index, parseInserted(markdown, parent));
}

/** Makes a block the blocks of Markdown. The first of them is the same block, with its id. */
export function replaceBlock(doc: Y.Doc, id: string, markdown: string, newBlockId: NewBlockId): void {
  const element = requireBlock(doc, id);
  const { parent, index } = placeOf(element);
  const [first, ...rest] = parseInserted(markdown, parent);
  insertNodes(parent, index + 1, rest);
  if (first!.type === element.nodeName) {
    const plan: ChangePlan = { mode: 'markdown', emptied: [] };
    makeNodeLike(element, readElement(element), first!, plan);
    finishPlan(doc, plan, newBlockId);
    return;
  }
  insertNodes(parent, index + 1, [withId(first!, id)]);
  parent.delete(index);
}

/** Deletes a block with all that is in it. */
export function deleteBlock(doc: Y.Doc, id: string): void {
  const { parent, index } = placeOf(requireBlock(doc, id));
  parent.delete(index);
}

/** Moves a block after or before another one. Throws `invalid` for a place in the block itself. */
export function moveBlock(doc: Y.Doc, id: string, place: Place): void {
  const element = requireBlock(doc, id);
  const anchor = requireBlock(doc, 'after' in place ? place.after : place.before);
  for (let node: unknown = anchor; node instanceof Y.XmlElement; node = parentOf(node)) {
    if (node === element) throw new RichTextError('invalid', `The block \`${id}\` cannot move to a place in itself.`, { block_id: id });
  }
  const target = findPlace(doc, place);
  insertNodes(target.parent, target.index, fitBlocks([readElement(element)], target.parent));
  const { parent, index } = placeOf(element);
  parent.delete(index);
}

/** Makes a list item a task that is done or open, or a plain item. Throws `invalid` for a block that is not in a list. */
export function setChecked(doc: Y.Doc, id: string, checked: boolean | null): void {
  const element = requireBlock(doc, id);
  const item = element.nodeName === 'listItem' ? element : element.parent;
  if (!(item instanceof Y.XmlElement) || item.nodeName !== 'listItem' || (item !== element && childrenOf(item)[0]?.child !== element)) {
    throw new RichTextError('invalid', `\`block_id\` is a list item; \`${id}\` is a ${element.nodeName}.`, { block_id: id });
  }
  if (checked === null) item.removeAttribute('checked');
  else item.setAttribute('checked', checked as unknown as string);
}
