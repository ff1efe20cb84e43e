import { searchWords } from '@space/text';
import { type OutlineEntry, outline } from '../blocks/outline.ts';
import { plainText } from '../blocks/plain-text.ts';
import { type Reference, references } from '../blocks/references.ts';
import { idOf, type RichNode } from '../blocks/rich-node.ts';
import { measureBlocks } from '../document/check-size.ts';
import { type WriteMarkdown, writeMarkdown } from '../markdown/write-markdown.ts';

/** The start of a block of the first level in the text of a document, in code points, and its id. */
export type TextPlace = readonly [start: number, block_id: string];

/** All that is read from the blocks of a document and stored with it. */
export interface DerivedText {
  readonly markdown: string;
  readonly text: string;
  readonly places: readonly TextPlace[];
  readonly outline: readonly OutlineEntry[];
  readonly references: readonly Reference[];
  readonly characters: number;
  readonly blocks_count: number;
  /** Different words of the headings and of the text, for a search. */
  readonly heading_words: readonly string[];
  readonly words: readonly string[];
}

/** Different words by which a document is found. */
const WORDS = 20_000;

/** Returns all that is read from the blocks of a document. */
export function deriveText(blocks: readonly RichNode[], write: WriteMarkdown = writeMarkdown): DerivedText {
  const headings = outline(blocks);
  const { text, places } = textWithPlaces(blocks);
  const { characters, blocks: blocks_count } = measureBlocks(blocks);
  return {
    markdown: write(blocks),
    text,
    places,
    outline: headings,
    references: references(blocks),
    characters,
    blocks_count,
    heading_words: searchWords(headings.map((heading) => heading.text).join('\n'), WORDS),
    words: searchWords(text, WORDS),
  };
}

function textWithPlaces(blocks: readonly RichNode[]): Pick<DerivedText, 'text' | 'places'> {
  const parts: string[] = [];
  const places: TextPlace[] = [];
  let start = 0;
  for (const block of blocks) {
    const part = plainText([block]).toWellFormed().replaceAll('\u0000', '');
    const id = idOf(block);
    if (id !== undefined) places.push([start, id]);
    parts.push(part);
    start += [...part].length + 1;
  }
  return { text: parts.join('\n'), places };
}
