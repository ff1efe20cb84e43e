import { isBlock, isNestingLevel, MAX_BLOCKS, MAX_CHARACTERS, MAX_NESTING } from '@space/rich-text/schema';
import type { Fragment, Node } from 'prosemirror-model';

/** Bytes of one paste as a change of the shared document. The service takes 1 MiB, and the count is not exact. */
const MAX_PASTE_BYTES = 900_000;

/** Bytes that a block, an attribute or a mark takes at most, without its text. */
const BYTES_OF_PART = 64;

const encoder = new TextEncoder();

const bytesOf = (text: string): number => encoder.encode(text).length;

/** Returns the bytes that content takes at most as a change of the shared document. */
export function bytesOfContent(content: Fragment): number {
  let bytes = 0;
  content.descendants(({ text, marks, attrs }) => {
    bytes += text === undefined ? BYTES_OF_PART : bytesOf(text);
    for (const values of [attrs, ...marks.map((mark) => mark.attrs)])
      for (const value of Object.values(values)) if (value !== null) bytes += BYTES_OF_PART + bytesOf(String(value));
    bytes += marks.length * 2 * BYTES_OF_PART;
  });
  return bytes;
}

interface Size {
  blocks: number;
  characters: number;
  nesting: number;
}

function measure(parent: Node, size: Size, nesting: number): Size {
  size.nesting = Math.max(size.nesting, nesting);
  parent.forEach((node) => {
    if (isBlock(node.type.name)) size.blocks += 1;
    size.characters += node.text?.length ?? 0;
    measure(node, size, nesting + (isNestingLevel(node.type.name) ? 1 : 0));
  });
  return size;
}

/** Returns why a paste cannot be stored, in words, by its content and the document after it; undefined for one that can. */
export function pasteFault(after: Node, content: Fragment): string | undefined {
  const { blocks, characters, nesting } = measure(after, { blocks: 0, characters: 0, nesting: 0 }, 0);
  const most = (limit: number, what: string): string =>
    `This paste is too large: a document has at most ${limit.toLocaleString('en')} ${what}. Paste less of it, or use another document.`;
  if (blocks > MAX_BLOCKS) return most(MAX_BLOCKS, 'blocks');
  if (characters > MAX_CHARACTERS) return most(MAX_CHARACTERS, 'characters');
  if (nesting > MAX_NESTING) return `Blocks are nested at most ${MAX_NESTING} levels deep. Paste it elsewhere, or less of it.`;
  return bytesOfContent(content) > MAX_PASTE_BYTES ? 'This paste has more than 900 KB. Paste it in parts.' : undefined;
}
