import { inlineText } from './plain-text.ts';
import { idOf, type RichNode } from './rich-node.ts';

/** A heading of a document. `level` is 1 to 6. */
export interface OutlineEntry {
  readonly block_id: string | null;
  readonly level: number;
  readonly text: string;
}

/** Returns the headings of blocks in their order, those in quotes and lists too. */
export function outline(blocks: readonly RichNode[]): OutlineEntry[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'heading') return outline(block.content ?? []);
    return [
      {
        block_id: idOf(block) ?? null,
        level: Number(block.attrs?.level ?? 1),
        text: inlineText(block.content ?? [])
          .replace(/\s+/g, ' ')
          .trim(),
      },
    ];
  });
}
