import type { DocumentComment } from './document-comment.ts';

/** Returns the sentence about what is left of the place of a thread; undefined while its text or its block is there as it was. */
export function anchorWords({ anchor, quote }: Pick<DocumentComment, 'anchor' | 'quote'>): string | undefined {
  if (anchor === 'gone') return quote === null ? 'Its block was deleted.' : 'This text was deleted with its block.';
  return anchor === 'block' && quote !== null ? 'This text was deleted. Its block is still there.' : undefined;
}
