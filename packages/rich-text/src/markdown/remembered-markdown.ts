import { LRUCache } from 'lru-cache';
import type { RichNode } from '../blocks/rich-node.ts';
import { toMdast } from './to-mdast.ts';
import { type WriteMarkdown, writeMdast } from './write-markdown.ts';

/** The Markdown of a part of a document; null for a part that has none, such as an empty paragraph. */
interface Piece {
  readonly markdown: string | null;
}

/**
 * Returns a `writeMarkdown` that remembers the Markdown of the parts of documents, up to some bytes, so that a document with one other block costs
 * that block. Its result is the same as without memory.
 *
 * A part is one block of the first level, or lists in a row with the block after them. The library joins nodes of the first level with an
 * empty line. All that it passes from one of them to the next is the bullet of a list, so that a list at the start of the next one gets
 * another bullet. It forgets the bullet at the end of each other node.
 */
export function createMarkdownMemory(bytes: number): WriteMarkdown {
  const pieces = new LRUCache<string, Piece>({
    maxSize: bytes,
    sizeCalculation: ({ markdown }, key) => 2 * (key.length + (markdown?.length ?? 0)) + 1,
  });

  function pieceOf(part: readonly RichNode[]): Piece {
    const key = JSON.stringify(part, withoutCollisions);
    const known = pieces.get(key);
    if (known) return known;
    const piece = { markdown: writePart(part) };
    pieces.set(key, piece);
    return piece;
  }

  return function writeMarkdown(blocks) {
    const written = partsOf(blocks).flatMap((part) => pieceOf(part).markdown ?? []);
    const whole = written.join('\n\n');
    return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`;
  };
}

/** The Markdown of a rule after a part. With it, a line end at the end of the part is its own. */
const END = '\n\n---\n';

function writePart(part: readonly RichNode[]): string | null {
  const nodes = toMdast(part);
  return nodes.length === 0 ? null : writeMdast([...nodes, { type: 'thematicBreak' }]).slice(0, -END.length);
}

const listTypes: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'listItem']);

/** Returns blocks in parts. A part that begins with a list ends with the next block of another type that has Markdown. */
function partsOf(blocks: readonly RichNode[]): RichNode[][] {
  const parts: RichNode[][] = [];
  let isAfterList = false;
  for (const block of blocks) {
    if (isAfterList) parts.at(-1)!.push(block);
    else parts.push([block]);
    isAfterList = listTypes.has(block.type) || (isAfterList && toMdast([block]).length === 0);
  }
  return parts;
}

/** JSON has no numbers like NaN and no bytes: without this, two different blocks could have one key. */
function withoutCollisions(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return `\u0000${value}`;
  return ArrayBuffer.isView(value) ? `\u0000${String(value)}` : value;
}
