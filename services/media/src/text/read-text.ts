import { ASSET_TEXT_PAGE_BYTES, MAX_ASSET_TEXT_BYTES, TEXT_EXCERPT_CHARACTERS } from '@space/contracts/assets';
import { searchWords } from '@space/text';
import type { FileBytes } from '../file/file-bytes.ts';
import { Unreadable } from '../file/unreadable.ts';
import { extractText } from './extract-text.ts';
import { pagesOf } from './pages-of.ts';

/** The text of a file, as it is stored. */
export interface FileText {
  readonly pages: readonly string[];
  readonly is_truncated: boolean;
  readonly excerpt: string;
  /** The different words by which it is found. */
  readonly words: readonly string[];
}

/** Words of one file by which it is found. */
const MAX_WORDS = 50_000;
/** Bytes of all words together: a column of Postgres takes a million, with the key of the Space of each word. */
const MAX_WORD_BYTES = 900_000;
const KEY_BYTES = 12;

/** Reads the text of a file. Throws Unreadable for one that has none. */
export async function readText(file: FileBytes): Promise<FileText> {
  const { text, is_truncated } = await extractText(file, MAX_ASSET_TEXT_BYTES);
  if (text === '') throw new Unreadable('no_text');
  const excerpt = text.slice(0, TEXT_EXCERPT_CHARACTERS).toWellFormed();
  return { pages: pagesOf(text, ASSET_TEXT_PAGE_BYTES), is_truncated, excerpt, words: boundedWords(text) };
}

function boundedWords(text: string): string[] {
  let bytes = 0;
  return searchWords(text, MAX_WORDS).filter((word) => {
    bytes += Buffer.byteLength(word) + KEY_BYTES;
    return bytes <= MAX_WORD_BYTES;
  });
}
