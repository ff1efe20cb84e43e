import { plainText } from '../blocks/plain-text.ts';
import type { RichNode } from '../blocks/rich-node.ts';

/** The words of a node, each with its count. */
export interface WordBag {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

const wordPattern = /[\p{L}\p{N}_]+/gu;

/** Returns the words of a node. */
export function wordBag(node: RichNode): WordBag {
  const counts = new Map<string, number>();
  let size = 0;
  for (const [word] of plainText([node]).matchAll(wordPattern)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    size += 1;
  }
  return { counts, size };
}

/** Returns the part of words that two nodes have in common, from 0 to 1. Two nodes without words are alike. */
export function likeness(left: WordBag, right: WordBag): number {
  const most = Math.max(left.size, right.size);
  if (most === 0) return 1;
  const [few, many] = left.counts.size < right.counts.size ? [left, right] : [right, left];
  let common = 0;
  for (const [word, count] of few.counts) common += Math.min(count, many.counts.get(word) ?? 0);
  return common / most;
}
