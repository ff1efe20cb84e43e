import { MAX_UNDERSTOOD } from '@space/contracts/platform';
import { asciiJson } from './ascii-json.ts';

/** Bytes for the sentence that counts the others, and for the brackets of the list. */
const ROOM_FOR_COUNT = 40;

/**
 * Returns the sentences that the header `Understood` has room for. If some are left out, the last one counts them; it is one of
 * the `MAX_UNDERSTOOD.sentences`.
 */
export function boundedSentences(sentences: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let bytes = ROOM_FOR_COUNT;
  const most = sentences.length > MAX_UNDERSTOOD.sentences ? MAX_UNDERSTOOD.sentences - 1 : sentences.length;
  for (const sentence of sentences.slice(0, most)) {
    // Each character is one byte or more, so a long sentence is not written as JSON.
    bytes += sentence.length > MAX_UNDERSTOOD.bytes ? sentence.length : asciiJson(sentence).length + 1;
    if (bytes > MAX_UNDERSTOOD.bytes) break;
    shown.push(sentence);
  }
  const more = sentences.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}
