import { inlineText } from './plain-text.ts';
import { idOf, type RichNode } from './rich-node.ts';

/** A block that a change made, changed or deleted. A moved block is `updated`. */
export interface ChangedBlock {
  readonly block_id: string;
  readonly type: string;
  readonly change: 'created' | 'updated' | 'deleted';
}

/** The difference between two states of a document. Characters are UTF-16 code units of whole words of text. */
export interface BlockChange {
  readonly changed_blocks: readonly ChangedBlock[];
  readonly characters_added: number;
  readonly characters_removed: number;
}

/** A block without the blocks in it, as far as a change of it shows. */
interface Facts {
  readonly type: string;
  readonly key: string;
  readonly text: string;
}

/** Returns the blocks that differ between two states: those of now in their order, then the deleted ones. */
export function compareBlocks(before: readonly RichNode[], after: readonly RichNode[]): BlockChange {
  const [old, now] = [collectFacts(before), collectFacts(after)];
  const changed: ChangedBlock[] = [];
  let [added, removed] = [0, 0];
  for (const [block_id, { type, key, text }] of now) {
    const earlier = old.get(block_id);
    if (earlier?.key === key) continue;
    changed.push({ block_id, type, change: earlier ? 'updated' : 'created' });
    const common = earlier ? commonEdges(earlier.text, text) : 0;
    added += text.length - common;
    removed += (earlier?.text.length ?? 0) - common;
  }
  for (const [block_id, { type, text }] of old) {
    if (now.has(block_id)) continue;
    changed.push({ block_id, type, change: 'deleted' });
    removed += text.length;
  }
  return { changed_blocks: changed, characters_added: added, characters_removed: removed };
}

function collectFacts(nodes: readonly RichNode[]): Map<string, Facts> {
  const facts = new Map<string, Facts>();
  collect(nodes, '', facts);
  return facts;
}

/** Collects facts and returns the content of the nodes as far as it belongs to their parent: blocks with an id are only named. */
function collect(
  nodes: readonly RichNode[],
  parent: string,
  facts: Map<string, Facts>,
): { readonly own: unknown[]; readonly text: string } {
  const own: unknown[] = [];
  let text = inlineText(nodes.filter((node) => node.type === 'text' || node.type === 'hardBreak'));
  for (const node of nodes) {
    const id = idOf(node);
    const inner = collect(node.content ?? [], id ?? parent, facts);
    const shape = [node.type, node.attrs ?? null, node.text ?? null, node.marks ?? null, inner.own];
    if (id === undefined) {
      own.push(shape);
      if (node.content) text += inner.text;
    } else {
      own.push(id);
      facts.set(id, { type: node.type, key: JSON.stringify(shape), text: inner.text });
    }
  }
  return { own, text };
}

function commonEdges(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return start + end;
}
