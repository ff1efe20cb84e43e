import { isTextBlock } from '../schema/index.ts';
import type { RichNode } from './rich-node.ts';

/** Returns the text of inline nodes: a break is a line end, an image is its alternative text. */
export function inlineText(content: readonly RichNode[]): string {
  return content.map((node) => node.text ?? (node.type === 'hardBreak' ? '\n' : String(node.attrs?.alt ?? ''))).join('');
}

/** Returns the text of blocks without marks: one line for each block of text, an embed is its label. */
export function plainText(blocks: readonly RichNode[]): string {
  const lines: string[] = [];
  collectLines(blocks, lines);
  return lines.join('\n');
}

function collectLines(blocks: readonly RichNode[], lines: string[]): void {
  for (const block of blocks) {
    const content = block.content ?? [];
    if (isTextBlock(block.type) || content.some((node) => node.type === 'text')) lines.push(inlineText(content));
    else if (block.type === 'embed') lines.push(String(block.attrs?.label ?? ''));
    else collectLines(content, lines);
  }
}
