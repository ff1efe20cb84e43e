import { diffWords, type SequencePart, splitWords } from '@space/text/diff';
import diff from 'fast-diff';
import * as Y from 'yjs';
import { type ElementMap, TEXT_KEY } from './element-map.ts';

/**
 * Makes the text of an element another one by the fewest characters, so that words which others type meanwhile stay. Long texts
 * that differ much are changed by whole words, so that the time stays bounded. Returns true for a change.
 */
export function writeText(map: ElementMap, words: string): boolean {
  const target = words.toWellFormed();
  const text = map.get(TEXT_KEY);
  if (!(text instanceof Y.Text)) {
    if (target === '') return false;
    map.set(TEXT_KEY, new Y.Text(target));
    return true;
  }
  const present = text.toString();
  if (present === target) return false;
  let [place, from] = [0, 0];
  for (const { kind, length } of differences(present, target)) {
    if (kind === 'delete') text.delete(place, length);
    else {
      if (kind === 'insert') text.insert(place, target.slice(from, from + length));
      place += length;
      from += length;
    }
  }
  return true;
}

/** Above this product of lengths the middles of two texts are compared by words. */
const mostCharacterWork = 1_000_000;

/** Returns the parts that lead from one text to another, in UTF-16 code units. */
function differences(old: string, target: string): readonly SequencePart[] {
  const alike = commonEnds(old, target);
  if ((old.length - alike) * (target.length - alike) <= mostCharacterWork) {
    return diff(old, target).map(([kind, { length }]) => ({ kind: kinds[kind], length }));
  }
  const [oldWords, targetWords] = [splitWords(old), splitWords(target)];
  let [oldAt, at] = [0, 0];
  return diffWords(oldWords, targetWords).map(({ kind, length }) => {
    const words = kind === 'delete' ? oldWords.slice(oldAt, oldAt + length) : targetWords.slice(at, at + length);
    if (kind !== 'insert') oldAt += length;
    if (kind !== 'delete') at += length;
    return { kind, length: words.join('').length };
  });
}

const kinds = { [diff.EQUAL]: 'equal', [diff.INSERT]: 'insert', [diff.DELETE]: 'delete' } as const;

/** Returns the number of characters at the beginnings and ends of two texts that are equal. */
function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}
